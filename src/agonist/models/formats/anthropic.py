"""Anthropic's Messages API (`POST /v1/messages`), as of version 2023-06-01."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from agonist.models.errors import OptionRejected
from agonist.models.formats.format import Quirks, refuse, sampling, within, without_bounds
from agonist.models.formats.json_bodies import (
    Misshapen,
    Refused,
    bounded,
    count,
    merged,
    tool_call,
    whole,
    word_in,
)
from agonist.models.formats.stream import answer_in, whole_message
from agonist.models.image import MEDIA_TYPE
from agonist.models.protocol import Reply, Usage
from agonist.models.providers import LACKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import Message, Settings
    from agonist.models.providers import Route

API_VERSION: Final = "2023-06-01"

DEFAULT_MAX_TOKENS: Final = 16_000
"""The limit on tokens of an answer, thought included, if the user sets none: the API requires one."""

OLD_DEFAULT_MAX_TOKENS: Final = 4_096
"""The same for Claude 3 and 3.5, which reject limits above their maximum."""

THINKING_BUDGETS: Final = {"minimal": 1_024, "low": 2_048, "medium": 8_192, "high": 16_384}
"""Tokens of thought for models that take a budget and no effort. The API has no such scale: it is ours."""

LEAST_BUDGET: Final = 1_024
"""The smallest budget that the API takes."""

FINISH_REASONS: Final = {
    "end_turn": "stop",
    "stop_sequence": "stop",
    "max_tokens": "length",
    "model_context_window_exceeded": "length",
}

_OLD: Final = re.compile(r"claude-(3-(opus|sonnet|haiku|5)|2|instant)")
_BUDGETED: Final = re.compile(r"claude-(3-7|(opus|sonnet|haiku)-4(-[015])?(-\d{8})?$)")


class AnthropicMessages:
    """The Messages API: a separate system text, a required limit, and marks for prompt caching."""

    def url(self, route: Route) -> str:
        return f"{route.base_url}/messages"

    def headers(self, route: Route) -> Mapping[str, str]:
        key = {} if route.key is None else {"x-api-key": route.key}
        return {"anthropic-version": API_VERSION, **key}

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        refuse(route, settings, *LACKING["anthropic"])
        body: dict[str, Any] = {
            "model": route.model,
            "max_tokens": settings.max_tokens
            or (OLD_DEFAULT_MAX_TOKENS if _OLD.match(route.model) else DEFAULT_MAX_TOKENS),
            "messages": [
                {"role": message.role, "content": [*_picture(message), _text(message.content)]}
                for message in messages
                if message.role != "system"
            ],
            **sampling(settings, quirks),
        }
        if system := [_text(message.content) for message in messages if message.role == "system"]:
            body["system"] = [*system[:-1], _cached(system[-1])]
        if any(message.role == "assistant" for message in messages):
            # The next request of a conversation begins with all of this one, except for a picture, which is
            # sent with the newest message only.
            last = next(turn for turn in reversed(body["messages"]) if len(turn["content"]) == 1)
            last["content"] = [_cached(last["content"][0])]
        if settings.stop:
            body["stop_sequences"] = list(settings.stop)
        if settings.reasoning_effort is not None:
            body = merged(body, _thinking(route, settings))
        if settings.schema is not None:
            format_ = {"type": "json_schema", "schema": without_bounds(settings.schema)}
            body = merged(body, {"output_config": {"format": format_}})
        return merged(body, settings.body)

    def read(self, body: bytes, model: str, seconds: float) -> Reply:
        answer = answer_in(body, whole_message)
        if answer.get("type") == "error" or "error" in answer:
            raise Refused(0)
        blocks = answer.get("content")
        if not isinstance(blocks, list):
            raise Misshapen("it has no content")
        calls = [
            tool_call(block.get("name"), block.get("input"))
            for block in blocks
            if isinstance(block, dict) and block.get("type") == "tool_use"
        ]
        said = "\n".join(filter(None, [_joined(blocks, "text"), *calls]))
        text, thought = bounded(said, _joined(blocks, "thinking"))
        reason = answer.get("stop_reason")
        return Reply(
            text=text,
            finish=FINISH_REASONS.get(reason, whole(reason))
            if isinstance(reason, str) and reason
            else "unknown",
            usage=_usage(answer.get("usage")),
            model=word_in(answer, "model", model),
            seconds=seconds,
            thought=thought,
        )


def _picture(message: Message) -> list[dict[str, Any]]:
    if message.image is None:
        return []
    source = {"type": "base64", "media_type": MEDIA_TYPE, "data": message.image.base64}
    return [{"type": "image", "source": source}]


def _text(content: str) -> dict[str, Any]:
    return {"type": "text", "text": content}


def _cached(block: dict[str, Any]) -> dict[str, Any]:
    """The block with the mark up to which the provider caches the prompt for five minutes."""
    return {**block, "cache_control": {"type": "ephemeral"}}


def _thinking(route: Route, settings: Settings) -> dict[str, Any]:
    """The setting for thinking: an effort, or for models up to Claude 4.5 a budget of tokens.

    Raises `OptionRejected` if the limit on the answer leaves no room for the least budget.
    """
    model, effort, most = route.model, settings.reasoning_effort, settings.max_tokens
    if effort == "none":
        return {"thinking": {"type": "disabled"}}
    if _BUDGETED.match(model) and effort in THINKING_BUDGETS:
        budget = max(LEAST_BUDGET, within(THINKING_BUDGETS[effort], most))
        if most is not None and most <= budget:
            raise OptionRejected(
                f"{route.name} thinks for at least {LEAST_BUDGET:,} tokens, and max_tokens={most} leaves no "
                f"room for them: give max_tokens={2 * LEAST_BUDGET} or more, or leave reasoning_effort out"
            )
        limit = {} if most is not None else {"max_tokens": budget + DEFAULT_MAX_TOKENS}
        return {"thinking": {"type": "enabled", "budget_tokens": budget}, **limit}
    # Newer models omit their thought from the response unless it is requested.
    return {"thinking": {"type": "adaptive", "display": "summarized"}, "output_config": {"effort": effort}}


def _joined(blocks: list[Any], kind: str) -> str:
    """The texts of all blocks of a kind, `text` or `thinking`, joined; encrypted thought has no text."""
    values = [block.get(kind) for block in blocks if isinstance(block, dict) and block.get("type") == kind]
    texts = [text for text in values if isinstance(text, str)]
    if len(texts) != len(values):
        raise Misshapen(f"a block of its content has no {kind}")
    return "".join(texts)


def _usage(usage: Any) -> Usage:
    """The usage; unlike others, Anthropic counts cached tokens separately from the input."""
    read = count(usage, "cache_read_input_tokens")
    written = count(usage, "cache_creation_input_tokens")
    prompt = count(usage, "input_tokens") + read + written
    return Usage(prompt, read, count(usage, "output_tokens"), written=written)
