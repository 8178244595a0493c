"""What a game returns is checked where it is returned: it becomes plain, or is refused by name."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from agonist.core import (
    CHANCE,
    Amount,
    Choice,
    Draw,
    GameError,
    Outcome,
    Pick,
    Shuffle,
    Speech,
    Split,
    form,
    menu,
)
from agonist.core.plain_values import NotPlain, number, plain_value
from agonist.games.tictactoe import KIT, TicTacToe
from agonist.match import checked_game

GAME = TicTacToe()
ODD: Any = 10
HALF: Any = 1.5
WORD: Any = "0"


def game(**methods: Any) -> Any:
    """Tic-tac-toe with other rules."""
    kind = type(
        "Odd", (TicTacToe,), {name: lambda self, *_, value=value: value for name, value in methods.items()}
    )
    return kind()


def ended(scores: Any, reason: Any = "over", teams: Any = (), places: Any = ()) -> Outcome | None:
    return checked_game.outcome(game(outcome=Outcome(scores, reason, teams, places)), None)


@pytest.mark.parametrize(
    "scores",
    [
        (1, 0.5),
        [1, 0.5],
        np.array([1, 0.5]),
        (np.int64(1), np.float32(0.5)),
        (True, Fraction(1, 2)),
        (Decimal(1), Decimal("0.5")),
        (np.bool_(True), np.array(0.5)),
    ],
)
def test_numbers_of_all_kinds_become_plain_ones(scores):
    outcome = ended(scores)
    assert outcome is not None
    assert outcome.scores == (1, 0.5)
    assert {type(score) for score in outcome.scores} <= {int, float}
    assert type(outcome.scores) is tuple


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ((1, None), "None, which is not a number"),
        ((1, "won"), r"'won' \(str\), which is not a number"),
        ((1, (2, 3)), r"\(2, 3\) \(tuple\)"),
        ((1, 10**400), "a number of 401 digits"),
        ((1, -(10**5000)), "a number of 5001 digits"),
        ((1, 1e300), "1e[+]300, beyond"),
        ((1, float("nan")), "nan, which is not finite"),
        ((1, np.float64("inf")), "inf, which is not finite"),
        ((1, Decimal("NaN")), "not finite"),
        ((1, Fraction(10**400, 3)), "beyond"),
        ((1, 2j), "not a number"),
        ((1,), "1 scores for 2 seats"),
        ((1, 2, 3), "3 scores for 2 seats"),
        (None, "no tuple of numbers"),
        ("10", "no tuple of numbers"),
        (7, "no tuple of numbers"),
        ({0: 1, 1: 0}, "no tuple of numbers"),
    ],
)
def test_a_score_that_is_none_is_refused_by_name(scores, words):
    with pytest.raises(GameError, match=words) as refused:
        ended(scores)
    assert "the rules of tictactoe: outcome" in str(refused.value)
    assert refused.value.exit_code == 6


@pytest.mark.parametrize(
    "teams",
    [
        ((0, 2),),
        ((0,), (0,)),
        ((0, 0),),
        ((),),
        ((CHANCE,),),
        (("ann",),),
        ((0.5,),),
        "teams",
        None,
        3,
        (0, 1),
    ],
)
def test_teams_of_strangers_are_refused(teams):
    with pytest.raises(GameError, match="outcome"):
        ended((1, 0), teams=teams)
    found = ended((1, 0), teams=[[np.int64(0)], (1,)])
    assert found is not None
    assert found.teams == ((0,), (1,))


@pytest.mark.parametrize(
    "places", [(1,), (1, 2, 3), (2, 3), (0, 1), (1, 1.5), (1, "x"), "12", None, 7, (1, None)]
)
def test_places_without_a_first_or_for_other_seats_are_refused(places):
    with pytest.raises(GameError, match="outcome has places"):
        ended((1, 0), places=places)


def test_places_say_who_won_whatever_was_paid_and_a_team_shares_one():
    found = ended((1, 0), places=[np.int64(7), True])
    assert found is not None
    assert (found.places, found.ranks) == ((7, 1), (2, 1))
    with pytest.raises(GameError, match="a team shares one"):
        ended((1, 0), teams=((0, 1),), places=(1, 2))


@pytest.mark.parametrize("found", [(1, 0), "over", 3, {"scores": (1, 0)}])
def test_an_outcome_is_an_outcome(found):
    with pytest.raises(GameError, match="not an Outcome"):
        checked_game.outcome(game(outcome=found), None)
    with pytest.raises(GameError, match="reason"):
        ended((1, 0), reason=None)
    assert checked_game.outcome(game(outcome=None), None) is None


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (Choice(()), "no options"),
        (Choice((1, float("nan"))), "neither text, number nor tuple|not finite"),
        (Choice((object(),)), "neither text, number nor tuple"),
        (Choice((frozenset((1,)),)), "neither text"),
        (Choice(ODD), "its options are"),
        (Choice((1, 10**400)), "digits"),
        (Choice((1, 2), about=ODD), "its name is 10"),
        (Amount(5, 1), "there is nothing"),
        (Amount(0, 10**400), "digits"),
        (Amount(0, HALF), "not a whole number"),
        (Amount(WORD, 9), "not a number"),
        (Amount(0, 9, step=0), "there is nothing"),
        (Split(("a", "b"), 1, low=1), "cannot be split"),
        (Split((), 1), "cannot be split"),
        (Pick((1, 2), 1, 3), "cannot be picked"),
        (Speech(max_words=0), "nothing may be said"),
        (Shuffle((1, 2), 1), "which only chance does"),
        (form("f", a=Choice(())), "no options"),
        (menu("m", say={"a": Amount(2, 1)}), "there is nothing"),
        ("an ask", "is no ask"),
        (None, "is no ask"),
    ],
)
def test_an_ask_that_nobody_can_answer_is_refused(ask, words):
    with pytest.raises(GameError, match=words):
        checked_game.turn(game(turn={0: ask}), None)


@pytest.mark.parametrize(
    ("ask", "words"),
    [
        (Draw((1, 2), (1.0,)), "weights"),
        (Draw((1, 2), (0.0, 0.0)), "weights"),
        (Shuffle((1,), 2), "turn asks chance for .*: 2 of .* cannot be drawn"),
    ],
)
def test_chance_is_asked_for_what_can_fall(ask, words):
    with pytest.raises(GameError, match=words):
        checked_game.turn(game(turn={CHANCE: ask}), None)


@pytest.mark.parametrize("seat", [2, -2, "0", None, 0.5, 10**400, True, (0,)])
def test_only_seats_are_asked(seat):
    with pytest.raises(GameError, match="names the seat"):
        checked_game.turn(game(turn={seat: Choice((1, 2))}), None)


@pytest.mark.parametrize("asks", [None, [], (0, 1), "0", 7])
def test_a_turn_is_a_mapping(asks):
    with pytest.raises(GameError, match="not asks by seat"):
        checked_game.turn(game(turn=asks), None)


def test_odd_asks_become_plain():
    asks = checked_game.turn(
        game(
            turn={
                np.int64(0): Choice((np.int64(3), [1, np.float64(0.5)])),
                1: Amount(np.int32(1), Fraction(9)),
            }
        ),
        None,
    )
    assert asks == {0: Choice((3, (1, 0.5))), 1: Amount(1, 9)}
    assert {type(seat) for seat in asks} == {int}
    assert type(asks[0].choices[0]) is int


@pytest.mark.parametrize("method", ["new", "act", "observe"])
def test_none_is_no_state_and_no_view(method):
    arguments: Mapping[str, tuple[Any, ...]] = {"new": (), "act": (None, {}), "observe": (None, 0)}
    with pytest.raises(GameError, match=f"{method} gave None"):
        getattr(checked_game, method)(game(**{method: None}), *arguments[method])


def test_what_is_plain_stays_itself():
    asks = GAME.turn(GAME.new())
    assert checked_game.turn(GAME, GAME.new())[0] is not None
    assert all(checked_game.plain_ask(ask) is ask for ask in asks.values())
    nested = (("a", 1), (2.5, (None, True)))
    assert plain_value(nested) is nested


@dataclass
class Nasty:
    def __repr__(self) -> str:
        raise RuntimeError("no")


def test_a_value_that_cannot_be_shown_is_refused_all_the_same():
    with pytest.raises(NotPlain, match="cannot be shown"):
        number(Nasty())


def test_code_that_leaves_or_cancels_is_an_error_of_the_game():
    import asyncio

    for error in (SystemExit(0), asyncio.CancelledError(), RecursionError("deep"), GeneratorExit()):

        def fail(*_: Any, error: BaseException = error) -> Any:
            raise error

        odd = type("Odd", (TicTacToe,), {"new": fail})()
        with pytest.raises(GameError, match=f"raised {type(error).__name__}.*test_checked_game.py, line"):
            checked_game.new(odd)


def test_words_are_text():
    from agonist.kit import guarded

    class Mute(type(KIT.words)):
        def rules(self, game: Any) -> Any:
            return "  "

        def scene(self, game: Any, view: Any) -> Any:
            return None

    words = guarded(replace(KIT, words=Mute(KIT.words.prompts))).words
    with pytest.raises(GameError, match="rules gave no text"):
        words.rules(GAME)
    with pytest.raises(GameError, match="scene gave None, not text"):
        words.scene(GAME, None)
