"""Requests whose answers come when nobody waits any more."""

import asyncio
from types import SimpleNamespace

import pytest

from agonist.models.call_state import current_call
from agonist.models.protocol import Message, Reply, Settings
from agonist.players.recording_model import RecordingModel, UnderWay
from agonist.store import StoreError


class Slow:
    """A model that answers when it is let."""

    name = "slow"

    def __init__(self):
        self.asked, self.let = asyncio.Event(), asyncio.Event()

    async def complete(self, messages, settings):
        with current_call().request():
            self.asked.set()
            await self.let.wait()
        return Reply("1", "stop")


async def answered_late(record):
    """What the event loop had to complain of after an answer came to a match that was stopped."""
    complaints = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))
    model, under_way = Slow(), UnderWay()
    seat = SimpleNamespace(seat=0, answered=lambda _messages: None, apart=record)
    turn = asyncio.create_task(
        RecordingModel(model, seat, under_way).complete([Message("user", "?")], Settings())
    )
    await model.asked.wait()
    turn.cancel()
    with pytest.raises(asyncio.CancelledError):
        await turn
    model.let.set()
    await under_way.drained()
    await asyncio.sleep(0)
    return complaints


def test_an_answer_that_comes_late_is_recorded():
    kept = []
    assert asyncio.run(answered_late(lambda _origin, call: kept.append(call.text))) == []
    assert kept == ["1"]


def test_a_late_answer_to_a_run_whose_database_failed_prints_no_traceback():
    def record(_origin, _call):
        raise StoreError("the database was removed")

    assert asyncio.run(answered_late(record)) == []
