"""The fake that users' tests are written with."""

import time

import pytest

from agonist.core import UsageError
from agonist.models.errors import ServerFailed
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.models.scripted import ScriptedModel

ASK = [Message("user", "Your move?")]


async def test_texts_replies_and_errors_come_in_order_and_what_was_sent_is_kept():
    whole = Reply("cut", "length", Usage(1, 0, 2), "m", 0.0)
    model = ScriptedModel(["3", whole, ServerFailed("busy")], name="fake")
    settings = Settings(temperature=1)
    first = await model.complete(ASK, settings)
    assert (first.text, first.finish, first.model, model.name) == ("3", "stop", "fake", "fake")
    assert first.usage == Usage(prompt=7, completion=1)
    assert await model.complete(ASK, settings) is whole
    with pytest.raises(ServerFailed):
        await model.complete(ASK, settings)
    with pytest.raises(UsageError, match="has 3 answers"):
        await model.complete(ASK, settings)
    assert model.sent == [(tuple(ASK), settings)] * 4


async def test_a_function_answers_what_it_reads_and_a_delay_is_kept():
    model = ScriptedModel(lambda messages: messages[-1].content.upper(), delay=0.05)
    started = time.perf_counter()
    assert (await model.complete(ASK, Settings())).text == "YOUR MOVE?"
    assert time.perf_counter() - started >= 0.05
