"""From what happened on the wire to an error that says what was wrong and what to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import aiohttp
import orjson

from agonist.models.answer import LONGEST, Misshapen, Overlong, Refused
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
from agonist.models.redaction import excerpt
from agonist.models.retry import retry_after

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agonist.models.protocol import Settings
    from agonist.models.providers import Route

OFTEN = 100
"""Tries worth making where only patience sets a limit."""

SOME = 3
"""Tries worth making where each is long or costs money."""

ADVICE = {
    "temperature": "leave the option temperature out",
    "top_p": "leave the option top_p out",
    "max_tokens": "leave the option max_tokens out, or lower it",
    "seed": "leave the option seed out",
    "response_format": "choose another format than schema",
    "reasoning_effort": "leave the option reasoning_effort out, or choose another value",
    "logprobs": "leave the option top_logprobs out",
}
"""What to do where an endpoint does not take a parameter."""

ASKED = {
    "max_completion_tokens": "max_tokens",
    "json_schema": "response_format",
    "top_logprobs": "logprobs",
}
"""Other names that endpoints use for parameters."""


def wants_new_limit(status: int, body: bytes) -> bool:
    """Whether a request was refused because its limit should be called max_completion_tokens."""
    return status in (400, 422) and b"max_completion_tokens" in body


def is_page(body: bytes) -> bool:
    """Whether a body is a web page (or other markup), as a gateway or a wrong address sends."""
    return body.lstrip()[:1] == b"<"


def of_status(
    status: int, headers: Mapping[str, str], body: bytes, route: Route, settings: Settings
) -> ProviderError:
    """The error for a status other than success."""
    who, said = f"{route.name} at {route.host}", excerpt(body, route.key)
    quote = f": {said!r}" if said else ""
    after = retry_after(headers)
    if status in (401, 403):
        key = (
            f"check the key in {route.key_env}"
            if route.key_env
            else "it wants a key: name its variable with key_env"
        )
        return Unauthorised(f"{who} refuses access ({status}); {key}{quote}")
    if status == 404:
        return ModelNotFound(
            f"{who} has no model {route.model!r}, or nothing is served at {route.base_url} (404); "
            f"check the model's name and base_url{quote}"
        )
    if 300 <= status < 400:
        target = excerpt(headers.get("location", ""), route.key)
        return NotAnAnswer(
            f"{who} redirects ({status}) to {target or 'nowhere'}; give the right address as base_url"
        )
    if status == 402 or (status == 429 and b"insufficient_quota" in body):
        return QuotaSpent(f"the account has no credit left for {who} ({status}){quote}")
    if status == 429:
        asks = f" and asks to wait {after:.0f} s" if after else ""
        return RateLimited(
            f"{who} has too many requests (429){asks}; lower max_concurrency or set rpm{quote}",
            worth=OFTEN,
            after=after,
        )
    if status in (408, 409) or status >= 500:
        return ServerFailed(f"{who} fails ({status}){quote}", worth=OFTEN, after=after)
    return _of_rejection(status, body, who, quote, settings)


def _of_rejection(status: int, body: bytes, who: str, quote: str, settings: Settings) -> ProviderError:
    low = body[:8000].lower()
    if b"context_length" in low or b"context length" in low or b"maximum context" in low or status == 413:
        return ContextTooLong(f"the messages are too long for {who} ({status}){quote}")
    option = _option(body, settings)
    if option is not None:
        return OptionRejected(f"{who} does not take {option} as given ({status}); {ADVICE[option]}{quote}")
    return RequestRejected(f"{who} rejects the request ({status}){quote}")


def _option(body: bytes, settings: Settings) -> str | None:
    """Which of the options that were sent is complained of."""
    sent = {
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        "max_tokens": settings.max_tokens,
        "seed": settings.seed,
        "response_format": settings.schema,
        "reasoning_effort": settings.reasoning_effort,
        "logprobs": settings.top_logprobs,
    }
    names = [*ADVICE, *ASKED]
    error: Any = None
    try:
        error = orjson.loads(body)["error"]
        named = [error["param"]] if error["param"] in names else []
    except (orjson.JSONDecodeError, KeyError, TypeError):
        named = []
    text = body[:8000].decode("utf-8", "replace")
    for name in [*named, *(name for name in names if name in text)]:
        option = ASKED.get(str(name), str(name))
        if sent[option] is not None:
            return option
    return None


def of_body(reason: ValueError, body: bytes, route: Route, settings: Settings) -> ProviderError:
    """The error for an answer that came with a status of success, but is none."""
    who = f"{route.name} at {route.host}"
    if isinstance(reason, Overlong):
        return HugeAnswer(f"{who} sent a text of more than {LONGEST:,} characters; set max_tokens")
    if isinstance(reason, Refused):
        if reason.code:
            return of_status(reason.code, {}, body, route, settings)
        return ServerFailed(f"{who} sent an error: {excerpt(body, route.key)!r}", worth=OFTEN)
    assert isinstance(reason, Misshapen)
    why = "it is a web page; base_url is probably wrong (most end in /v1)" if is_page(body) else str(reason)
    begins = f"; it begins {excerpt(body, route.key, length=80)!r}" if body.strip() else "; it is empty"
    return NotAnAnswer(f"what {who} sent is no answer: {why}{begins}", worth=SOME)


def of_transport(error: Exception, route: Route, timeout: float) -> ProviderError:
    """The error for a connection that failed."""
    who = f"{route.name} at {route.host}"
    chain = tuple(_causes(error))
    for cause in chain:
        if isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
            why = excerpt(str(cause), route.key) or type(cause).__name__
            return Unreachable(f"cannot reach {who}: {why}; is it running, and base_url right?", worth=OFTEN)
    if any(isinstance(cause, TimeoutError) for cause in chain):
        return TimedOut(f"{who} did not answer within {timeout:g} s; a longer timeout may help", worth=SOME)
    for cause in chain:
        if isinstance(cause, aiohttp.ClientResponseError):
            return NotAnAnswer(
                f"what {who} sent is not HTTP as it should be: {type(cause).__name__}", worth=SOME
            )
    return CutOff(f"{who} closed the connection before the answer was complete", worth=OFTEN)


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__ or error.__context__
