"""The effect of each kind of fault on an answer."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from aiohttp import web

from agonist.models.endpoint.faults import Faults
from agonist.models.endpoint.mock_model import babble
from agonist.models.endpoint.wire import BadRequest, error

REFUSAL: Final = "I'm sorry, but I can't take part in this."

MARK: Final = "\ue000"
"""Marks the place in a text where bytes that are not UTF-8 are sent."""

NOT_UTF8: Final = b"\xff\xfe\x80"

_PAGE: Final = "<!doctype html>\n<title>Welcome</title>\n<h1>It works!</h1>\n<p>There is no model here.</p>\n"

_FILLER: Final = "and so on and so forth, "


def no_model(model: str) -> BadRequest:
    """The error message for a model that the endpoint does not have."""
    said = f"The model `{model}` does not exist or you do not have access to it."
    return BadRequest(404, said, "invalid_request_error", code="model_not_found")


def failure(kind: str, model: str, faults: Faults) -> web.Response | None:
    """The response sent instead of an answer, for faults of that kind."""
    match kind:
        case "429":
            body = error("Rate limit reached. Try again later.", "requests", code="rate_limit_exceeded")
            return json_response(body, 429, {"Retry-After": f"{faults.retry_after:g}"})
        case "quota":
            said = "You exceeded your current quota, please check your plan and billing details."
            return json_response(error(said, "insufficient_quota", code="insufficient_quota"), 429)
        case "500":
            return json_response(error("The server had an error.", "server_error"), 500)
        case "503":
            return json_response(error("The server is overloaded.", "service_unavailable"), 503)
        case "404":
            return json_response(no_model(model).body, 404)
        case "wrong_json":
            return json_response({"status": "ok", "result": {"text": ["hello"]}}, 200)
        case "html":
            return web.Response(text=_PAGE, content_type="text/html")
    return None


def spoiled(kind: str, text: str, rng: Random, faults: Faults) -> str:
    """The text of an answer, changed by a fault of that kind; other kinds leave it as it is."""
    match kind:
        case "empty":
            return ""
        case "garbage":
            return "".join(chr(33 + int(rng.random() * 94)) for _ in range(200))
        case "invalid_utf8":
            return f"{text[: len(text) // 2]}{MARK}{text[len(text) // 2 :]}"
        case "huge":
            return (_FILLER * (faults.huge_size // len(_FILLER) + 1))[: faults.huge_size]
        case "length":
            return text[: len(text) // 2]
        case "apology":
            return REFUSAL
        case "prose":
            return babble(text, rng)
    return text


def json_response(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A response with a JSON body."""
    return web.json_response(body, status=status, headers=headers)
