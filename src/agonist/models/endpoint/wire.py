"""OpenAI's wire format: requests, responses and errors.

Log-probabilities come with answers that are not streamed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from agonist.models.endpoint.pictures import in_data_url
from agonist.models.endpoint.usage import CHARS_PER_TOKEN

CREATED: Final = 1_700_000_000
"""The `created` of every model listed: a fixed time, so that responses can be compared."""

CHUNK: Final = 5
"""Words in one chunk of a streamed answer."""


MOST_ALTERNATIVES: Final = 20


class BadRequest(Exception):
    """A request that a real endpoint would refuse, with the status and body of its response."""

    def __init__(
        self, status: int, message: str, kind: str, param: str | None = None, code: str | None = None
    ):
        super().__init__(message)
        self.status = status
        self.body = error(message, kind, param, code)


@dataclass(frozen=True, slots=True)
class Request:
    """The parts of a client's request that matter here."""

    model: str
    messages: tuple[Mapping[str, str], ...]
    """Role and text; parts of a content are joined, `developer` is `system`.

    With pictures also `images`, their hashes, and `image_tokens`.
    """
    limit: int | None
    """The limit on tokens of the answer."""
    stream: bool
    stream_usage: bool
    json: bool
    """The answer must be one JSON object."""
    schema: Mapping[str, Any] | None
    """The JSON schema that the answer must satisfy."""
    seed: object
    alternatives: int | None
    """For how many of the likeliest tokens log-probabilities are asked; `None` if for none."""
    body: Mapping[str, Any]
    """The whole body."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer. `text` is `None` if it is a refusal."""

    id: str
    created: int
    model: str
    text: str | None
    refusal: str | None
    finish: str
    usage: Mapping[str, Any]
    logprobs: Mapping[str, Any] | None = None

    def completion(self) -> dict[str, Any]:
        """The body of an answer that is not streamed."""
        message = {"role": "assistant", "content": self.text, "refusal": self.refusal}
        choice = {"index": 0, "message": message, "logprobs": self.logprobs, "finish_reason": self.finish}
        return self._envelope("chat.completion", [choice]) | {"usage": self.usage}

    def chunks(self, *, usage: bool) -> Iterator[dict[str, Any]]:
        """The chunks of a streamed answer; with `usage`, the last one holds it and no choices."""
        end: dict[str, Any] = {"usage": None} if usage else {}
        first: dict[str, Any] = {"role": "assistant", "content": "", "refusal": None}
        yield self._chunk(first) | end
        for piece in _pieces(self.text or ""):
            yield self._chunk({"content": piece}) | end
        if self.refusal is not None:
            yield self._chunk({"refusal": self.refusal}) | end
        yield self._chunk({}, self.finish) | end
        if usage:
            yield self._envelope("chat.completion.chunk", []) | {"usage": self.usage}

    def _chunk(self, delta: Mapping[str, Any], finish: str | None = None) -> dict[str, Any]:
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": finish}
        return self._envelope("chat.completion.chunk", [choice])

    def _envelope(self, kind: str, choices: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return {
            "id": self.id,
            "object": kind,
            "created": self.created,
            "model": self.model,
            "system_fingerprint": "fp_agonist",
            "service_tier": "default",
            "choices": choices,
        }


def read(raw: bytes) -> Request:
    """The request in a body; raises `BadRequest` with what a real endpoint would say."""
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError as why:
        raise _invalid(f"We could not parse the JSON body of your request: {why}", None) from None
    if not isinstance(body, dict):
        raise _invalid("The body of the request must be a JSON object.", None)
    model, messages = body.get("model"), body.get("messages")
    if not isinstance(model, str) or not model:
        raise _invalid("you must provide a model parameter", "model")
    if not isinstance(messages, list) or not messages:
        raise _invalid("'messages' must be a list with at least one message.", "messages")
    if body.get("n") not in (None, 1):
        raise _invalid("This endpoint gives one choice: 'n' must be 1.", "n")
    limit = body.get("max_completion_tokens") or body.get("max_tokens")
    if limit is not None and (type(limit) is not int or limit < 1):
        raise _invalid("'max_completion_tokens' must be a whole number from 1 up.", "max_completion_tokens")
    wanted = body.get("response_format") or {}
    if not isinstance(wanted, dict) or wanted.get("type", "text") not in (
        "text",
        "json_object",
        "json_schema",
    ):
        raise _invalid("'response_format.type' must be text, json_object or json_schema.", "response_format")
    options = body.get("stream_options") or {}
    if not isinstance(options, dict):
        raise _invalid("'stream_options' must be an object.", "stream_options")
    schema = None
    if wanted.get("type") == "json_schema":
        named = wanted.get("json_schema")
        schema = named.get("schema") if isinstance(named, dict) else None
        if not isinstance(schema, dict):
            raise _invalid("'response_format.json_schema.schema' is missing.", "response_format")
    return Request(
        model=model,
        messages=tuple(_message(message, place) for place, message in enumerate(messages)),
        limit=limit,
        stream=bool(body.get("stream")),
        stream_usage=bool(options.get("include_usage")),
        json=wanted.get("type", "text") != "text",
        schema=schema,
        seed=body.get("seed"),
        alternatives=_alternatives(body),
        body=body,
    )


def _alternatives(body: Mapping[str, Any]) -> int | None:
    asked, many = body.get("logprobs"), body.get("top_logprobs")
    if many is not None and (type(many) is not int or not 0 <= many <= MOST_ALTERNATIVES):
        raise _invalid(f"'top_logprobs' must be from 0 to {MOST_ALTERNATIVES}.", "top_logprobs")
    if many is not None and not asked:
        raise _invalid("'top_logprobs' needs 'logprobs' to be true.", "top_logprobs")
    return (many or 0) if asked else None


def cut(text: str, limit: int | None) -> tuple[str, str]:
    """The text, cut to a number of tokens, and the finish reason.

    >>> cut("a long answer", 2), cut("short", 2)
    (('a long a', 'length'), ('short', 'stop'))
    """
    if limit is None or len(text) <= limit * CHARS_PER_TOKEN:
        return text, "stop"
    return text[: limit * CHARS_PER_TOKEN], "length"


def error(message: str, kind: str, param: str | None = None, code: str | None = None) -> dict[str, Any]:
    """An error's body."""
    return {"error": {"message": message, "type": kind, "param": param, "code": code}}


def listing(models: Sequence[str]) -> dict[str, Any]:
    """The body of a list of models."""
    every = [{"id": m, "object": "model", "created": CREATED, "owned_by": "agonist"} for m in models]
    return {"object": "list", "data": every}


def _message(given: object, place: int) -> dict[str, str]:
    where = f"messages[{place}]"
    if not isinstance(given, dict) or not isinstance(given.get("role"), str):
        raise _invalid(f"'{where}' must be an object with a role.", where)
    content = given.get("content")
    seen: dict[str, str] = {}
    if isinstance(content, list):
        seen = _images(content, given["role"], where)
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        content = "\n".join(text for text in texts if isinstance(text, str))
    if content is None and given["role"] == "assistant":
        content = ""
    if not isinstance(content, str):
        raise _invalid(f"'{where}.content' must be text.", f"{where}.content")
    role = "system" if given["role"] == "developer" else given["role"]
    return {"role": role, "content": content, **seen}


def _images(parts: Sequence[Any], role: str, where: str) -> dict[str, str]:
    """The pictures among the parts of a message."""
    found = []
    for place, part in enumerate(parts):
        at = f"{where}.content[{place}]"
        if not isinstance(part, dict) or part.get("type") != "image_url":
            continue
        if role != "user":
            raise _invalid(f"'{at}': images are allowed in messages of the role user only.", at)
        inner = part.get("image_url")
        try:
            found.append(in_data_url(inner.get("url") if isinstance(inner, dict) else None))
        except ValueError as why:
            raise _invalid(f"'{at}.image_url': {why}.", f"{at}.image_url") from None
    if not found:
        return {}
    return {
        "images": " ".join(name for name, _ in found),
        "image_tokens": str(sum(size for _, size in found)),
    }


def _invalid(message: str, param: str | None) -> BadRequest:
    return BadRequest(400, message, "invalid_request_error", param)


def _pieces(text: str) -> Iterator[str]:
    words = text.split(" ")
    for start in range(0, len(words), CHUNK):
        piece = " ".join(words[start : start + CHUNK])
        yield piece if start + CHUNK >= len(words) else f"{piece} "
