"""Every listed game keeps the contract, and every game's folder is listed."""

import dataclasses
import pkgutil
from random import random
from typing import Any, ClassVar

import pytest

import agonist.games
from agonist.contract import CLAUSES, check_game
from agonist.contract.check import MATCH_SET_CLAUSES
from agonist.contract.determinism import REPLAYS, every_replay_is_the_same
from agonist.contract.option_variants import variants
from agonist.contract.sample_matches import sample_match
from agonist.core import Choice, Outcome, Speech, UsageError, form, option
from agonist.games import KITS
from agonist.games.tictactoe.rules import Board, TicTacToe
from agonist.games.undercover.rules import Undercover
from agonist.kit import Array, Arrays, Indicator, Indicators
from agonist.tournament.game_spec import parse_target

SEEDS = range(3)


@pytest.fixture(autouse=True)
def _short_searches(monkeypatch):
    """In Santorini, the reference thinks as long as in a real match otherwise."""
    monkeypatch.setattr("agonist.games.santorini.reference.BOARDS", 200)


def test_every_folder_is_listed():
    folders = [module.name for module in pkgutil.iter_modules(agonist.games.__path__) if module.ispkg]
    assert sorted(KITS) == sorted(folders)


@pytest.fixture(scope="module", params=KITS.values(), ids=list(KITS))
def samples(request):
    return [sample_match(request.param, seed) for seed in SEEDS]


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_clause(samples, clause):
    for sample in samples:
        clause(sample)


SEVERAL = {
    name: clause for name, clause in MATCH_SET_CLAUSES.items() if clause is not every_replay_is_the_same
}


@pytest.mark.parametrize("clause", SEVERAL.values(), ids=list(SEVERAL))
def test_match_set_clause(samples, clause):
    clause(samples)


@pytest.mark.parametrize("replays", [30, pytest.param(REPLAYS, marks=pytest.mark.long)])
def test_every_replay_is_the_same(samples, replays):
    every_replay_is_the_same(samples, replays)


VARIANTS = [(name, options, kit) for name, whole in KITS.items() for options, kit in variants(whole)]


@pytest.mark.parametrize(
    ("options", "kit"),
    [(options, kit) for _, options, kit in VARIANTS],
    ids=[f"{name}?{'&'.join(f'{key}={value}' for key, value in o.items())}" for name, o, _ in VARIANTS],
)
@pytest.mark.every(4)
def test_every_clause_holds_with_other_options(options, kit):
    sample = sample_match(kit, 0)
    for clause in CLAUSES.values():
        clause(sample)
    MATCH_SET_CLAUSES["traits_are_true"]([sample, *(sample_match(kit, seed) for seed in (1, 2))])


def test_traits_follow_the_options():
    for target, talk, hidden in (
        ("sea_battle", False, False),
        ("sea_battle?chat=true", True, True),
        ("sea_battle?chat=true&seats=2", False, False),
        ("cost_sharing", True, False),
        ("cost_sharing?statement_words=0", False, False),
    ):
        traits = parse_target(target).game.traits
        assert (traits.talk, traits.hidden) == (talk, hidden), target


class Wrong(TicTacToe):
    """Tic-Tac-Toe with one thing wrong, so that each clause is seen to fail."""

    name: ClassVar[str] = "wrong"


class Mutable(Wrong):
    def outcome(self, state: Board) -> Outcome | None:
        outcome = super().outcome(state)
        return Outcome((*outcome.scores, 1), outcome.reason) if outcome else None


class Endless(Wrong):
    def turn(self, state: Board) -> Any:
        return super().turn(state) or {0: next(iter(super().turn(Board()).values()))}


class Raising(Wrong):
    def act(self, state: Board, moves: Any) -> Board:
        if len(state.marked) == 4:
            raise ZeroDivisionError("oops")
        return super().act(state, moves)


class Divided(Wrong):
    def outcome(self, state: Board) -> Outcome | None:
        outcome = super().outcome(state)
        return Outcome((3, 1), outcome.reason, ((0, 1),)) if outcome else None


class Unplaced(Wrong):
    def outcome(self, state: Board) -> Outcome | None:
        outcome = super().outcome(state)
        return Outcome(outcome.scores, outcome.reason, places=(2, 3)) if outcome else None


class Leaking(Wrong):
    traits = dataclasses.replace(TicTacToe.traits, constant_sum=False, hidden=True, talk=True)


@dataclasses.dataclass(frozen=True)
class Loud(Wrong):
    """With an option that changes what its traits say."""

    loud: bool = False

    def turn(self, state: Board) -> Any:
        asks = super().turn(state)
        return (
            {seat: form("loud", cell=ask, say=Speech()) for seat, ask in asks.items()} if self.loud else asks
        )

    def act(self, state: Board, moves: Any) -> Board:
        return super().act(state, {seat: move[0] for seat, move in moves.items()} if self.loud else moves)


class Telling(Undercover):
    """Only civilians are asked to vote."""

    def turn(self, state: Any) -> Any:
        asks = super().turn(state)
        if state.phase != "vote":
            return asks
        return {seat: ask for seat, ask in asks.items() if seat not in state.undercovers}


class Anything(Choice):
    """An ask that takes whatever it is given."""

    def check(self, action: Any) -> None:
        pass


class Fussy(Choice):
    """An ask that cannot say what is wrong."""

    def check(self, action: Any) -> None:
        if action not in self.choices:
            raise KeyError(action)


class TakingAnything(Wrong):
    def turn(self, state: Board) -> Any:
        return {
            seat: Anything(tuple(ask.options() or ()), ask.about) for seat, ask in super().turn(state).items()
        }


class FailingToRefuse(Wrong):
    def turn(self, state: Board) -> Any:
        return {
            seat: Fussy(tuple(ask.options() or ()), ask.about) for seat, ask in super().turn(state).items()
        }


@dataclasses.dataclass(frozen=True)
class Narrow(Wrong):
    """It declares a wider range than it takes."""

    rounds: int = option(1, low=1, high=9)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.rounds > 8:
            raise UsageError("odd: rounds is at most 8")


@dataclasses.dataclass(frozen=True)
class Unchecked(Wrong):
    """It declares a range and does not keep to it."""

    rounds: int = option(1, low=1)

    def __post_init__(self) -> None:
        pass


@pytest.mark.parametrize(
    ("game", "clause"),
    [
        (Narrow, "ranges_are_true"),
        (Unchecked, "ranges_are_true"),
        (Loud, "traits_are_true"),
        (Mutable, "plays_to_an_end"),
        (Divided, "the_winners_are_told"),
        (Unplaced, "plays_to_an_end"),
        (Endless, "plays_to_an_end"),
        (Raising, "plays_to_an_end"),
        (TakingAnything, "illegal_actions_are_refused"),
        (FailingToRefuse, "illegal_actions_are_refused"),
        (Leaking, "traits_are_true"),
        (Leaking, "views_do_not_depend_on_what_they_hide"),
    ],
)
def test_a_wrong_game_is_told_so(game, clause):
    kit = dataclasses.replace(KITS["tictactoe"], game=game)
    assert clause in {breach.clause for breach in check_game(kit, range(2), replays=0)}


def test_a_game_that_asks_only_those_who_hold_something_is_told_so():
    kit = dataclasses.replace(KITS["undercover"], game=Telling)
    assert "asking_tells_nothing" in {breach.clause for breach in check_game(kit, range(1), replays=0)}


def measuring(value):
    """A kit that measures this on each seat."""
    column = Indicator("centre", "Took the centre", "share")
    return dataclasses.replace(
        KITS["tictactoe"],
        indicators=Indicators((column,), lambda course: [value(own) for own in course.nothing()]),
    )


@pytest.mark.parametrize(
    "value",
    [
        lambda: {"centre": [float("nan")]},
        lambda: {"centre": [2]},
        lambda: {"centre": ["all"]},
        lambda: {"corner": [1]},
        lambda: {"centre": [random()]},
        lambda: 1 / 0,
        lambda: None,
    ],
)
def test_measurements_that_are_not_finite_numbers_of_the_columns_or_differ_are_found(value):
    assert "measurements_are_finite_numbers" in {
        breach.clause for breach in check_game(measuring(value), [0], replays=0)
    }


def test_measuring_that_changes_the_match_is_found():
    def measure(course):
        course.decisions[0].moves.clear()
        return course.nothing()

    kit = dataclasses.replace(KITS["tictactoe"], indicators=Indicators((), measure))
    assert "measurements_are_finite_numbers" in {breach.clause for breach in check_game(kit, [0], replays=0)}


def test_measuring_that_fails_without_a_move_is_found():
    def measure(course):
        assert course.decisions[0]
        return course.nothing()

    kit = dataclasses.replace(KITS["tictactoe"], indicators=Indicators((), measure))
    assert "measurements_are_finite_numbers" in {breach.clause for breach in check_game(kit, [0], replays=0)}


@pytest.mark.parametrize("words", [lambda: None, lambda: "a\nb", lambda: "a" * 81, lambda: f"{random()}"])
def test_key_moments_that_are_no_short_text_or_differ_are_found(words):
    kit = dataclasses.replace(KITS["tictactoe"], key_moments=lambda *_: words())
    assert "key_moments_are_short_texts" in {breach.clause for breach in check_game(kit, [0], replays=0)}


@pytest.mark.parametrize(
    ("values", "clause"),
    [
        (lambda: {"cells": [0] * 8}, "arrays_lie_in_their_bounds"),
        (lambda: {"cells": [2] * 9}, "arrays_lie_in_their_bounds"),
        (lambda: {"cells": [0.5] * 9}, "arrays_lie_in_their_bounds"),
        (lambda: {"cells": [float("nan")] * 9}, "arrays_lie_in_their_bounds"),
        (lambda: {"board": [0] * 9}, "arrays_lie_in_their_bounds"),
        (lambda: 1 / 0, "arrays_lie_in_their_bounds"),
        (lambda: {"cells": [int(random() < 0.5) for _ in range(9)]}, "arrays_show_only_the_view"),
    ],
)
def test_arrays_that_leave_their_space_or_differ_for_equal_views_are_found(values, clause):
    class Cells(Arrays[Any, Any]):
        def shapes(self, game):
            return {"cells": Array((3, 3))}

        def values(self, game, view, seat):
            return values()

    kit = dataclasses.replace(KITS["tictactoe"], arrays=Cells())
    assert clause in {breach.clause for breach in check_game(kit, [0], replays=0)}
