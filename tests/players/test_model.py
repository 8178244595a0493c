"""A model at the table: what it is sent, and what becomes of what it writes."""

import itertools
import json
import re

import pytest

from agonist.core import Choice
from agonist.games import KITS
from agonist.match import Policy, Probe, bad_answers, play
from agonist.models.protocol import Reply, Settings, Usage
from agonist.models.scripted import ScriptedModel
from agonist.players.model import Manner, ModelPlayer
from agonist.players.simple import RandomPlayer

TICTACTOE, GUESS = KITS["tictactoe"], KITS["guess_average"]


def first_listed(messages):
    """Takes the first option that the last message lists."""
    options = re.findall(r'"(\(\d, \d\))"', messages[-1].content.rsplit("one of", 1)[-1])
    return json.dumps({"cell": options[0]})


def at_table(model, manner, **how):
    return lambda place: ModelPlayer(place, model, Settings(), manner, **how)


async def match_of(model, manner, seed="1", **how):
    seats = [at_table(model, manner), lambda _place: RandomPlayer()]
    return await play(TICTACTOE, TICTACTOE.game(), seats, seed=seed, **how)


async def test_a_chat_is_append_only():
    model = ScriptedModel(first_listed)
    await match_of(model, Manner())
    sent = [messages for messages, _settings in model.sent]
    assert len(sent) >= 3
    for before, after in itertools.pairwise(sent):
        assert after[: len(before)] == before
    assert [m.role for m in sent[-1]][:4] == ["system", "user", "assistant", "user"]


async def test_a_snapshot_remembers_nothing():
    model = ScriptedModel(first_listed)
    await match_of(model, Manner(talk="snapshot"))
    assert all([m.role for m in messages] == ["system", "user"] for messages, _settings in model.sent)


async def test_what_was_wrong_is_said_and_the_transcript_has_it_raw():
    answers = iter(["I would rather not.", '{"cell": "(9, 9)"}'])
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    match = await match_of(model, Manner())
    exchanges = match.steps[0].exchanges
    assert [e.error for e in exchanges] == ["unreadable", "illegal", ""]
    assert exchanges[0].text == "I would rather not."
    assert "That answer cannot be played" in exchanges[1].sent[-1].content
    assert exchanges[1].kept == 3
    assert not match.replaced


async def test_without_feedback_the_same_question_comes_again():
    answers = iter(["no", "no"])
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    await match_of(model, Manner(), policy=Policy(feedback=False))
    assert model.sent[0][0] == model.sent[1][0] == model.sent[2][0]


async def test_a_replaced_move_is_told_at_the_next_turn():
    answers = iter(["no"] * 3)
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    match = await match_of(model, Manner())
    assert match.replaced == {0}
    played = match.steps[0].moves[0]
    assert f"this was played for you:\nCell: ({played[0]}, {played[1]})" in model.sent[3][0][-1].content


async def test_a_chat_goes_on_after_a_break_with_the_same_words():
    model = ScriptedModel(first_listed)
    whole = await match_of(model, Manner())
    asked = [messages for messages, _settings in model.sent]
    for cut in (1, 2, 3, 4):
        again = ScriptedModel(first_listed)
        assert (await match_of(again, Manner(), steps=whole.steps[:cut])).record == whole.record
        assert [messages for messages, _settings in again.sent] == asked[(cut + 1) // 2 :]


async def test_hidden_options_are_not_listed():
    model = ScriptedModel(lambda _messages: '{"cell": "(1, 1)"}')
    await match_of(model, Manner(listed=False))
    assert '"(2, 2)"' not in model.sent[0][0][-1].content
    assert "a free cell" in model.sent[0][0][-1].content


async def test_reasoning_is_asked_for_and_read_past():
    model = ScriptedModel(lambda messages: first_listed(messages).replace("{", '{"reasoning": "{centre}", '))
    match = await match_of(model, Manner(method="cot"))
    assert '"reasoning"' in model.sent[0][0][-1].content
    assert not bad_answers(match.steps)


async def test_labelled_lines():
    def talk(messages):
        options = re.findall(r"\(\d, \d\)", messages[-1].content.rsplit("Cell:", 1)[-1])
        return f"Well.\nCell: {options[0]}"

    match = await match_of(ScriptedModel(talk), Manner(format="line"))
    assert not bad_answers(match.steps)


async def test_a_schema_is_sent_where_one_is_wanted():
    model = ScriptedModel(first_listed)
    await match_of(model, Manner(format="schema"))
    schema = model.sent[0][1].schema
    assert schema["properties"]["cell"]["enum"][0] == "(1, 1)"


async def test_truncation_is_told_from_nonsense():
    class Cut:
        name = "cut"

        async def complete(self, messages, settings):
            return Reply('{"ce', "length", Usage(10, 0, 5), "cut")

    match = await match_of(Cut(), Manner())
    assert {kind for _seat, kind in bad_answers(match.steps)} == {"truncated"}


async def test_a_probe_is_asked_in_a_fork():
    probe = Probe("again", lambda old, view: Choice(((1, 1),), about="cell") if view.marked else None)
    plain, forked = ScriptedModel(first_listed), ScriptedModel(first_listed)
    once = await match_of(plain, Manner())
    again = await match_of(forked, Manner(), probes=[probe])
    assert again.record == once.record
    moves = [e for step in again.steps for e in step.exchanges if not e.probe]
    assert [e.sent for e in moves] == [e.sent for step in once.steps for e in step.exchanges]


@pytest.mark.parametrize("talk", ["chat", "snapshot"])
async def test_ten_models_guess(talk):
    model = ScriptedModel(lambda _messages: '{"chosen_number": 20}')
    seats = [at_table(model, Manner(talk=talk))] * 10
    match = await play(GUESS, GUESS.game(rounds=2), seats, seed="1")
    assert match.outcome.scores == (2,) * 10
