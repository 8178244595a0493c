"""Fixed players that cannot play are refused before a match, and others are not."""

from functools import partial
from random import Random

import pytest

import agonist
from agonist.api import estimate
from agonist.core import CHANCE, UsageError
from agonist.games import KITS
from agonist.match import checked_game
from agonist.store import Store
from agonist.text import written
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.illegal_fixed_answers import expect_legal


@pytest.mark.parametrize(
    ("target", "answers", "wrong", "legal"),
    [
        ("tictactoe", "91", "'91'", "(3, 3)"),
        ("tictactoe", "(1, 1);(4, 4)", "'(4, 4)'", "(3, 3)"),
        ("public_goods", "91", "'91'", "from 0 to 20"),
        ("divide_dollar?golds=50", "10,91", "'91'", "from 0 to 50"),
        ("el_farol", "perhaps", "'perhaps'", "go, stay"),
        ("pit", "91", "'91'", "wait, offer"),
        ("codenames", "91", "'91'", "'number' is missing"),
    ],
)
def test_an_answer_that_no_question_accepts_is_named_with_what_is_legal(target, answers, wrong, legal):
    found = parse_target(target)
    with pytest.raises(UsageError) as refused:
        expect_legal(f"fixed?answers={answers}", found.kit, found.game)
    assert found.name in str(refused.value)
    assert wrong in str(refused.value)
    assert legal in str(refused.value)


@pytest.mark.parametrize(
    ("target", "answers"),
    [
        ("divide_dollar", "91"),
        ("tictactoe", "(1, 1);(2, 2);(3, 3)"),
        ("connect_four", "3"),
        ("texas_holdem", "fold"),
        ("undercover", "91"),
        ("hive", "bQ N1E3;"),
        ("pit", "corner"),
    ],
)
def test_an_answer_that_is_legal_in_some_state_is_not_refused(target, answers):
    found = parse_target(target)
    expect_legal(f"fixed?answers={answers}", found.kit, found.game)


@pytest.mark.parametrize("name", KITS)
def test_what_is_legal_in_any_random_match_is_not_refused(name):
    """Codenames: words that are dealt in one match of many; Air, Land & Sea: cards."""
    kit = KITS[name]
    game, rng, given = kit.game(), Random(f"other matches of {name}"), set()
    for _ in range(3):
        state = checked_game.new(game)
        for _ in range(60):
            if not (asks := checked_game.turn(game, state)):
                break
            moves = {seat: ask.sample(rng) for seat, ask in asks.items()}
            for seat, ask in asks.items():
                if seat != CHANCE and rng.random() < 0.1:
                    say = partial(kit.words.label, checked_game.observe(game, state, seat))
                    given.add(written(ask, moves[seat], "json", say))
            state = checked_game.act(game, state, moves)
    for text in sorted(given)[:12]:
        expect_legal(f"fixed?answers={text};", kit, game)


WRONG = "fixed?answers=91"


def test_it_is_refused_wherever_a_match_begins(tmp_path):
    begins = [
        lambda: agonist.run("tictactoe", [WRONG, "random"], db=tmp_path / "b.db"),
        lambda: agonist.play("tictactoe", [WRONG, "random"]),
        lambda: agonist.play("tictactoe", [WRONG, "random"], db=tmp_path / "b.db"),
        lambda: estimate(["tictactoe"], Entry((WRONG, "random"))),
    ]
    for begin in begins:
        with pytest.raises(UsageError, match="no question there accepts '91'"):
            begin()
    assert not (tmp_path / "b.db").exists() or Store.open(tmp_path / "b.db").runs() == []


def test_an_answer_that_is_not_allowed_at_its_turn_is_an_invalid_one(tmp_path):
    match = agonist.play("tictactoe", ["fixed?answers=(1, 1);", "random"])
    first, *rest = [step for step in match.steps if 0 in step.moves]
    assert (first.moves[0], first.fallback) == ((1, 1), ())
    assert rest
    assert all(step.fallback == (0,) for step in rest)
    assert {call.error for step in rest for call in step.calls} == {"illegal"}
