"""Between our messages, settings, replies and token counts, and those of Inspect (inspect-ai)."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Final

from inspect_ai.model import (
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    Content,
    ContentImage,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Logprobs,
    ModelOutput,
    ModelUsage,
    ResponseSchema,
    StopReason,
)
from inspect_ai.util import JSONSchema

from agonist.models.image import MEDIA_TYPE
from agonist.models.protocol import LogProbs, Message, Reply, Settings, Usage

SAME: Final = ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort", "top_logprobs", "top_k")
"""Settings that both have under one name."""

FINISHES: Final[dict[StopReason, str]] = {
    "stop": "stop",
    "max_tokens": "length",
    "model_length": "length",
    "content_filter": "refusal",
}
"""Our words for reasons to stop; others are kept."""

LACKING: Final = ("min_p",)
"""Settings that Inspect has no field for."""


def to_inspect(message: Message) -> ChatMessage:
    """A message of ours for a model of Inspect's, with its picture if it has one."""
    if message.role == "system":
        return ChatMessageSystem(content=message.content)
    if message.role == "assistant":
        return ChatMessageAssistant(content=message.content)
    if message.image is None or not message.image.data:
        return ChatMessageUser(content=message.content)
    picture = ContentImage(image=f"data:{MEDIA_TYPE};base64,{message.image.base64}")
    content: list[Content] = [ContentText(text=message.content), picture]
    return ChatMessageUser(content=content)


def from_inspect(message: ChatMessage) -> Message:
    """A message of Inspect's as a transcript of ours has it: calls of tools and their results as text."""
    text = message.text
    if isinstance(message, ChatMessageAssistant):
        calls = [f"{call.function}({call.arguments})" for call in message.tool_calls or ()]
        return Message("assistant", "\n\n".join(filter(None, [text, *calls])))
    if isinstance(message, ChatMessageSystem):
        return Message("system", text)
    return Message("user", text)


def config_of(settings: Settings) -> GenerateConfig:
    """The settings for a request to a model of Inspect's; those that are left open stay as Inspect has them.

    `timeout` is left out: Inspect has its own.
    """
    given: dict[str, Any] = {name: getattr(settings, name) for name in SAME}
    if settings.top_logprobs is not None:
        given["logprobs"] = True
    if settings.stop:
        given["stop_seqs"] = list(settings.stop)
    if settings.body:
        given["extra_body"] = dict(settings.body)
    if settings.schema is not None:
        schema = JSONSchema.model_validate(settings.schema)
        given["response_schema"] = ResponseSchema(name="answer", json_schema=schema)
    return GenerateConfig(**{name: value for name, value in given.items() if value is not None})


def settings_from(config: GenerateConfig) -> Settings:
    """The settings in a request of Inspect's, for a model of ours."""
    known = {field.name for field in fields(Settings)}
    given = {name: value for name in SAME if name in known and (value := getattr(config, name)) is not None}
    schema = config.response_schema
    return Settings(
        **given,
        stop=tuple(config.stop_seqs or ()),
        schema=None if schema is None else schema.json_schema.model_dump(exclude_none=True),
        body=config.extra_body or {},
    )


def reply_of(output: ModelOutput, settings: Settings = Settings()) -> Reply:  # noqa: B008  a frozen value
    """The answer of a model of Inspect's. `settings`: those it was asked with."""
    usage = output.usage
    left_out = tuple(name for name in LACKING if getattr(settings, name) is not None)
    if output.empty:
        return Reply("", "unknown", usage_of(usage), output.model, left_out=left_out)
    return Reply(
        text=output.message.text,
        finish=FINISHES.get(output.stop_reason, output.stop_reason),
        usage=usage_of(usage),
        model=output.model,
        seconds=output.time or 0.0,
        cost=None if usage is None else usage.total_cost,
        logprobs=_logprobs(output.choices[0].logprobs),
        thought=_thought(output.message),
        left_out=left_out,
    )


def usage_of(usage: ModelUsage | None) -> Usage:
    """Inspect's count of tokens as ours, whose prompt includes what was cached."""
    if usage is None:
        return Usage()
    cached, written = usage.input_tokens_cache_read or 0, usage.input_tokens_cache_write or 0
    return Usage(
        prompt=usage.input_tokens + cached + written,
        cached=cached,
        completion=usage.output_tokens,
        reasoning=usage.reasoning_tokens or 0,
        written=written,
    )


def model_usage(usage: Usage, cost: float | None) -> ModelUsage:
    """Our count of tokens as Inspect's, whose input leaves out what was cached; `cost` in dollars."""
    return ModelUsage(
        input_tokens=max(0, usage.prompt - usage.cached - usage.written),
        output_tokens=usage.completion,
        total_tokens=usage.total,
        input_tokens_cache_read=usage.cached,
        input_tokens_cache_write=usage.written,
        reasoning_tokens=usage.reasoning,
        total_cost=cost,
    )


def output_of(reply: Reply) -> ModelOutput:
    """The answer of a model of ours, for Inspect."""
    stop: StopReason = "unknown"
    for reason, finish in FINISHES.items():
        if finish == reply.finish:
            stop = reason
            break
    output = ModelOutput.from_content(reply.model, reply.text, stop_reason=stop)
    if reply.thought:
        thought = ContentReasoning(reasoning=reply.thought)
        output.choices[0].message.content = [thought, ContentText(text=reply.text)]
    output.usage = model_usage(reply.usage, reply.cost)
    output.time = reply.seconds
    return output


def _thought(message: ChatMessageAssistant) -> str:
    if isinstance(message.content, str):
        return ""
    return "\n\n".join(part.reasoning for part in message.content if isinstance(part, ContentReasoning))


def _logprobs(found: Logprobs | None) -> LogProbs:
    if found is None:
        return None
    return tuple(
        (each.token, each.logprob, tuple((top.token, top.logprob) for top in each.top_logprobs or ()))
        for each in found.content
    )
