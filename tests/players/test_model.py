"""A model at the table: what it is sent, and what becomes of what it writes."""

import itertools
import json
import re
from dataclasses import replace
from random import Random

import pytest

from agonist.core import Choice
from agonist.games import KITS
from agonist.match import Policy, Probe, invalid_answers, play
from agonist.models.mock_endpoint.mock_models import first
from agonist.models.mock_endpoint.writing_styles import STYLES, untidy
from agonist.models.protocol import Reply, Settings, Usage
from agonist.models.scripted import ScriptedModel
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.simple import RandomPlayer
from agonist.reports.match_text import as_seen

TICTACTOE, GUESS = KITS["tictactoe"], KITS["guess_average"]


def first_listed(messages):
    """Takes the first option that the last message lists."""
    options = re.findall(r'"(\(\d, \d\))"', messages[-1].content.rsplit("one of", 1)[-1])
    return json.dumps({"cell": options[0]})


def at_table(model, style, **how):
    return lambda context: ModelPlayer(context, model, Settings(), style, **how)


async def match_of(model, style, seed="1", **how):
    seats = [at_table(model, style), lambda _context: RandomPlayer()]
    return await play(TICTACTOE, TICTACTOE.game(), seats, seed=seed, **how)


async def test_a_chat_is_append_only():
    model = ScriptedModel(first_listed)
    await match_of(model, PromptStyle())
    sent = [messages for messages, _settings in model.sent]
    assert len(sent) >= 3
    for before, after in itertools.pairwise(sent):
        assert after[: len(before)] == before
    assert [m.role for m in sent[-1]][:4] == ["system", "user", "assistant", "user"]


async def test_a_snapshot_remembers_nothing():
    model = ScriptedModel(first_listed)
    await match_of(model, PromptStyle(history="none"))
    assert all([m.role for m in messages] == ["system", "user"] for messages, _settings in model.sent)


async def test_what_was_wrong_is_said_and_the_transcript_has_it_raw():
    answers = iter(["I would rather not.", '{"cell": "(9, 9)"}'])
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    match = await match_of(model, PromptStyle())
    calls = match.steps[0].calls
    assert [e.error for e in calls] == ["unreadable", "unreadable", ""]
    assert calls[0].text == "I would rather not."
    assert "That answer cannot be played" in calls[1].sent[-1].content
    assert calls[1].kept == 3
    assert not match.fallback


async def test_without_feedback_the_same_question_comes_again():
    answers = iter(["no", "no"])
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    await match_of(model, PromptStyle(), policy=Policy(feedback=False))
    assert model.sent[0][0] == model.sent[1][0] == model.sent[2][0]


async def test_a_replaced_move_is_told_at_the_next_turn():
    answers = iter(["no"] * 3)
    model = ScriptedModel(lambda messages: next(answers, None) or first_listed(messages))
    match = await match_of(model, PromptStyle())
    assert match.fallback == {0}
    played = match.steps[0].moves[0]
    assert f"this was played for you:\nCell: ({played[0]}, {played[1]})" in model.sent[3][0][-1].content


async def test_a_chat_goes_on_after_a_break_with_the_same_words():
    model = ScriptedModel(first_listed)
    whole = await match_of(model, PromptStyle())
    asked = [messages for messages, _settings in model.sent]
    for cut in (1, 2, 3, 4):
        again = ScriptedModel(first_listed)
        assert (await match_of(again, PromptStyle(), steps=whole.steps[:cut])).record == whole.record
        assert [messages for messages, _settings in again.sent] == asked[(cut + 1) // 2 :]


async def test_hidden_options_are_not_listed():
    model = ScriptedModel(lambda _messages: '{"cell": "(1, 1)"}')
    await match_of(model, PromptStyle(listed=False))
    assert '"(2, 2)"' not in model.sent[0][0][-1].content
    assert "a free cell" in model.sent[0][0][-1].content


async def test_reasoning_is_asked_for_and_read_past():
    model = ScriptedModel(lambda messages: first_listed(messages).replace("{", '{"reasoning": "{centre}", '))
    match = await match_of(model, PromptStyle(method="cot"))
    assert '"reasoning"' in model.sent[0][0][-1].content
    assert not invalid_answers(match.steps)


async def test_labelled_lines():
    def talk(messages):
        options = re.findall(r"\(\d, \d\)", messages[-1].content.rsplit("Cell:", 1)[-1])
        return f"Well.\nCell: {options[0]}"

    match = await match_of(ScriptedModel(talk), PromptStyle(format="line"))
    assert not invalid_answers(match.steps)


async def test_a_schema_is_sent_where_one_is_wanted():
    model = ScriptedModel(first_listed)
    await match_of(model, PromptStyle(format="schema"))
    schema = model.sent[0][1].schema
    assert schema["properties"]["cell"]["enum"][0] == "(1, 1)"


async def test_truncation_is_told_from_nonsense():
    class Cut:
        name = "cut"

        async def complete(self, messages, settings):
            return Reply('{"ce', "length", Usage(10, 0, 5), "cut")

    match = await match_of(Cut(), PromptStyle())
    assert {kind for _seat, kind in invalid_answers(match.steps)} == {"truncated"}


async def test_a_probe_is_asked_in_a_fork():
    probe = Probe("again", lambda old, view: Choice(((1, 1),), about="cell") if view.marked else None)
    plain, forked = ScriptedModel(first_listed), ScriptedModel(first_listed)
    once = await match_of(plain, PromptStyle())
    again = await match_of(forked, PromptStyle(), probes=[probe])
    assert again.record == once.record
    moves = [e for step in again.steps for e in step.calls if not e.probe]
    assert [e.sent for e in moves] == [e.sent for step in once.steps for e in step.calls]


@pytest.mark.parametrize("history", ["full", "none"])
async def test_ten_models_guess(history):
    model = ScriptedModel(lambda _messages: '{"chosen_number": 20}')
    seats = [at_table(model, PromptStyle(history=history))] * 10
    match = await play(GUESS, GUESS.game(rounds=2), seats, seed="1")
    assert match.outcome.scores == (2,) * 10


async def test_every_request_says_which_match_seat_and_turn_it_belongs_to():
    model = ScriptedModel(lambda messages: "" if len(model.sent) == 2 else first_listed(messages))
    await match_of(model, PromptStyle(), match="run-7")
    origins = [settings.origin for _messages, settings in model.sent]
    assert {(origin.match, origin.seat) for origin in origins} == {("run-7", 0)}
    assert [(origin.turn, origin.attempt) for origin in origins][:4] == [(0, 1), (2, 1), (2, 2), (4, 1)]


async def test_matches_without_an_id_get_ids_of_their_own():
    model = ScriptedModel(first_listed)
    for _ in range(2):
        await match_of(model, PromptStyle())
    assert len({settings.origin.match for _messages, settings in model.sent}) == 2


@pytest.mark.parametrize("style", sorted(STYLES))
@pytest.mark.parametrize("name", ["guess_average", "pirate_game", "undercover", "hanabi", "bargain"])
async def test_a_strategy_plays_alike_in_every_style_that_models_write_in(name, style):
    """One deterministic mock model, tidy and untidy: the same moves, and no answer refused."""
    kit = KITS[name]
    game = kit.game(**dict(kit.quick_options))

    async def moves(mock):
        def answer(messages):
            said = [{"role": m.role, "content": m.content} for m in messages if m.role != "assistant"]
            return mock(said, Random(0))

        players = [at_table(ScriptedModel(answer), PromptStyle(history="none"))] * game.seats
        match = await play(kit, game, players, seed="1")
        assert not invalid_answers(match.steps)
        return match.record.moves

    assert await moves(untidy(first, style)) == await moves(first)


class Thinker:
    """Thinks for 3,600 characters before each answer, in one of the places where models do."""

    name = "thinker"

    def __init__(self, where, size=3600):
        self.where, self.size, self.sent = where, size, 0

    async def complete(self, messages, settings):
        self.sent += sum(len(message.content) for message in messages)
        thought, answer = "so many words " * (self.size // 14), '{"chosen_number": 20}'
        match self.where:
            case "apart":
                return Reply(answer, "stop", Usage(), "thinker", thought=thought)
            case "tags":
                return Reply(f"<think>{thought}</think>\n\n{answer}", "stop", Usage(), "thinker")
            case "unopened":
                return Reply(f"{thought}</think>\n\n{answer}", "stop", Usage(), "thinker")
            case "lines":
                return Reply(f"{thought}\n\nChosen number: 20", "stop", Usage(), "thinker")
        return Reply(f'{{"reasoning": "{thought}", "chosen_number": 20}}', "stop", Usage(), "thinker")


@pytest.mark.parametrize("where", ["apart", "tags", "unopened", "reasoning", "lines"])
async def test_thought_is_never_sent_again_and_survives_a_resume(where):
    how = {"reasoning": PromptStyle(method="cot"), "lines": PromptStyle(method="cot", format="line")}
    style = how.get(where, PromptStyle())

    async def sent(size, **played):
        models = [Thinker(where, size) for _ in range(2)]
        factories = [at_table(model, style) for model in models]
        match = await play(GUESS, GUESS.game(rounds=20, seats=2), factories, seed="1", **played)
        assert not invalid_answers(match.steps)
        return sum(model.sent for model in models), match

    thought, match = await sent(3600)
    without, _ = await sent(0)
    assert thought <= without
    assert bool(match.steps[0].calls[0].thought) == (where == "apart")
    half, again = await sent(3600, steps=match.steps[:10])
    assert again.record == match.record
    assert [c.kept for s in again.steps for c in s.calls] == [c.kept for s in match.steps for c in s.calls]
    late = sum(len(m.content) for s in match.steps[10:] for c in s.calls for m in c.sent)
    assert late < half < thought


async def test_reasoning_is_sent_again_where_the_player_says_so():
    style = PromptStyle(method="cot", keep_reasoning=True)
    sent = []
    for kept in (style, replace(style, keep_reasoning=False)):
        models = [Thinker("reasoning") for _ in range(2)]
        await play(GUESS, GUESS.game(rounds=3, seats=2), [at_table(m, kept) for m in models], seed="1")
        sent.append(sum(model.sent for model in models))
    assert sent[0] > sent[1] + 6 * 3600


async def test_a_refusal_of_the_endpoint_is_one():
    class Refusing:
        name = "refusing"

        async def complete(self, messages, settings):
            return Reply("", "content_filter", Usage(), "refusing")

    match = await match_of(Refusing(), PromptStyle())
    assert {kind for _seat, kind in invalid_answers(match.steps)} == {"refusal"}


@pytest.mark.parametrize(("temperature", "asked"), [(0.0, 2), (None, 3)])
async def test_the_same_question_is_not_put_for_ever_to_a_model_that_repeats_itself(temperature, asked):
    model = ScriptedModel(lambda _messages: "no idea")
    stubborn = lambda context: ModelPlayer(context, model, Settings(temperature=temperature), PromptStyle())  # noqa: E731  a factory
    policy = Policy(retries=9, feedback=False)
    match = await play(
        TICTACTOE, TICTACTOE.game(), [stubborn, lambda _context: RandomPlayer()], seed="1", policy=policy
    )
    assert len(match.steps[0].calls) == asked
    told = await play(
        TICTACTOE,
        TICTACTOE.game(),
        [stubborn, lambda _context: RandomPlayer()],
        seed="1",
        policy=Policy(retries=4),
    )
    assert len(told.steps[0].calls) == 5


async def test_a_complaint_does_not_list_the_options_that_a_match_hides():
    answers = iter(['{"cell": "the moon"}'])
    model = ScriptedModel(lambda _messages: next(answers, '{"cell": "(1, 1)"}'))
    await match_of(model, PromptStyle(listed=False))
    assert "cell: 'the moon' is not possible now" in model.sent[1][0][-1].content
    assert "(2, 3), (3, 1)" not in model.sent[1][0][-1].content


async def test_a_replay_shows_what_was_thought_apart_from_the_answer():
    factories = [at_table(Thinker("apart", 100), PromptStyle()) for _ in range(2)]
    game = GUESS.game(rounds=2, seats=2)
    match = await play(GUESS, game, factories, seed="1")
    seen = as_seen(GUESS, game, match.steps, 0)
    assert seen.count("--- thought") == seen.count("--- answer of thinker") == 2
    assert seen.count("so many words") == 2 * 7
