"""The wire formats of Anthropic's messages and Google's contents, told in those of OpenAI's completions.

A request becomes the body of one for a completion, and a completion becomes an answer. Like `openai_wire`,
this is written from the providers' references and shares nothing with `agonist.models.formats`. Nothing is
streamed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

import orjson

from agonist.models.mock_endpoint.openai_wire import Failure
from agonist.models.mock_endpoint.rejected_requests import BOUNDED, answer_schema, anthropic, schema_refusal

API_VERSION: Final = "2023-06-01"
"""Of Anthropic's API, as a header names it."""


@dataclass(frozen=True, slots=True)
class ProviderWire:
    """A provider's format.

    `chat` gives the body of a request for a completion, from one of the provider's; `answer` the provider's
    answer from a completion; `error` the body of an error from its status and message. `refusal` says why the
    provider refuses a request, and is empty if it doesn't. `key` is the header with the key.
    """

    key: str
    chat: Callable[[Mapping[str, Any]], dict[str, Any]]
    answer: Callable[[Mapping[str, Any]], dict[str, Any]]
    error: Callable[[int, str], dict[str, Any]]
    refusal: Callable[[Mapping[str, Any]], str]

    def body_in(self, raw: bytes, model: str) -> tuple[Mapping[str, Any], bytes]:
        """The body of a request, and of the same as one for a completion. Raises `Failure`."""
        try:
            body = orjson.loads(raw)
            chat = {"model": model or body["model"], **self.chat(body)}
        except (orjson.JSONDecodeError, AttributeError, KeyError, TypeError) as why:
            raise Failure(400, f"the request is not as the reference has it: {why!r}") from None
        if refused := self.refusal(body):
            raise Failure(400, refused)
        return body, orjson.dumps(chat)

    def error_of(self, status: int, body: bytes) -> bytes:
        """An error in OpenAI's format in this one; what is no JSON stays."""
        try:
            return orjson.dumps(self.error(status, orjson.loads(body)["error"]["message"]))
        except (orjson.JSONDecodeError, KeyError, TypeError):
            return body


def _from_messages(body: Mapping[str, Any]) -> dict[str, Any]:
    if body["messages"][0]["role"] != "user":
        raise KeyError("messages: the first must have the role user")
    system = [{"role": "system", "content": block["text"]} for block in body.get("system", ())]
    talk = [
        {"role": each["role"], "content": [_part(block) for block in each["content"]]}
        for each in body["messages"]
    ]
    if unknown := {each["role"] for each in talk} - {"user", "assistant"}:
        raise KeyError(f"messages: there is no role {unknown.pop()}")
    form = body.get("output_config", {}).get("format")
    wanted = {"response_format": {"type": form["type"]}} if form else {}
    return {"messages": [*system, *talk], "max_tokens": body["max_tokens"], **wanted}


def _part(block: Mapping[str, Any]) -> dict[str, Any]:
    if block["type"] == "text":
        return {"type": "text", "text": block["text"]}
    source = block["source"]
    return _image(source["media_type"], source["data"])


def _image(kind: str, data: str) -> dict[str, Any]:
    return {"type": "image_url", "image_url": {"url": f"data:{kind};base64,{data}"}}


def _message(completion: Mapping[str, Any]) -> dict[str, Any]:
    text, reason = _text_and_reason(completion, {"stop": "end_turn", "length": "max_tokens"}, "refusal")
    prompt, cached, written = _usage(completion)
    usage = {
        "input_tokens": prompt - cached,
        "cache_read_input_tokens": cached,
        "cache_creation_input_tokens": 0,
        "output_tokens": written,
    }
    return {
        "id": completion["id"].replace("chatcmpl-", "msg_"),
        "type": "message",
        "role": "assistant",
        "model": completion["model"],
        "content": [{"type": "text", "text": text}] if text else [],
        "stop_reason": reason,
        "stop_sequence": None,
        **({"usage": usage} if completion["usage"] else {}),
    }


def _from_contents(body: Mapping[str, Any]) -> dict[str, Any]:
    config, roles = body.get("generationConfig", {}), {"user": "user", "model": "assistant"}
    given = [("system", body["systemInstruction"])] if "systemInstruction" in body else []
    given += [(roles[content["role"]], content) for content in body["contents"]]
    chat: dict[str, Any] = {
        "messages": [
            {"role": role, "content": [*map(_of_google, content["parts"])]} for role, content in given
        ]
    }
    for name, ours in (("maxOutputTokens", "max_tokens"), ("seed", "seed"), ("logprobs", "top_logprobs")):
        if name in config:
            chat[ours] = config[name]
    if config.get("responseLogprobs"):
        chat["logprobs"] = True
    if config.get("responseMimeType") == "application/json":
        chat["response_format"] = {"type": "json_schema"}
    return chat


def _of_google(part: Mapping[str, Any]) -> dict[str, Any]:
    if "text" in part:
        return {"type": "text", "text": part["text"]}
    return _image(part["inlineData"]["mimeType"], part["inlineData"]["data"])


def _content(completion: Mapping[str, Any]) -> dict[str, Any]:
    text, reason = _text_and_reason(completion, {"stop": "STOP", "length": "MAX_TOKENS"}, "SAFETY")
    prompt, cached, written = _usage(completion)
    candidate: dict[str, Any] = {"index": 0, "finishReason": reason}
    if text:
        candidate["content"] = {"role": "model", "parts": [{"text": text}]}
    if tokens := (completion["choices"][0]["logprobs"] or {}).get("content"):
        candidate["logprobsResult"] = {
            "chosenCandidates": [*map(_token, tokens)],
            "topCandidates": [{"candidates": [*map(_token, each["top_logprobs"])]} for each in tokens],
        }
    usage = {"promptTokenCount": prompt, "cachedContentTokenCount": cached, "candidatesTokenCount": written}
    return {
        "candidates": [candidate],
        "modelVersion": completion["model"],
        **({"usageMetadata": usage} if completion["usage"] else {}),
    }


def _token(each: Mapping[str, Any]) -> dict[str, Any]:
    return {"token": each["token"], "logProbability": each["logprob"]}


def _text_and_reason(
    completion: Mapping[str, Any], reasons: Mapping[str, str], refused: str
) -> tuple[str, str]:
    (choice,) = completion["choices"]
    if choice["message"]["refusal"] is not None:
        return "", refused
    return choice["message"]["content"], reasons[choice["finish_reason"]]


def _usage(completion: Mapping[str, Any]) -> Iterator[int]:
    usage = completion["usage"]
    yield usage.get("prompt_tokens", 0)
    yield usage.get("prompt_tokens_details", {}).get("cached_tokens", 0)
    yield usage.get("completion_tokens", 0)


ANTHROPIC: Final = ProviderWire(
    "x-api-key",
    _from_messages,
    _message,
    lambda _, why: {"type": "error", "error": {"type": "invalid_request_error", "message": why}},
    anthropic,
)
GOOGLE: Final = ProviderWire(
    "x-goog-api-key",
    _from_contents,
    _content,
    lambda status, why: {"error": {"code": status, "message": why, "status": "INVALID_ARGUMENT"}},
    lambda body: schema_refusal(answer_schema(body), BOUNDED),
)
