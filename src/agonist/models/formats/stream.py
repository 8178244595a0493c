"""A streamed answer as one that is not: some servers and gateways stream though nobody asked for it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, TypeAlias

from agonist.models.formats.json_bodies import Misshapen, read_object

Events: TypeAlias = Iterator[dict[str, Any]]

_STREAM: Final = re.compile(rb"\s*(?:data|event|id|retry)?:")

_LAST: Final = b"[DONE]"

_CHAT_FIELDS: Final = {name: name for name in ("content", "refusal", "reasoning", "reasoning_content")}
_BLOCK_FIELDS: Final = {"text": "text", "thinking": "thinking", "partial_json": "input"}
"""Fields of a change whose texts are joined, and in which field of the whole."""


def answer_in(body: bytes, whole: Callable[[Events], dict[str, Any]]) -> dict[str, Any]:
    """The JSON object in a body, or the `whole` that a stream of server-sent events spells out.

    Raises `Misshapen`.
    """
    return whole(_events(body)) if is_stream(body) else read_object(body)


def is_stream(body: bytes) -> bool:
    """Whether a body is a stream of server-sent events (HTML standard, section 9.2) and not JSON.

    >>> is_stream(b'data: {"choices": []}'), is_stream(b": PROCESSING"), is_stream(b'{"choices": []}')
    (True, True, False)
    """
    return _STREAM.match(body) is not None


def whole_completion(events: Events) -> dict[str, Any]:
    """The completion of OpenAI's `chat.completion.chunk`s, or the error among them. Raises `Misshapen`."""
    whole: dict[str, Any] = {"message": {"content": ""}}
    answer: dict[str, Any] = {"choices": [whole]}
    for chunk in events:
        if chunk.get("error"):
            return chunk
        answer |= {name: chunk[name] for name in ("model", "usage", "prompt_token_ids") if chunk.get(name)}
        for choice in _objects(chunk.get("choices")):
            if not choice.get("index"):
                _add(whole, choice)
    return _ended(answer, whole.get("finish_reason"))


def whole_message(events: Events) -> dict[str, Any]:
    """The message of Anthropic's `message_start` … `message_stop`, or the error among them.

    Raises `Misshapen`.
    """
    answer: dict[str, Any] = {}
    blocks: dict[Any, dict[str, Any]] = {}
    for event in events:
        place = repr(event.get("index"))
        match event:
            case {"type": "error"} | {"error": dict()}:
                return event
            case {"type": "message_start", "message": dict(started)}:
                answer |= started
            case {"type": "content_block_start", "content_block": dict(block)}:
                blocks[place] = dict(block)
            case {"type": "content_block_delta", "delta": dict(delta)}:
                _join(blocks.setdefault(place, {}), delta, _BLOCK_FIELDS)
            case {"type": "message_delta", "delta": dict(delta)}:
                usages = [
                    each for each in (answer.get("usage"), event.get("usage")) if isinstance(each, dict)
                ]
                answer |= delta | {
                    "usage": {
                        name: usage[name] for usage in usages for name in usage if usage[name] is not None
                    }
                }
    return _ended(answer | {"content": list(blocks.values())}, answer.get("stop_reason"))


def whole_content(events: Events) -> dict[str, Any]:
    """The response of Google's partial `GenerateContentResponse`s, or the error among them.

    Log-probabilities are left out. Raises `Misshapen`.
    """
    answer: dict[str, Any] = {}
    whole: dict[str, Any] = {}
    parts: list[Any] = []
    for event in events:
        if isinstance(event.get("error"), dict):
            return event
        answer |= {name: event[name] for name in event if name != "candidates"}
        for candidate in _objects(event.get("candidates"))[:1]:
            whole |= {
                name: candidate[name] for name in ("finishReason", "finishMessage") if name in candidate
            }
            if isinstance(inner := candidate.get("content"), dict):
                parts += _objects(inner.get("parts"))
    if "promptFeedback" in answer and not whole:
        return answer
    return _ended(answer | {"candidates": [whole | {"content": {"parts": parts}}]}, whole.get("finishReason"))


def _events(body: bytes) -> Events:
    for event in re.split(rb"\r?\n\r?\n", body):
        data = b"\n".join(line[5:].strip() for line in event.splitlines() if line.startswith(b"data:"))
        if data and data != _LAST:
            yield read_object(data)


def _ended(answer: dict[str, Any], reason: Any) -> dict[str, Any]:
    if not reason:
        raise Misshapen("it is a stream that ends before the answer does")
    return answer


def _join(whole: dict[str, Any], delta: dict[str, Any], fields: dict[str, str]) -> None:
    """Append the texts of a change to those of the whole; a call's arguments begin as an empty object."""
    for name, field in fields.items():
        if isinstance(delta.get(name), str):
            before = whole.get(field)
            whole[field] = (before if isinstance(before, str) else "") + delta[name]


def _add(whole: dict[str, Any], choice: dict[str, Any]) -> None:
    """Add a chunk's choice to the whole one."""
    if choice.get("finish_reason"):
        whole["finish_reason"] = choice["finish_reason"]
    logprobs = choice.get("logprobs")
    if isinstance(logprobs, dict) and isinstance(logprobs.get("content"), list):
        whole.setdefault("logprobs", {"content": []})["content"] += logprobs["content"]
    if isinstance(choice.get("token_ids"), list):
        whole.setdefault("token_ids", []).extend(choice["token_ids"])
    message, delta = whole["message"], choice.get("delta")
    if not isinstance(delta, dict):
        return
    _join(message, delta, _CHAT_FIELDS)
    for call in _objects(delta.get("tool_calls")):
        function = call.get("function")
        if isinstance(function, dict):
            calls = message.setdefault("tool_calls", [])
            if function.get("name") or not calls:
                calls.append({"function": {"name": "", "arguments": ""}})
            for name, text in calls[-1]["function"].items():
                calls[-1]["function"][name] = text + str(function.get(name) or "")


def _objects(body: Any) -> list[dict[str, Any]]:
    return [each for each in body if isinstance(each, dict)] if isinstance(body, list) else []
