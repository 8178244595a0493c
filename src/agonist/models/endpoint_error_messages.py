"""Errors of an endpoint turned into messages that say what was wrong and what to do."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import aiohttp
import orjson

from agonist.models.errors import (
    ContextTooLong,
    CutOff,
    HugeAnswer,
    ModelNotFound,
    NotAnAnswer,
    OptionRejected,
    ProviderError,
    QuotaSpent,
    RateLimited,
    RequestRejected,
    ServerFailed,
    TimedOut,
    Unauthorised,
    Unreachable,
)
from agonist.models.formats import MAX_CHARACTERS, Misshapen, Overlong, Quirks, Refused
from agonist.models.formats.format import BOUNDS, SAMPLING, SYSTEM, TOKEN_IDS
from agonist.models.redaction import excerpt
from agonist.models.retry import retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agonist.models.protocol import Settings
    from agonist.models.providers import Route

PASSING_MAX_TRIES = 100
"""The number of tries for errors that may pass at any time."""

COSTLY_MAX_TRIES = 3
"""The number of tries where each is long or costs money."""

ADVICE = {
    "temperature": "leave the option temperature out",
    "top_p": "leave the option top_p out",
    "max_tokens": "leave the option max_tokens out, or lower it",
    "seed": "leave the option seed out",
    "response_format": "choose another format than schema",
    "reasoning_effort": "leave the option reasoning_effort out, or choose another value",
    "logprobs": "leave the option top_logprobs out",
    "top_k": "leave the option top_k out",
    "min_p": "leave the option min_p out",
    "stop": "leave the option stop out",
}
"""What to do if an endpoint rejects a parameter."""

UNSUPPORTED = re.compile(
    r"(?i)unsupported_(parameter|value)|(is|are|does) ?n[o']t support|not (currently )?supported|unsupported"
    r"|no longer support|deprecated|when thinking is enabled"
)
"""Wordings for a parameter that a model does not take at all, or with its default value only."""

NO_SYSTEM = re.compile(
    r"(?i)system (role|message|prompt|instruction)s? (is |are )?(not |un)support|does not support '?system\b"
    r"|developer instruction is not enabled|roles must alternate|only user and assistant roles"
)
"""Wordings for a system message that is not taken: OpenAI, Google's Gemma, and templates of open models."""

NO_BOUNDS = re.compile(r"['\"`](minimum|maximum)['\"`]")
"""The bounds of a schema in an error: Anthropic and Azure, also behind gateways."""

GOOGLE_NAMES = {"top_p": "topP", "top_k": "topK"}

NO_CREDIT = (b"insufficient_quota", b"credit balance is too low", b"enforced_spend_limit_reached")
"""Wordings of OpenAI and Anthropic for an account without credit, under a misleading status."""

CONTEXT_TOO_LONG = re.compile(
    r"(?i)context[ _](length|limit|size|window)|maximum (context|model|prompt) length|maximum length of"
    r"|prompt is too long|prompt contains \d+ tokens|input token count|request_too_large"
    r"|reduce the length of the (messages|prompt|input)"
)
"""Wordings for a conversation that does not fit: OpenAI, Anthropic, Google, xAI, Mistral, vLLM, llama.cpp."""

NO_IMAGES = re.compile(rb"(?i)image_url|image input|not a multimodal model|0 image\(s\)|support images?\b")
"""Wordings for a model that takes no pictures: OpenAI, OpenRouter, vLLM, Google and Anthropic."""

OPTION_OF_PARAMETER = {
    "max_completion_tokens": "max_tokens",
    "json_schema": "response_format",
    "top_logprobs": "logprobs",
    "stop_sequences": "stop",
    "stopSequences": "stop",
    "topP": "top_p",
    "topK": "top_k",
    "maxOutputTokens": "max_tokens",
    "output_config": "response_format",
    "responseJsonSchema": "response_format",
    "thinking": "reasoning_effort",
}
"""Other names that endpoints use for parameters."""


def quirks_in(status: int, body: bytes, settings: Settings, known: Quirks) -> Quirks | None:
    """The quirks, with one more thing that the model does not take by this error; `None` for other errors.

    Reasoning models reject sampling settings, and expect the length limit under another name; templates of
    some open models have no system message; schemas of some models have no bounds. A value that is merely
    out of range does not count.
    """
    text = body[:8000].decode("utf-8", "replace")
    # A template that raises is an error of the server for llama.cpp.
    if status in (400, 422, 500) and SYSTEM not in known.left_out and NO_SYSTEM.search(text):
        return replace(known, left_out=known.left_out | {SYSTEM})
    if status not in (400, 422):
        return None
    if settings.max_tokens is not None and not known.new_limit and b"max_completion_tokens" in body:
        return replace(known, new_limit=True)
    if settings.token_ids and TOKEN_IDS not in known.left_out and "return_token_ids" in text:
        return replace(known, left_out=known.left_out | {TOKEN_IDS})
    if not UNSUPPORTED.search(text):
        return None
    if settings.token_ids and TOKEN_IDS not in known.left_out and "logprobs" in text:
        return replace(known, left_out=known.left_out | {TOKEN_IDS})
    if settings.schema is not None and BOUNDS not in known.left_out and NO_BOUNDS.search(text):
        return replace(known, left_out=known.left_out | {BOUNDS})
    sent = [name for name in SAMPLING if getattr(settings, name) is not None and name not in known.left_out]
    named = [name for name in sent if name in text or GOOGLE_NAMES.get(name, name) in text]
    return replace(known, left_out=known.left_out | {*named}) if named else None


def is_filtered(status: int, body: bytes) -> bool:
    """Whether a content filter refused the prompt; Azure reports this as an error."""
    return status == 400 and b'"content_filter"' in body


def delay_in(body: bytes) -> float | None:
    """The seconds that Google asks to wait, from the body of its error.

    >>> delay_in(b'{"error": {"details": [{"retryDelay": "34.5s"}]}}')
    34.5
    """
    found = re.search(rb'"retryDelay":\s*"(\d{1,6}(?:\.\d{1,9})?)s"', body[:8000])
    return float(found[1]) if found else None


def is_page(body: bytes) -> bool:
    """Whether a body is a web page or other markup, as sent by gateways and wrong addresses."""
    return body.lstrip()[:1] == b"<"


def of_status(
    status: int, headers: Mapping[str, str], body: bytes, route: Route, settings: Settings
) -> ProviderError:
    """The error for a status other than 2xx."""
    who, text = f"{route.name} at {route.host}", excerpt(body, *route.secrets)
    quote = f": {text!r}" if text else ""
    after = retry_after(headers)
    if after is None:
        after = delay_in(body)
    if status in (401, 403) or (status == 400 and b"API_KEY_INVALID" in body):
        key = (
            f"check the key in {route.key_env}"
            if route.key_env
            else "it needs a key: name the environment variable that holds it with key_env"
        )
        return Unauthorised(f"{who} refuses access ({status}); {key}{quote}")
    if status in (400, 404, 422) and NO_IMAGES.search(body[:8000]):
        return RequestRejected(
            f"{who} takes no pictures, or none of this kind ({status}); leave see=image out{quote}"
        )
    if status == 404:
        return ModelNotFound(
            f"{who} has no model {route.model!r}, or nothing is served at {route.base_url} (404); "
            f"check the model's name and base_url{quote}"
        )
    if 300 <= status < 400:
        target = excerpt(headers.get("location", ""), *route.secrets)
        return NotAnAnswer(
            f"{who} redirects ({status}) to {target or 'nowhere'}; give the right address as base_url"
        )
    if status == 402 or any(mark in body[:8000] for mark in NO_CREDIT):
        return QuotaSpent(f"the account has no credit left for {who} ({status}){quote}")
    if status == 429:
        asks = f" and asks to wait {after:.0f} s" if after else ""
        return RateLimited(
            f"{who} has too many requests (429){asks}; lower --concurrency or set --rpm{quote}",
            max_tries=PASSING_MAX_TRIES,
            after=after,
        )
    if status in (408, 409) or status >= 500:
        return ServerFailed(f"{who} fails ({status}){quote}", max_tries=PASSING_MAX_TRIES, after=after)
    return _of_rejection(status, body, who, quote, settings)


def _of_rejection(status: int, body: bytes, who: str, quote: str, settings: Settings) -> ProviderError:
    if status == 413 or CONTEXT_TOO_LONG.search(body[:8000].decode("utf-8", "replace")):
        less = "" if settings.max_tokens is None else "; a lower max_tokens leaves more room, too"
        return ContextTooLong(
            f"the messages are too long for {who} ({status}): with history=none it is sent the rules and the "
            f"current view only{less}{quote}"
        )
    option = _option(body, settings)
    if option is not None:
        return OptionRejected(f"{who} does not take {option} as given ({status}); {ADVICE[option]}{quote}")
    return RequestRejected(f"{who} rejects the request ({status}){quote}")


def _option(body: bytes, settings: Settings) -> str | None:
    """The option that the error is about."""
    sent = {
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "max_tokens": settings.max_tokens,
        "seed": settings.seed,
        "response_format": settings.schema,
        "reasoning_effort": settings.reasoning_effort,
        "logprobs": settings.top_logprobs,
        "top_k": settings.top_k,
        "min_p": settings.min_p,
        "stop": settings.stop or None,
    }
    names = [*ADVICE, *OPTION_OF_PARAMETER]
    error: Any = None
    try:
        error = orjson.loads(body)["error"]
        named = [error["param"]] if error["param"] in names else []
    except (orjson.JSONDecodeError, KeyError, TypeError):
        named = []
    text = body[:8000].decode("utf-8", "replace")
    for name in [*named, *(name for name in names if name in text)]:
        option = OPTION_OF_PARAMETER.get(str(name), str(name))
        if sent[option] is not None:
            return option
    return None


def of_body(reason: ValueError, body: bytes, route: Route, settings: Settings) -> ProviderError:
    """The error for a response with status 200 that holds no answer."""
    who = f"{route.name} at {route.host}"
    if isinstance(reason, Overlong):
        return HugeAnswer(f"{who} sent a text of more than {MAX_CHARACTERS:,} characters; set max_tokens")
    if isinstance(reason, Refused):
        if reason.code:
            return of_status(reason.code, {}, body, route, settings)
        return ServerFailed(
            f"{who} sent an error: {excerpt(body, *route.secrets)!r}", max_tries=PASSING_MAX_TRIES
        )
    assert isinstance(reason, Misshapen)
    why = "it is a web page; base_url is probably wrong (most end in /v1)" if is_page(body) else str(reason)
    begins = f"; it begins {excerpt(body, *route.secrets, length=80)!r}" if body.strip() else "; it is empty"
    return NotAnAnswer(
        f"{who} sent something that is not an answer: {why}{begins}", max_tries=COSTLY_MAX_TRIES
    )


def of_transport(error: Exception, route: Route, timeout: float) -> ProviderError:
    """The error for a connection that failed."""
    who = f"{route.name} at {route.host}"
    chain = tuple(causes(error))
    for cause in chain:
        if isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            # aiohttp appends its certificate settings, even to errors that have nothing to do with them.
            why = excerpt(str(cause).replace(" ssl:default", ""), *route.secrets) or type(cause).__name__
            return Unreachable(
                f"cannot reach {who}: {why}; is it running, and base_url right?", max_tries=PASSING_MAX_TRIES
            )
    if any(isinstance(cause, TimeoutError) for cause in chain):
        return TimedOut(
            f"{who} did not answer within {timeout:g} s; a longer timeout may help",
            max_tries=COSTLY_MAX_TRIES,
        )
    for cause in chain:
        if isinstance(cause, aiohttp.ClientResponseError):
            return NotAnAnswer(
                f"{who} sent malformed HTTP: {type(cause).__name__}", max_tries=COSTLY_MAX_TRIES
            )
    return CutOff(f"{who} closed the connection before the answer was complete", max_tries=PASSING_MAX_TRIES)


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """An error and its chain of causes."""
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
