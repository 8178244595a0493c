"""A model at one seat; every request is recorded, even if the match stops."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace
from typing import TYPE_CHECKING

from agonist.core import AgonistError
from agonist.models.call_state import CallState, making_call
from agonist.models.protocol import Message, Model, Reply, Settings
from agonist.players.model_call_record import UNANSWERED, ModelCall, call_of, without_files

if TYPE_CHECKING:
    from agonist.players.player import SeatContext

_SHARED = frozenset(field.name for field in fields(Reply)) & {field.name for field in fields(ModelCall)}


class UnderWay:
    """Requests in flight whose matches were stopped."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Reply]] = set()

    def __len__(self) -> int:
        return len(self._tasks)

    def add(self, task: asyncio.Task[Reply]) -> None:
        """Let this request finish."""
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drained(self) -> None:
        """Wait until all have finished. If this is cancelled, they are too, and are recorded as never
        answered."""
        try:
            while self._tasks:
                await asyncio.wait(self._tasks)
        except asyncio.CancelledError:
            tasks = list(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            raise


class RecordingModel:
    """A model as used by one seat.

    Requests that were answered before an interruption are not sent again. When a match is stopped while a
    request is in flight, the request finishes, and its answer is recorded. Requests that were never answered
    are recorded as such, at their estimated cost.
    """

    def __init__(self, model: Model, context: SeatContext, under_way: UnderWay) -> None:
        self._model, self._context, self._under_way = model, context, under_way

    @property
    def name(self) -> str:
        """The model's name, unchanged."""
        return self._model.name

    async def complete(self, messages: Sequence[Message], settings: Settings) -> Reply:
        """The model's reply; see `Model`."""
        known = self._context.answered(messages)
        if known is not None:
            return Reply(**{name: getattr(known, name) for name in _SHARED})
        call = CallState()
        task = asyncio.create_task(self._ask(call, messages, settings))
        try:
            reply = await asyncio.shield(task)
        except asyncio.CancelledError:
            call.abandoned = True
            if not task.done() and not call.open:
                task.cancel()  # nothing is in flight: the call waits for its turn, the budget or a retry
            task.add_done_callback(lambda task: self._late(task, messages, settings))
            self._under_way.add(task)
            raise
        self._context.record(settings.origin, self._call(reply, messages, settings))
        return reply

    async def _ask(self, call: CallState, messages: Sequence[Message], settings: Settings) -> Reply:
        reply: Reply | None = None
        try:
            with making_call(call):
                reply = await self._model.complete(messages, settings)
        finally:
            sent = call.sent if reply is None else call.unanswered
            if sent:
                lost = Reply(
                    "",
                    UNANSWERED,
                    model=self.name,
                    usage=call.usage.times(call.unanswered),
                    cost=None if call.cost is None else call.cost * call.unanswered,
                    tries=sent,
                    estimated=call.unanswered > 0,
                )
                self._context.apart(settings.origin, self._call(lost, messages, settings))
        return replace(reply, tries=reply.tries - call.unanswered) if call.unanswered else reply

    def _late(self, task: asyncio.Task[Reply], messages: Sequence[Message], settings: Settings) -> None:
        if task.cancelled() or task.exception() is not None:
            return
        # A failing database stops the run at its next write, so the error need not be raised here too.
        with suppress(AgonistError):
            self._context.apart(settings.origin, self._call(task.result(), messages, settings))

    def _call(self, reply: Reply, messages: Sequence[Message], settings: Settings) -> ModelCall:
        sent, kept = _new(messages)
        origin, seat = settings.origin, self._context.seat
        if origin is None:
            return call_of(reply, settings, sent, kept, seat=seat)
        return call_of(reply, settings, sent, kept, seat=seat, attempt=origin.attempt, probe=origin.probe)


def _new(messages: Sequence[Message]) -> tuple[tuple[Message, ...], int]:
    """The messages after the model's last answer, and how many there are before."""
    known = len(messages)
    while known and messages[known - 1].role != "assistant":
        known -= 1
    return without_files(messages[known:]), known
