"""A streamed completion as one that is not: some servers and gateways stream though nobody asked for it."""

from __future__ import annotations

import re
from typing import Any, Final

from agonist.models.formats.body import Misshapen, read_object

_STREAM: Final = re.compile(rb"\s*(?:data|event|id|retry)?:")

_LAST: Final = b"[DONE]"

_APPENDED: Final = ("content", "refusal", "reasoning", "reasoning_content")
"""Fields of a delta whose texts are joined."""


def is_stream(body: bytes) -> bool:
    """Whether a body is a stream of server-sent events (HTML standard, section 9.2) and not JSON.

    >>> is_stream(b'data: {"choices": []}'), is_stream(b": PROCESSING"), is_stream(b'{"choices": []}')
    (True, True, False)
    """
    return _STREAM.match(body) is not None


def completion(body: bytes) -> dict[str, Any]:
    """The completion that a stream of OpenAI's `chat.completion.chunk`s spells out, or the error in it.

    Raises `Misshapen` for other streams, and for one that ends before its answer does.
    """
    whole: dict[str, Any] = {"message": {"content": ""}}
    answer: dict[str, Any] = {"choices": [whole]}
    for event in re.split(rb"\r?\n\r?\n", body):
        lines = [line[5:].strip() for line in event.splitlines() if line.startswith(b"data:")]
        data = b"\n".join(lines)
        if not data or data == _LAST:
            continue
        chunk = read_object(data)
        if chunk.get("error"):
            return chunk
        answer |= {name: chunk[name] for name in ("model", "usage") if chunk.get(name)}
        for choice in _objects(chunk.get("choices")):
            if not choice.get("index"):
                _add(whole, choice)
    if not whole.get("finish_reason"):
        raise Misshapen("it is a stream that ends before the answer does")
    return answer


def _add(whole: dict[str, Any], choice: dict[str, Any]) -> None:
    """Add a chunk's choice to the whole one."""
    if choice.get("finish_reason"):
        whole["finish_reason"] = choice["finish_reason"]
    logprobs = choice.get("logprobs")
    if isinstance(logprobs, dict) and isinstance(logprobs.get("content"), list):
        whole.setdefault("logprobs", {"content": []})["content"] += logprobs["content"]
    message, delta = whole["message"], choice.get("delta")
    if not isinstance(delta, dict):
        return
    for name in _APPENDED:
        if isinstance(delta.get(name), str):
            message[name] = message.get(name, "") + delta[name]
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
