"""Google's Gemini API (`POST /v1beta/models/MODEL:generateContent`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from agonist.models.formats.format import Quirks, refuse, sampling, schema_sent, within
from agonist.models.formats.json_bodies import (
    Misshapen,
    Refused,
    bounded,
    count,
    log_probs,
    merged,
    status_in,
    tool_call,
    whole,
    word_in,
)
from agonist.models.formats.stream import answer_in, whole_content
from agonist.models.image import MEDIA_TYPE
from agonist.models.protocol import Reply, Usage
from agonist.models.providers import LACKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from agonist.models.protocol import LogProbs, Message, Settings
    from agonist.models.providers import Route

FINISH_REASONS: Final = {"STOP": "stop", "MAX_TOKENS": "length"}

REFUSALS: Final = frozenset(
    {"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY"}
)
"""Finish reasons by which the provider refuses."""

THINKING_BUDGETS: Final = {"none": 0, "minimal": 1_024, "low": 1_024, "medium": 8_192, "high": 24_576}
"""Tokens of thought for Gemini 2.5, which has no levels: those of Google's own OpenAI-compatible endpoint."""

_NAMES: Final = {"temperature": "temperature", "top_p": "topP", "top_k": "topK"}
_THINKS: Final = re.compile(r"gemini-(2\.5|[3-9]|\d\d)")


class GoogleContent:
    """Roles `user` and `model`, texts in parts, settings in `generationConfig`."""

    def url(self, route: Route) -> str:
        return f"{route.base_url}/models/{quote(route.model, safe='')}:generateContent"

    def headers(self, route: Route) -> Mapping[str, str]:
        return {} if route.key is None else {"x-goog-api-key": route.key}

    def request(
        self, route: Route, messages: Sequence[Message], settings: Settings, quirks: Quirks
    ) -> dict[str, Any]:
        refuse(route, settings, *LACKING["google"])
        body: dict[str, Any] = {
            "contents": [
                {"role": "model" if message.role == "assistant" else "user", "parts": _parts(message)}
                for message in messages
                if message.role != "system"
            ]
        }
        if system := [part for message in messages if message.role == "system" for part in _parts(message)]:
            body["systemInstruction"] = {"parts": system}
        if config := _config(route.model, settings, quirks):
            body["generationConfig"] = config
        return merged(body, settings.body)

    def read(self, body: bytes, model: str, seconds: float) -> Reply:
        answer = answer_in(body, whole_content)
        if isinstance(answer.get("error"), dict):
            raise Refused(status_in(answer["error"]))
        candidates = answer.get("candidates")
        model = word_in(answer, "modelVersion", model)
        usage = _usage(answer.get("usageMetadata"))
        feedback = answer.get("promptFeedback")
        if not candidates and isinstance(feedback, dict) and feedback.get("blockReason"):
            return Reply("", "refusal", usage, model, seconds)
        candidate = candidates[0] if isinstance(candidates, list) and candidates else None
        if not isinstance(candidate, dict):
            raise Misshapen("it has no candidates")
        content = candidate.get("content")
        parts = content.get("parts", []) if isinstance(content, dict) else []
        if not isinstance(parts, list):
            raise Misshapen("the parts of its content are not a list")
        calls = [
            tool_call(part["functionCall"].get("name"), part["functionCall"].get("args"))
            for part in parts
            if isinstance(part, dict) and isinstance(part.get("functionCall"), dict)
        ]
        if isinstance(broken := candidate.get("finishMessage"), str) and not parts:
            calls.append(broken)  # a call that is no call: "Malformed function call: …"
        said = "\n".join(filter(None, [_joined(parts, thought=False), *calls]))
        text, thought = bounded(said, _joined(parts, thought=True))
        return Reply(
            text=text,
            finish=_finish(candidate.get("finishReason")),
            usage=usage,
            model=model,
            seconds=seconds,
            logprobs=_logprobs(candidate.get("logprobsResult")),
            thought=thought,
        )


def _parts(message: Message) -> list[dict[str, Any]]:
    text = {"text": message.content}
    if message.image is None:
        return [text]
    return [{"inlineData": {"mimeType": MEDIA_TYPE, "data": message.image.base64}}, text]


def _config(model: str, settings: Settings, quirks: Quirks) -> dict[str, Any]:
    config: dict[str, Any] = {_NAMES[name]: value for name, value in sampling(settings, quirks).items()}
    numbers = {"maxOutputTokens": settings.max_tokens, "seed": settings.seed}
    config |= {name: value for name, value in numbers.items() if value is not None}
    if settings.stop:
        config["stopSequences"] = list(settings.stop)
    if settings.schema is not None:
        config |= {
            "responseMimeType": "application/json",
            "responseJsonSchema": schema_sent(settings, quirks),
        }
    if settings.top_logprobs is not None:
        config |= {"responseLogprobs": True, "logprobs": settings.top_logprobs}
    if thinking := _thinking(model, settings.reasoning_effort, settings.max_tokens):
        config["thinkingConfig"] = thinking
    return config


def _thinking(model: str, effort: str | None, max_tokens: int | None) -> dict[str, Any]:
    """The setting for thinking: a budget up to Gemini 2.5, a level since; with summaries of the thought."""
    if not _THINKS.match(model):
        return {} if effort is None else {"thinkingLevel": effort}
    shown = {"includeThoughts": True}
    if effort is None:
        return shown
    if model.startswith("gemini-2.5") and effort in THINKING_BUDGETS:
        budget = within(THINKING_BUDGETS[effort], max_tokens)
        return {**(shown if effort != "none" else {}), "thinkingBudget": budget}
    return {**shown, "thinkingLevel": effort}


def _finish(reason: Any) -> str:
    if not isinstance(reason, str) or not reason:
        return "unknown"
    return "refusal" if reason in REFUSALS else FINISH_REASONS.get(reason, whole(reason).lower())


def _joined(parts: list[Any], *, thought: bool) -> str:
    wanted = [part for part in parts if isinstance(part, dict) and bool(part.get("thought")) is thought]
    return "".join(part["text"] for part in wanted if isinstance(part.get("text"), str))


def _usage(usage: Any) -> Usage:
    prompt, thoughts = count(usage, "promptTokenCount"), count(usage, "thoughtsTokenCount")
    cached = min(prompt, count(usage, "cachedContentTokenCount"))
    return Usage(prompt, cached, count(usage, "candidatesTokenCount") + thoughts, thoughts)


def _logprobs(logprobs: Any) -> LogProbs:
    if not isinstance(logprobs, dict) or not isinstance(logprobs.get("chosenCandidates"), list):
        return None

    def tokens() -> Iterator[tuple[Any, Any]]:
        for chosen, top in zip(logprobs["chosenCandidates"], logprobs["topCandidates"], strict=True):
            yield chosen, top["candidates"]

    return log_probs(tokens(), "logProbability")
