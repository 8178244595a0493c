"""OpenAI's wire format: requests, completions, streams and errors.

It is written from OpenAI's reference and shares nothing with `agonist.models.formats`, the client's side: a
mistake made once for both sides would pass every test. Log-probabilities come with answers that are not
streamed.
"""

from __future__ import annotations

import time
from base64 import b64decode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import orjson

from agonist.models.image import image_in, tokens_of_image
from agonist.models.mock_endpoint.usage import Prompt, tokens

MODELS_CREATED: Final = 1_700_000_000
"""The `created` of every model listed: a fixed time, so that responses can be compared."""

WORDS_PER_CHUNK: Final = 5
"""Of a streamed answer."""

MAX_TOP_LOGPROBS: Final = 20
RESPONSE_FORMATS: Final = ("text", "json_object", "json_schema")

_PNG_END: Final = b"IEND\xaeB`\x82"


def error(
    message: str, kind: str = "invalid_request_error", *, param: str | None = None, code: str | None = None
) -> bytes:
    """The body of an error."""
    return orjson.dumps({"error": {"message": message, "type": kind, "param": param, "code": code}})


class Failure(Exception):
    """A request that a real endpoint would refuse, with the status and body of its response."""

    def __init__(
        self, status: int, message: str, *, param: str | None = None, code: str | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = error(message, param=param, code=code)


@dataclass(frozen=True, slots=True)
class Request:
    """The parts of a client's request that matter here, and its whole `body`.

    `messages` have role and content as text; parts of a content are joined, `developer` is `system`; with
    pictures also `images`, their hashes, and `image_tokens`. `limit` is on the tokens of the answer. `json`:
    it must be one JSON object. `top_logprobs`: for how many of the likeliest tokens log-probabilities are
    asked; `None` if for none. `token_ids`: whether the ids of all tokens are, as of vLLM.
    """

    model: str
    messages: tuple[Mapping[str, str], ...]
    limit: int | None
    stream: bool
    stream_usage: bool
    json: bool
    seed: object
    top_logprobs: int | None
    token_ids: bool
    body: Mapping[str, Any]


def request_in(raw: bytes) -> Request:
    """The request in a body. Raises `Failure` with what a real endpoint would say."""
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError as why:
        raise Failure(400, f"We could not parse the JSON body of your request: {why}") from None
    if not isinstance(body, dict):
        raise Failure(400, "The body of the request must be a JSON object.")
    model, messages = body.get("model", ""), body.get("messages", [])
    limit = body.get("max_completion_tokens") or body.get("max_tokens")
    options, form = body.get("stream_options") or {}, body.get("response_format") or {}
    tops = body.get("top_logprobs")
    for name, possible in {
        "model": isinstance(model, str) and model,
        "messages": isinstance(messages, list) and messages,
        "n": body.get("n") in (None, 1),
        "max_completion_tokens": limit is None or (type(limit) is int and limit > 0),
        "stream_options": isinstance(options, dict),
        "response_format": isinstance(form, dict) and form.get("type", "text") in RESPONSE_FORMATS,
        "top_logprobs": tops is None
        or (type(tops) is int and 0 <= tops <= MAX_TOP_LOGPROBS and body.get("logprobs")),
    }.items():
        if not possible:
            raise Failure(400, f"'{name}' is missing or not possible: {body.get(name)!r}.", param=name)
    return Request(
        model=model,
        messages=tuple(_message(message, f"messages[{place}]") for place, message in enumerate(messages)),
        limit=limit,
        stream=bool(body.get("stream")),
        stream_usage=bool(options.get("include_usage")),
        json=form.get("type", "text") != "text",
        seed=body.get("seed"),
        top_logprobs=(tops or 0) if body.get("logprobs") else None,
        token_ids=body.get("return_token_ids") is True,
        body=body,
    )


def completion(
    request: Request,
    prompt: Prompt,
    text: str | None,
    finish: str,
    *,
    refusal: str | None = None,
    logprobs: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The body of an answer that is not streamed; `text` is `None` for a refusal."""
    written = tokens(text or refusal or "")
    message = {"role": "assistant", "content": text, "refusal": refusal}
    choice = {"index": 0, "message": message, "logprobs": logprobs, "finish_reason": finish}
    return {
        "id": f"chatcmpl-{prompt.digests[-1].hex()[:24]}",
        "object": "chat.completion",
        "created": int(time.time()),
        "model": request.model,
        "system_fingerprint": "fp_agonist",
        "service_tier": "default",
        "choices": [choice],
        "usage": {
            "prompt_tokens": prompt.tokens,
            "completion_tokens": written,
            "total_tokens": prompt.tokens + written,
            "prompt_tokens_details": {"cached_tokens": prompt.cached, "audio_tokens": 0},
            "completion_tokens_details": {
                "reasoning_tokens": 0,
                "audio_tokens": 0,
                "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            },
        },
    }


def stream(whole: Mapping[str, Any], *, usage: bool) -> Iterator[bytes]:
    """The events of a streamed completion; with `usage`, the last chunk holds it and no choices."""
    (choice,) = whole["choices"]
    words = (choice["message"]["content"] or "").split(" ")
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": "", "refusal": None}]
    for start in range(0, len(words), WORDS_PER_CHUNK):
        rest = " " if start + WORDS_PER_CHUNK < len(words) else ""
        deltas.append({"content": " ".join(words[start : start + WORDS_PER_CHUNK]) + rest})
    if choice["message"]["refusal"] is not None:
        deltas.append({"refusal": choice["message"]["refusal"]})
    choices = [[{"index": 0, "delta": delta, "logprobs": None, "finish_reason": None}] for delta in deltas]
    choices.append([{"index": 0, "delta": {}, "logprobs": None, "finish_reason": choice["finish_reason"]}])
    envelope = {name: value for name, value in whole.items() if name not in ("usage", "prompt_token_ids")}
    envelope |= {"object": "chat.completion.chunk"} | ({"usage": None} if usage else {})
    chunks = [envelope | {"choices": listed} for listed in choices]
    if "prompt_token_ids" in whole:
        chunks[0] = chunks[0] | {"prompt_token_ids": whole["prompt_token_ids"]}
    if "token_ids" in choice:
        choices[-1][0]["token_ids"] = choice["token_ids"]
    if usage:
        chunks.append(envelope | {"choices": [], "usage": whole.get("usage")})
    return (b"data: %b\n\n" % data for data in (*map(orjson.dumps, chunks), b"[DONE]"))


def listing(models: Sequence[str]) -> dict[str, Any]:
    """The body of a list of models."""
    data = [{"id": m, "object": "model", "created": MODELS_CREATED, "owned_by": "agonist"} for m in models]
    return {"object": "list", "data": data}


def _message(message: Any, where: str) -> dict[str, str]:
    role, content = (
        (message.get("role"), message.get("content")) if isinstance(message, dict) else (None, None)
    )
    images: dict[str, str] = {}
    if isinstance(content, list):
        parts = [part for part in content if isinstance(part, dict)]
        images = _images([part.get("image_url") for part in parts if part.get("type") == "image_url"], where)
        content = "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str))
    content = "" if content is None and role == "assistant" else content
    if not isinstance(role, str) or not isinstance(content, str) or (images and role != "user"):
        at = f"{where}.content"
        raise Failure(400, f"'{at}' must be text, or text and images in the role user.", param=at)
    return {"role": "system" if role == "developer" else role, "content": content, **images}


def _images(parts: Sequence[Any], where: str) -> dict[str, str]:
    """The digests of the pictures in a message, and their tokens by OpenAI's rule for GPT-4o."""
    images = []
    for each in parts:
        url = each.get("url") if isinstance(each, dict) else None
        kind, _, data = str(url).partition(",")
        try:
            if kind != "data:image/png;base64":
                raise ValueError("an image is given as data:image/png;base64,…")
            images.append(image_in(b64decode(data, validate=True)))
            if not images[-1].data.endswith(_PNG_END):
                raise ValueError("the PNG is cut off")
        except ValueError as why:
            raise Failure(400, f"'{where}', image_url: {why}.", param=where) from None
    total = sum(tokens_of_image(image, "openai/gpt-4o") for image in images)
    return (
        {"images": " ".join(image.digest for image in images), "image_tokens": str(total)} if images else {}
    )
