"""Each reply is measured by the form that its own request asked for, whatever the method."""

import asyncio
import itertools
import json

import pytest
from tests.players.python_agents.test_agents import match_of
from tests.players.test_cot_bap_tot_sc import cell, first_free

from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Policy, play
from agonist.models.protocol import Settings
from agonist.models.scripted import ScriptedModel
from agonist.players.cot_bap_tot_sc import CotPlayer, DeliberationStyle, ScPlayer, TotPlayer
from agonist.players.model import ModelPlayer, PromptStyle
from agonist.players.pgm import PgmPlayer, PgmStyle
from agonist.players.rap import RapPlayer, RapStyle
from agonist.players.rap.tree import Plan
from agonist.players.simple import RandomPlayer, ScriptedPlayer

A, L, R = "as asked", "leniently", "refused"


def forms_of(make, answer, *, game="tictactoe", options=None, style=None, **how):
    """(purpose, form) of each call of the first step in which this player moves."""
    model = ScriptedModel(lambda messages: answer(messages[-1].content))
    kit = KITS[game]
    rules = make_game(kit.game, options or {})
    seats = [lambda context: make(context, model, Settings(), style or PromptStyle())]
    seats += [lambda _context: RandomPlayer()] * (rules.seats - 1)
    match = asyncio.run(play(kit, rules, seats, seed="1", **how))
    step = next(step for step in match.steps if 0 in step.moves)
    return [(call.purpose, call.form) for call in step.calls if call.seat == 0]


def bare(text):
    return first_free(text)


def reasoned(text):
    return json.dumps({"reasoning": "The middle is strong.", "cell": first_free(text)})


def nonsense(_text):
    return "I would rather not say."


ONLY_CELL, ONLY_LINE = PromptStyle(), PromptStyle(format="line")
AT_ONCE = PromptStyle(method="cot")


@pytest.mark.parametrize(
    ("style", "answer", "form"),
    [
        (ONLY_CELL, cell, A),
        (ONLY_CELL, reasoned, L),
        (ONLY_CELL, bare, L),
        (AT_ONCE, reasoned, A),
        (AT_ONCE, cell, L),
        (ONLY_LINE, cell, L),
        (ONLY_LINE, lambda text: f"Cell: {first_free(text)}", A),
        (PromptStyle(format="schema"), cell, A),
        (PromptStyle(listed=False), lambda _text: '{"cell": "(1, 1)"}', A),
    ],
)
def test_a_reply_is_measured_by_the_format_that_its_prompt_asked_for(style, answer, form):
    assert forms_of(ModelPlayer, answer, style=style) == [("", form)]


def test_an_answer_that_cannot_be_read_is_refused_and_the_next_has_a_form_of_its_own():
    said = itertools.chain(["What?"], itertools.repeat(""))
    answers = lambda text: next(said) or cell(text)  # noqa: E731  in order
    assert forms_of(ModelPlayer, answers) == [("", R), ("", A)]
    # So is a move that the rules forbid, though its form is kept.
    assert forms_of(ModelPlayer, lambda _text: '{"cell": "(9, 9)"}') == [("", R)] * 3


def test_reasoning_in_a_request_of_its_own_has_no_form():
    answer = lambda text: "Hm." if "Do not give the answer yet" in text else cell(text)  # noqa: E731  short
    make = lambda *args: CotPlayer(*args, DeliberationStyle())  # noqa: E731  a player
    assert forms_of(make, answer) == [("reasoning", ""), ("", A)]


def test_each_sample_of_self_consistency_has_its_form():
    said = itertools.cycle([nonsense, reasoned, bare])
    make = lambda *args: ScPlayer(*args, DeliberationStyle(samples=3))  # noqa: E731  a player
    assert forms_of(make, lambda text: next(said)(text)) == [("sample", R), ("sample", L), ("", A)]


def test_ratings_of_a_tree_of_thoughts_are_a_number_and_nothing_else():
    rated = itertools.cycle(["8", "8/10", "good"])

    def answer(text):
        if "How promising" in text:
            return next(rated)
        return "The middle." if "Do not answer yet" in text else cell(text)

    make = lambda *args: TotPlayer(*args, DeliberationStyle(thoughts=3, steps=1))  # noqa: E731  a player
    found = forms_of(make, answer)
    assert found == [("thought", "")] * 3 + [("value", A), ("value", L), ("value", R), ("", A)]


@pytest.mark.parametrize(
    ("analysis", "form"),
    [
        ('{"player_1": "calm", "player_2": ""}', A),
        ("Player 1: calm\nPlayer 2: sly", L),
        ("Nobody knows.", R),
    ],
)
def test_an_analysis_is_measured_by_its_own_form_and_not_by_the_games(analysis, form):
    answer = lambda text: analysis if "Only you will see" in text else cell(text)  # noqa: E731  short
    make = lambda *args: PgmPlayer(*args, PgmStyle())  # noqa: E731  a player
    assert forms_of(make, answer) == [("analysis", form), ("", A)]


def test_a_search_is_measured_by_tags_words_and_texts_of_its_own():
    def answer(text):
        for asked, said in (
            ("and </actions>", "<actions>\nWait\n</actions>"),
            ("and </others>", "They wait."),
            ("and </state>", ""),
            ("Will you win", "Yes."),
            ("a good move", "no"),
            ("its number", "none of them"),
        ):
            if asked in text:
                return said
        raise AssertionError(text)

    make = lambda *args: RapPlayer(  # noqa: E731  a player
        *args, RapStyle(Plan(iterations=1, depth=2), probabilities="sampled", samples=1)
    )
    found = set(forms_of(make, answer))
    assert found == {("actions", A), ("others", L), ("state", R), ("win", L), ("worth", A), ("choice", R)}


def test_texts_before_a_search_are_measured_by_the_instruction_they_were_given():
    said = itertools.cycle(['{"bid": 1}', "Bid: 1", "I pass."])
    make = lambda *args: RapPlayer(*args, RapStyle(texts=3))  # noqa: E731  a player
    options = {"seats": 2, "rounds": 1}
    found = forms_of(make, lambda _text: next(said), game="sealed_bid_auction", options=options)
    assert found == [("text", A), ("text", L), ("text", R)]


async def test_an_agents_text_has_a_form_and_its_actions_have_none():
    ways = {
        "listed": lambda observation, legal: legal[0],
        "json": lambda observation, legal: json.dumps({"cell": legal[0]}),
        "chatty": lambda observation, legal: f"Cell: {legal[0]}",
        "mute": lambda observation, legal: "…",
    }
    for way, form in {"listed": A, "json": A, "chatty": L, "mute": R}.items():
        match = await match_of(ways[way])
        assert {call.form for step in match.steps for call in step.calls} == {form}
    for action in ((1, 1), (9, 9)):
        match = await match_of(lambda view, legal, action=action: action if action in legal else (9, 9))
        assert {call.form for step in match.steps for call in step.calls} <= {""}


async def test_players_without_text_have_no_form_whatever_they_answer():
    kit = KITS["tictactoe"]
    seats = [lambda _context: ScriptedPlayer([]), lambda _context: RandomPlayer()]
    match = await play(kit, kit.game(), seats, seed="1")
    calls = [call for step in match.steps for call in step.calls]
    assert {(call.form, call.error) for call in calls} == {("", "unreadable")}


async def test_a_late_answer_has_no_form():
    kit = KITS["tictactoe"]
    model = ScriptedModel(lambda messages: cell(messages[-1].content), delay=5)
    seats = [lambda c: ModelPlayer(c, model, Settings(), PromptStyle()), lambda _context: RandomPlayer()]
    policy = Policy(retries=0, seconds=0.01, then="forfeit")
    match = await play(kit, kit.game(), seats, seed="1", policy=policy)
    assert {(call.error, call.form) for call in match.steps[0].calls} >= {("timeout", "")}
    assert not any(call.form for call in match.steps[0].calls)
