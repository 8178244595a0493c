"""The connection to an agent: one request at a time, within limits of time and size."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import aiohttp

from agonist.core import UsageError
from agonist.models import connection_pool
from agonist.models.address_kinds import why_not_public
from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget
from agonist.models.call_state import CallState, current_call, making_call
from agonist.models.endpoint_error_messages import causes, is_page
from agonist.models.errors import (
    CutOff,
    HugeAnswer,
    ModelNotFound,
    NotAnAnswer,
    OtherMatch,
    ProviderError,
    RateLimited,
    RequestRejected,
    ServerFailed,
    TimedOut,
    Unauthorised,
    Unreachable,
)
from agonist.models.formats.json_bodies import Misshapen, read_object, sendable, whole
from agonist.models.protocol import Reply
from agonist.models.providers import Route, bearer
from agonist.models.redaction import excerpt, without
from agonist.models.retry import RetryPolicy, retry, retry_after
from agonist.models.usage_meter import Meter

ANSWER_SECONDS: Final = 10.0
"""The default time limit of an answer in seconds, as published."""

MAX_RESPONSE_BYTES: Final = 2**20
"""The size limit of an answer, in bytes."""

HEALTH_RETRIES: Final = RetryPolicy(max_tries=5, max_waiting=60.0)
"""Seconds to wait before a match for an agent that has just been started."""

PLAY_RETRIES: Final = RetryPolicy(max_tries=3, max_waiting=30.0)


@dataclass(frozen=True, slots=True)
class AgentReply:
    """An agent's answer; `failed` is its error message if it reports a failure."""

    text: str = ""
    failed: str | None = None
    seconds: float = 0.0
    tries: int = 1


def agent_route(address: str, key_env: str | None, environ: Mapping[str, str] | None = None) -> Route:
    """The address of the agent and its token. Raises `NoKey` if the token is missing."""
    name = f"the agent at {address}"
    key = None if key_env is None else bearer(key_env, name, environ)
    return Route(name, "", address, key, key_env)


class AgentEndpoint:
    """An HTTP agent, shared by all matches that it plays one after the other.

    `label` is its name in the meter. Every request counts against the budget, and costs nothing. With
    `public_only`, an address of this machine or of a private network is refused.
    """

    def __init__(
        self,
        route: Route,
        label: str,
        timeout: float = ANSWER_SECONDS,
        *,
        budget: Budget | None = None,
        meter: Meter | None = None,
        public_only: bool = False,
    ) -> None:
        if public_only and (why := why_not_public(route.base_url)):
            raise UsageError(f"the agent at {route.base_url} may not play here: {why}")
        self._public_only = public_only
        self.route, self.label, self.timeout = route, label, timeout
        self._budget, self._meter = budget, meter or Meter()
        self._turn = asyncio.Lock()
        self._jitter = Random(label)

    @property
    def address(self) -> str:
        return self.route.base_url

    async def call(
        self, path: str, fields: Mapping[str, Any], headers: Mapping[str, str] | None = None
    ) -> AgentReply:
        """The answer to one request. Raises `ProviderError` if there is none, and `BudgetSpent`."""
        call = current_call()
        if self._budget is None:
            return await self._metered(call, path, fields, headers)
        async with self._budget.hold(Spending(requests=1)) as held:
            call.on_request, call.before_retry = held.send, held.permit
            try:
                return await self._metered(call, path, fields, headers)
            finally:
                held.settle(Spending(requests=call.sent))

    async def _metered(
        self, call: CallState, path: str, fields: Mapping[str, Any], headers: Mapping[str, str] | None
    ) -> AgentReply:
        call.cost = 0.0
        call.on_failure = lambda error: self._meter.retried(self.label, error)

        async def once() -> AgentReply:
            async with self._turn:
                with call.request():
                    return await self._post(path, fields, headers)

        reply: AgentReply | None = None
        try:
            with making_call(call):
                said, tries = await retry(
                    once, HEALTH_RETRIES if path == "checkHealth" else PLAY_RETRIES, self._jitter
                )
            reply = replace(said, tries=tries)
            return reply
        finally:
            if reply is None:
                self._meter.failed(self.label, call.sent)
            else:
                answer = Reply(reply.text, "stop", seconds=reply.seconds, cost=0.0)
                self._meter.answered(self.label, answer, call.sent, 0)

    async def _post(
        self, path: str, fields: Mapping[str, Any], headers: Mapping[str, str] | None
    ) -> AgentReply:
        started = time.perf_counter()
        failure: ProviderError | None = None
        try:
            async with asyncio.timeout(self.timeout):
                status, received, content = await connection_pool.post(
                    connection_pool.connection(self.route, public_only=self._public_only),
                    f"{self.address}/agent/{path}",
                    sendable(dict(fields)),
                    headers,
                    MAX_RESPONSE_BYTES,
                )
        except connection_pool.TooBig:
            failure = HugeAnswer(f"{self.route.name} sent more than {MAX_RESPONSE_BYTES:,} bytes")
        except (aiohttp.ClientError, OSError) as error:
            failure = self._of_transport(error)
        # Raised outside of the handler: the cause may contain headers, and so the token.
        if failure is not None:
            raise failure
        if not 200 <= status < 300:
            raise self._of_status(status, received, content, path)
        return replace(self._read(content, fields), seconds=time.perf_counter() - started)

    def _read(self, content: bytes, fields: Mapping[str, Any]) -> AgentReply:
        try:
            reply = read_object(content)
        except Misshapen as why:
            raise self._no_answer("it is a web page" if is_page(content) else str(why), content) from None
        success, result, error = reply.get("success"), reply.get("result"), reply.get("errMsg")
        if not isinstance(success, bool):
            raise self._no_answer("it has no field success with true or false", content)
        if not isinstance(result, str | None) or not isinstance(error, str | None):
            raise self._no_answer("result and errMsg are text or null", content)
        for name in ("game_id", "seq"):
            if reply.get(name) is not None and name in fields and reply[name] != fields[name]:
                raise OtherMatch(
                    f"{self.route.name} answers for another match: {name} is "
                    f"{excerpt(str(reply[name]), *self._secrets, length=40)}, and {fields[name]} was asked"
                )
        failed = None if success else without(whole(error or "it gave no reason"), *self._secrets)
        return AgentReply(without(whole(result or ""), *self._secrets), failed)

    def _no_answer(self, why: str, content: bytes) -> NotAnAnswer:
        begins = excerpt(content, *self._secrets, length=80)
        beginning = f"it begins {begins!r}" if content.strip() else "it is empty"
        return NotAnAnswer(
            f"what {self.route.name} sent is not an answer of the WiS agent protocol: {why}; {beginning}"
        )

    def _of_status(self, status: int, headers: Mapping[str, str], content: bytes, path: str) -> ProviderError:
        who, text = self.route.name, excerpt(content, *self._secrets)
        quote = f": {text!r}" if text else ""
        if status in (401, 403):
            variable = self.route.key_env
            what = f"check the token in {variable}" if variable else "name its token's variable with key_env"
            return Unauthorised(f"{who} refuses access ({status}); {what}{quote}")
        if status in (404, 405):
            return ModelNotFound(
                f"nothing answers at {self.address}/agent/{path} ({status}): is this the address of an agent?"
            )
        if 300 <= status < 400:
            target = excerpt(headers.get("location", ""), *self._secrets)
            return NotAnAnswer(f"{who} redirects ({status}) to {target or 'nowhere'}; give that address")
        after = retry_after(headers)
        if status == 429:
            return RateLimited(f"{who} has too many requests (429){quote}", max_tries=3, after=after)
        if status >= 500 or status in (408, 409):
            return ServerFailed(f"{who} fails ({status}){quote}", max_tries=5, after=after)
        return RequestRejected(f"{who} rejects the request to {path} ({status}){quote}")

    def _of_transport(self, error: Exception) -> ProviderError:
        who = self.route.name
        for cause in causes(error):
            if isinstance(cause, aiohttp.ClientConnectorError | aiohttp.ConnectionTimeoutError):
                why = excerpt(str(cause), *self._secrets) or type(cause).__name__
                return Unreachable(f"cannot reach {who}: {why}; is it running?", max_tries=3)
        chain = tuple(causes(error))
        if any(isinstance(cause, TimeoutError) for cause in chain):
            # No retry: the agent may still be working on the request.
            return TimedOut(f"{who} did not answer within {self.timeout:g} s; timeout=SECONDS gives it more")
        if any(isinstance(cause, aiohttp.ClientResponseError) for cause in chain):
            return NotAnAnswer(f"what {who} sent is not valid HTTP: {type(error).__name__}")
        return CutOff(f"{who} closed the connection before the answer was complete")

    @property
    def _secrets(self) -> tuple[str, ...]:
        return self.route.secrets
