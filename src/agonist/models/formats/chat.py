"""Chat completions as OpenAI and most others serve them (`POST /chat/completions`).

Responses are parsed here and not by an SDK, which passes on whatever it is given: a body of an undocumented
shape must not be mistaken for a model's answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar
from urllib.parse import quote

from agonist.models.formats.format import NO_QUIRKS, TOKEN_IDS, Quirks, sampling, schema_sent
from agonist.models.formats.json_bodies import (
    Misshapen,
    Refused,
    bounded,
    count,
    log_probs,
    merged,
    status_in,
    token_ids,
    tool_call,
    whole,
    word_in,
)
from agonist.models.formats.stream import answer_in, whole_completion
from agonist.models.image import MEDIA_TYPE
from agonist.models.protocol import Reply, Usage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import LogProbs, Message, Settings
    from agonist.models.providers import Route


class ChatCompletions:
    """The format of OpenAI's API, and of all that are compatible with it."""

    bounds: ClassVar[bool] = True
    """Whether schemas may hold the bounds of numbers."""

    def url(self, route: Route) -> str:
        return f"{route.base_url}/chat/completions"

    def headers(self, route: Route) -> Mapping[str, str]:
        return {} if route.key is None else {"authorization": f"Bearer {route.key}"}

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        return question(route.model, messages, settings, quirks, bounds=self.bounds)

    def read(self, body: bytes, model: str, seconds: float) -> Reply:
        return read(body, model, seconds)


class AzureCompletions(ChatCompletions):
    """Azure's variant: a path for each deployment, the API version in the query, the key in `api-key`."""

    bounds = False

    def url(self, route: Route) -> str:
        path = f"openai/deployments/{quote(route.model, safe='')}/chat/completions"
        return f"{route.base_url}/{path}?api-version={quote(route.api_version, safe='')}"

    def headers(self, route: Route) -> Mapping[str, str]:
        return {} if route.key is None else {"api-key": route.key}

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        body = super().request(route, messages, settings, quirks)
        del body["model"]  # the path names the model
        return body


class OpenRouterCompletions(ChatCompletions):
    """OpenRouter's variant: effort is a part of `reasoning`, models are any provider's, with their cost."""

    bounds = False

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        body = super().request(route, messages, settings, quirks)
        if (effort := body.pop("reasoning_effort", None)) is not None:
            body = merged({"reasoning": {"effort": effort}}, body)
        # Since 2026 the cost is reported in any case; before, it had to be requested.
        return merged({"usage": {"include": True}}, body)


def question(
    model: str,
    messages: Sequence[Message],
    settings: Settings,
    quirks: Quirks = NO_QUIRKS,
    *,
    bounds: bool = True,
) -> dict[str, Any]:
    """The body of a request; options that are `None` are left out, a user's own fields come last."""
    body: dict[str, Any] = {
        "model": model,
        "messages": [{"role": message.role, "content": _content(message)} for message in messages],
        **sampling(settings, quirks),
    }
    options = {
        "max_completion_tokens" if quirks.new_limit else "max_tokens": settings.max_tokens,
        "min_p": settings.min_p,
        "seed": settings.seed,
        "reasoning_effort": settings.reasoning_effort,
    }
    body |= {name: value for name, value in options.items() if value is not None}
    if settings.stop:
        body["stop"] = list(settings.stop)
    if settings.schema is not None:
        wanted = schema_sent(settings, quirks, bounds=bounds)
        schema = {"name": "answer", "strict": True, "schema": wanted}
        body["response_format"] = {"type": "json_schema", "json_schema": schema}
    if settings.top_logprobs is not None:
        body |= {"logprobs": True, "top_logprobs": settings.top_logprobs}
    if settings.token_ids and TOKEN_IDS not in quirks.left_out:
        body |= {"logprobs": True, "return_token_ids": True}
    return merged(body, settings.body)


def _content(message: Message) -> str | list[dict[str, Any]]:
    """A text, or, with an image, a list of parts with the image first."""
    if message.image is None:
        return message.content
    url = f"data:{MEDIA_TYPE};base64,{message.image.base64}"
    return [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": message.content}]


def read(body: bytes, model: str, seconds: float) -> Reply:
    """The reply in a body; `model` is used if the body names none.

    Raises `Misshapen`, `Overlong` or `Refused`.
    """
    answer = answer_in(body, whole_completion)
    choices = answer.get("choices")
    if isinstance(answer.get("error"), dict | str) and not choices:
        raise Refused(status_in(answer["error"]))
    if not isinstance(choices, list) or not choices:
        raise Misshapen("it has no choices")
    choice = choices[0]
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise Misshapen("its first choice has no message")
    finish = choice.get("finish_reason")
    if finish == "error":
        raise Refused(status_in(choice.get("error")))
    text = "\n".join(filter(None, [_text(message.get("content")), *_tool_calls(message.get("tool_calls"))]))
    refusal = message.get("refusal")
    if isinstance(refusal, str) and refusal:
        text, finish = refusal, "refusal"
    if finish == "content_filter":
        finish = "refusal"
    text, thought = bounded(text, _thought(message))
    logprobs = _logprobs(choice.get("logprobs"))
    # vLLM gives the prompt's beside the choices, SGLang in each.
    read, wrote = answer.get("prompt_token_ids") or choice.get("prompt_token_ids"), choice.get("token_ids")
    tokens = None if read is None and wrote is None else token_ids(read, wrote, logprobs)
    return Reply(
        text=text,
        finish=whole(finish) if isinstance(finish, str) and finish else "unknown",
        usage=_usage(answer.get("usage")),
        model=word_in(answer, "model", model),
        seconds=seconds,
        cost=_cost(answer.get("usage")),
        logprobs=logprobs,
        thought=thought,
        token_ids=tokens,
    )


def _text(content: Any) -> str:
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):  # parts; those of other types are thoughts or pictures
        texts = [
            part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text"
        ]
        known = [text for text in texts if isinstance(text, str)]
        if len(known) == len(texts):
            return "".join(known)
    raise Misshapen("the content of its message is no text")


def _tool_calls(calls: Any) -> list[str]:
    functions = (
        [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    )
    return [
        tool_call(each.get("name"), each.get("arguments")) for each in functions if isinstance(each, dict)
    ]


def _thought(message: dict[str, Any]) -> str:
    """Reasoning in a field of its own."""
    for name in ("reasoning_content", "reasoning"):  # vLLM and DeepSeek; OpenRouter, Groq and newer vLLM
        if isinstance(thought := message.get(name), str) and thought:
            return thought
    if isinstance(details := message.get("reasoning_details"), list):  # OpenRouter; encrypted has none
        texts = [part.get("text") or part.get("summary") for part in details if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    content = message.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    return "".join(_texts([part.get("thinking") for part in parts if part.get("type") == "thinking"]))


def _texts(thinking: list[Any]) -> list[str]:
    """The texts in parts of the type `thinking` (Mistral): each a text, or a list of parts of its own."""
    pieces = [piece for part in thinking for piece in (part if isinstance(part, list) else [part])]
    texts = [piece.get("text") if isinstance(piece, dict) else piece for piece in pieces]
    return [text for text in texts if isinstance(text, str)]


def _usage(usage: Any) -> Usage:
    if not isinstance(usage, dict):
        return Usage()
    prompt, completion = count(usage, "prompt_tokens"), count(usage, "completion_tokens")
    cached = count(usage.get("prompt_tokens_details"), "cached_tokens")
    reasoning = count(usage.get("completion_tokens_details"), "reasoning_tokens")
    # Some endpoints charge for thought without counting it as completion; the total shows it.
    completion = max(completion, count(usage, "total_tokens") - prompt)
    cached = min(prompt, cached or count(usage, "prompt_cache_hit_tokens"))  # the latter is DeepSeek's word
    return Usage(prompt, cached, completion, min(reasoning, completion))


def _cost(usage: Any) -> float | None:
    """The cost in dollars, if the endpoint reports it, as OpenRouter does."""
    if not isinstance(usage, dict):
        return None
    cost = _dollars(usage.get("cost"))
    if cost is not None and usage.get("is_byok") is True:
        # With a user's own key, the provider charges in addition to OpenRouter.
        details = usage.get("cost_details")
        cost += _dollars(details.get("upstream_inference_cost") if isinstance(details, dict) else None) or 0.0
    return cost


def _dollars(amount: Any) -> float | None:
    known = isinstance(amount, int | float) and not isinstance(amount, bool) and 0 <= amount < 1e6
    return float(amount) if known else None


def _logprobs(logprobs: Any) -> LogProbs:
    tokens = logprobs.get("content") if isinstance(logprobs, dict) else None
    if not isinstance(tokens, list):
        return None
    return log_probs(((token, token["top_logprobs"]) for token in tokens), "logprob")
