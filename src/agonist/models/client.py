"""Models behind HTTP endpoints, over aiohttp."""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import replace
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

import aiohttp

from agonist.core import UsageError
from agonist.models import connection_pool, endpoint_error_messages
from agonist.models.address_kinds import why_not_public
from agonist.models.call_state import current_call
from agonist.models.current_waits import USUAL_SHOWN_AFTER_SECONDS, waiting
from agonist.models.engine_per_conversation import ASIDE_SECONDS
from agonist.models.errors import (
    HugeAnswer,
    NotAnAnswer,
    ProviderError,
    RateLimited,
    ServerFailed,
    TimedOut,
    Unreachable,
)
from agonist.models.formats import FORMATS, Misshapen, Overlong, Quirks, Refused
from agonist.models.formats.format import BOUNDS, NO_QUIRKS, SAMPLING, SYSTEM, TOKEN_IDS, without_system
from agonist.models.formats.json_bodies import sendable
from agonist.models.limits import Limits
from agonist.models.protocol import Reply
from agonist.models.proxy import proxy_for
from agonist.models.redaction import without
from agonist.models.retry import RetryPolicy, retry
from agonist.models.token_estimate import tokens_of_messages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.models.protocol import Message, Settings
    from agonist.models.providers import Route

_LOG = logging.getLogger(__name__)

NO_HEADERS: Mapping[str, str] = MappingProxyType({})

UNPROVEN_MAX_TRIES = 2
"""How often an endpoint that has never answered is tried: probably its address is wrong, or it is not
running."""

ASSUMED_COMPLETION_TOKENS = 200
"""Tokens assumed for a completion when a limit of tokens a minute is checked before the request."""


class HttpModel:
    """A model behind an HTTP endpoint, or behind several engines (see `Engines`).

    `timeout`, in seconds per request, overrides that of the settings. The other numbers are `Limits`'.
    `adaptive`: requests at once climb with throughput (`AdaptiveGate`).
    `jitter` only spreads retries in time. With `public_only`, an address of this machine or of a private
    network is refused.
    """

    def __init__(
        self,
        route: Route,
        *,
        timeout: float | None = None,
        max_concurrency: int | None = None,
        rpm: float | None = None,
        tpm: float | None = None,
        adaptive: bool = False,
        retry_policy: RetryPolicy | None = None,
        jitter: Random | None = None,
        public_only: bool = False,
    ) -> None:
        for address in route.addresses if public_only else ():
            if why := why_not_public(address):
                raise UsageError(f"{address} may not be used here: {why}")
        if timeout is not None and not timeout > 0:
            raise UsageError(f"timeout must be more than 0 seconds, not {timeout}")
        Limits(max_concurrency, rpm, tpm)  # so that wrong numbers raise now, not at the first request
        self.route = route
        self._routes = {address: route.to(address) for address in route.addresses}
        for each in self._routes.values():
            proxy_for(each, public_only=public_only)  # a wrong proxy, too
        self._format = FORMATS[route.format]
        self._timeout = timeout
        self._bounds = (max_concurrency, rpm, tpm, adaptive)
        self._retry_policy = retry_policy or RetryPolicy()
        self._public_only = public_only
        self._jitter = jitter or Random()

    @property
    def name(self) -> str:
        """The name it was requested by: provider/model."""
        return self.route.name

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's answer. Raises `ProviderError` if there is none after all retries."""
        # Counting is slow, and is needed only if tokens per minute are limited.
        size = 0 if self._bounds[2] is None else _size(messages, settings, self.name)

        async def once() -> Reply:
            limits = connection_pool.limits(self.route.addresses, self.route.key, *self._bounds)
            async with limits.slot(size) as slot:
                try:
                    reply = await self._ask_engine(messages, settings)
                except (RateLimited, TimedOut, ServerFailed) as error:
                    if error.after is not None or not isinstance(error, ServerFailed):
                        slot.congested(self._pause(error))
                    raise
                slot.answered(reply.usage.total)
                return reply

        reply, tries = await retry(once, self._retry_policy, self._jitter)
        return reply if tries == 1 else replace(reply, tries=reply.tries + tries - 1)

    def _pause(self, error: ProviderError) -> float:
        """Seconds that other calls should wait too; 0 if the pause is longer than the policy allows."""
        after = error.after or 0.0
        return after if after <= self._retry_policy.max_waiting else 0.0

    async def _ask_engine(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The answer of the conversation's engine, or of another one if that refuses the connection."""
        engines, call = connection_pool.engines(self.route.addresses), current_call()
        session = None if settings.origin is None else settings.origin.session
        sent = 0
        while True:
            route = self._routes[engines.enter(session)]
            why = f"{route.name} at {route.host} to answer"
            sent += 1
            try:
                with call.request(), waiting(why, shown_after=USUAL_SHOWN_AFTER_SECONDS):
                    reply = await self._ask(route, messages, settings)
            except Unreachable as error:
                is_told = engines.is_aside(route.base_url)  # by another request that was under way
                if not engines.set_aside(route.base_url) or call.abandoned:
                    raise
                if not is_told:
                    _LOG.warning("%s is set aside for %g s: %s", route.host, ASIDE_SECONDS, error)
                await call.permit()
            else:
                return reply if sent == 1 else replace(reply, tries=sent)
            finally:
                engines.leave(route.base_url)

    async def _ask(self, route: Route, messages: Sequence[Message], settings: Settings) -> Reply:
        """One request; more if the endpoint rejects settings that its model does not take."""
        connection = connection_pool.connection(route, public_only=self._public_only)
        variant = (route.model, settings.reasoning_effort)
        quirks = connection.quirks.get(variant, NO_QUIRKS)
        talk = without_system(messages) if SYSTEM in quirks.left_out else messages
        body = sendable(self._format.request(route, talk, settings, quirks))
        timeout = self._timeout if self._timeout is not None else settings.timeout
        started = time.perf_counter()
        status, headers, content = 0, NO_HEADERS, b""
        failure: ProviderError | None = None
        try:
            async with asyncio.timeout(timeout):
                status, headers, content = await connection_pool.post(
                    connection,
                    self._format.url(route),
                    body,
                    None if settings.origin is None else settings.origin.headers(),
                )
        except connection_pool.TooBig:
            failure = HugeAnswer(
                f"{self.name} at {route.host} sent more than {connection_pool.MAX_RESPONSE_BYTES:,} bytes"
            )
        except (aiohttp.ClientError, OSError) as error:
            failure = endpoint_error_messages.of_transport(error, route, timeout)
        seconds = time.perf_counter() - started
        if failure is None and not 200 <= status < 300:
            learnt = endpoint_error_messages.quirks_in(status, content, settings, quirks)
            if learnt is not None:
                self._learn(connection, variant, learnt)
                await current_call().permit()
                current_call().count()
                return await self._ask(route, messages, settings)
            if endpoint_error_messages.is_filtered(status, content):
                connection.proven = True
                return Reply("", "refusal", model=route.model, seconds=seconds)
            failure = endpoint_error_messages.of_status(status, headers, content, route, settings)
        if failure is None:
            try:
                reply = self._format.read(content, route.model, seconds)
            except (Misshapen, Overlong, Refused) as error:
                failure = endpoint_error_messages.of_body(error, content, route, settings)
            else:
                connection.proven = True
                reply = self._cleared(reply, _left_out(quirks, messages, settings))
                if settings.token_ids and settings.top_logprobs is None and reply.logprobs is not None:
                    return replace(reply, logprobs=None)  # those of the tokens are beside their ids
                return reply
        if not connection.proven:
            if isinstance(failure, NotAnAnswer) and endpoint_error_messages.is_page(content):
                failure.max_tries = 1
            elif isinstance(failure, Unreachable):
                failure.max_tries = UNPROVEN_MAX_TRIES
        raise failure

    def _learn(
        self, connection: connection_pool.Connection, route: tuple[str, str | None], learnt: Quirks
    ) -> None:
        """Remember what a model does not take, and log each once."""
        known = connection.quirks.get(route, NO_QUIRKS)
        connection.quirks[route] = Quirks(
            known.new_limit or learnt.new_limit, known.left_out | learnt.left_out
        )
        for name in sorted(learnt.left_out - known.left_out):
            if name == SYSTEM:
                _LOG.warning(
                    "%s takes no system message: the rules stand before the first question", self.name
                )
            elif name == TOKEN_IDS:
                _LOG.warning("%s gives no ids of tokens: requests do not ask for them", self.name)
            else:
                _LOG.warning(
                    "%s takes no %s: requests leave it out, and its default applies", self.name, name
                )

    def _cleared(self, reply: Reply, left_out: tuple[str, ...]) -> Reply:
        """The reply without secrets: an endpoint that echoes the request must not get them into records."""
        secrets = self.route.secrets
        if not secrets:
            return replace(reply, left_out=left_out) if left_out else reply
        text, thought, finish, model = (
            without(part, *secrets) for part in (reply.text, reply.thought, reply.finish, reply.model)
        )
        echoes = self._echoes(reply) or (text, thought) != (reply.text, reply.thought)
        return replace(
            reply,
            text=text,
            thought=thought,
            finish=finish,
            model=model,
            logprobs=None if echoes else reply.logprobs,
            token_ids=None if echoes else reply.token_ids,
            left_out=left_out,
        )

    def _echoes(self, reply: Reply) -> bool:
        """Whether the tokens of the answer hold a secret, which may be split over several of them."""
        joined = "".join(token for token, _, _ in reply.logprobs or ())
        return without(joined, *self.route.secrets) != joined


def _left_out(quirks: Quirks, messages: Sequence[Message], settings: Settings) -> tuple[str, ...]:
    """What a request would have held if the model took it."""
    sent = {
        SYSTEM: any(message.role == SYSTEM for message in messages),
        BOUNDS: settings.schema is not None,
        TOKEN_IDS: settings.token_ids,
        **{name: getattr(settings, name) is not None for name in SAMPLING},
    }
    return tuple(name for name in sorted(quirks.left_out) if sent[name])


def _size(messages: Sequence[Message], settings: Settings, model: str) -> int:
    """The expected tokens of a request and its answer."""
    completion = min(settings.max_tokens or ASSUMED_COMPLETION_TOKENS, ASSUMED_COMPLETION_TOKENS)
    return tokens_of_messages(messages, model) + completion
