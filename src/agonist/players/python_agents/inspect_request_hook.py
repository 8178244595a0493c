"""The requests of an agent of Inspect to its models, which pass through our transcript and budget.

Inspect calls a hook before each request and after each answer, whoever makes it. The hook lets a model of
ours begin the same request, which waits for its place in the budget, and end with the same answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from inspect_ai.event import ModelEvent
from inspect_ai.hooks import BeforeModelGenerate, Hooks, ModelCacheUsageData, ModelUsageData, hooks
from inspect_ai.log import transcript
from inspect_ai.model import ModelUsage
from inspect_ai.util import LimitExceededError

from agonist.core import AgonistError
from agonist.models.call_state import current_call
from agonist.models.errors import ServerFailed
from agonist.models.inspect_conversion import from_inspect, reply_of, usage_of
from agonist.models.protocol import Message, Reply, Settings
from agonist.players.python_agents.context import AgentContext
from agonist.players.spec import INSPECT

LATEST: Final = 50
"""How many of the latest events of a transcript are searched for an answer."""

SETTINGS: Final = ("temperature", "max_tokens", "top_p", "seed", "reasoning_effort")
"""Settings of a request that our transcript and budget know."""


class RelayedModel:
    """A model whose requests Inspect sends; each answers the request that is just being made."""

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def name(self) -> str:
        """Provider and model, as Inspect names them."""
        return self._name

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The answer that Inspect got. Raises `ProviderError` if it got none."""
        relay = _relay.get()
        assert relay is not None
        with current_call().request():
            relay.admitted.set_result(None)
            return await relay.reply


class _Relay:
    """One request that Inspect sends, as a model of ours has it."""

    def __init__(self) -> None:
        loop = asyncio.get_running_loop()
        self.admitted: asyncio.Future[None] = loop.create_future()
        self.reply: asyncio.Future[Reply] = loop.create_future()


_relay: ContextVar[_Relay | None] = ContextVar("relay", default=None)


@dataclass(frozen=True, slots=True)
class _Pending:
    """A request that was sent; `events`: how many its transcript had before."""

    relay: _Relay
    asked: asyncio.Task[str]
    model: str
    events: int


class Requests:
    """The requests of an agent in one turn, by the task that makes each."""

    def __init__(self, context: AgentContext) -> None:
        self._context = context
        self._pending: dict[Any, _Pending] = {}
        self.refused: BaseException | None = None
        """What kept a request from being sent, such as a spent budget."""

    async def begin(self, data: BeforeModelGenerate) -> None:
        """Wait until a request may be sent. Raises Inspect's error for limits if it may not."""
        await self._end_as_it_is(asyncio.current_task())
        relay = _Relay()
        token = _relay.set(relay)
        try:
            model = self._context.model(f"{INSPECT}{data.model_name}")
            given: dict[str, Any] = {name: getattr(data.config, name) for name in SETTINGS}
            messages = [from_inspect(message) for message in data.input]
            asked = asyncio.create_task(model.complete(messages, **given))
        except AgonistError as error:
            self._refuse(error)
        finally:
            _relay.reset(token)
        either: list[asyncio.Future[Any]] = [asked, relay.admitted]
        try:
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            relay.reply.cancel()
            asked.cancel()
            await asyncio.wait([asked])
            raise
        if asked.done():
            self._refuse(asked.exception())
        events = len(transcript().events)
        self._pending[asyncio.current_task()] = _Pending(relay, asked, data.model_name, events)

    def _refuse(self, error: BaseException | None) -> NoReturn:
        """Keep the request from being sent: of a hook's errors, Inspect raises only those of limits."""
        self.refused = error
        raise LimitExceededError("custom", value=1, limit=0, message=str(error))

    async def answer(self, reply: Reply) -> None:
        """End the request that this task is making."""
        await self._end(asyncio.current_task(), reply)

    async def close(self) -> None:
        """End what is left: requests that failed, and answers that nobody counted the tokens of."""
        for task in list(self._pending):
            await self._end_as_it_is(task)

    async def _end_as_it_is(self, task: Any) -> None:
        if (pending := self._pending.get(task)) is not None:
            await self._end(task, _uncounted(pending))

    async def _end(self, task: Any, reply: Reply | None) -> None:
        if task not in self._pending:
            return
        pending = self._pending.pop(task)
        if reply is None:
            pending.relay.reply.set_exception(ServerFailed(f"{pending.model}: an agent's request failed"))
        else:
            pending.relay.reply.set_result(reply)
        await asyncio.wait([pending.asked])
        if (error := pending.asked.exception()) is not None and reply is not None:
            raise error


current: Final[ContextVar[Requests | None]] = ContextVar("requests", default=None)
"""The requests of the turn that the running task plays."""


@hooks(name="agonist_agents", description="Counts the requests of agents that play in Agonist.")
class AgentRequests(Hooks):
    """Tells the turn that is being played of the requests of its agent."""

    def enabled(self) -> bool:
        """Whether an agent is playing."""
        return current.get() is not None

    async def on_before_model_generate(self, data: BeforeModelGenerate) -> None:
        """Before each attempt."""
        if (requests := current.get()) is not None:
            await requests.begin(data)

    async def on_model_usage(self, data: ModelUsageData) -> None:
        """After an answer."""
        if (requests := current.get()) is not None:
            await requests.answer(_counted(data.usage, data.call_duration))

    async def on_model_cache_usage(self, data: ModelCacheUsageData) -> None:
        """After an answer from Inspect's cache, which costs nothing."""
        if (requests := current.get()) is not None:
            await requests.answer(Reply("", "stop", from_cache=True, tries=0, cost=0.0))


def _counted(usage: ModelUsage, seconds: float) -> Reply:
    """The answer whose tokens these are."""
    for event in reversed(transcript().events[-LATEST:]):
        if isinstance(event, ModelEvent) and event.output.usage is usage:
            return reply_of(event.output)
    return Reply("", "stop", usage_of(usage), seconds=seconds, cost=usage.total_cost)


def _uncounted(pending: _Pending) -> Reply | None:
    """The answer of a model that counted no tokens; `None` if it gave none."""
    for event in transcript().events[pending.events :]:
        if isinstance(event, ModelEvent) and event.model == pending.model and not event.pending:
            return None if event.error or event.output.usage else reply_of(event.output)
    return None
