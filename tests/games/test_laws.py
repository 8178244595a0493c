"""Every listed game keeps the laws, and every game's folder is listed."""

import dataclasses
import pkgutil
from typing import Any, ClassVar

import pytest

import agonist.games
from agonist.core import Outcome
from agonist.games import KITS
from agonist.games.tictactoe.rules import Board, TicTacToe
from agonist.laws import LAWS, check_game
from agonist.laws.check import LAWS_OF_ALL
from agonist.laws.sample import sample_match

SEEDS = range(3)


def test_every_folder_is_listed():
    assert sorted(KITS) == sorted(module.name for module in pkgutil.iter_modules(agonist.games.__path__))


@pytest.fixture(scope="module", params=KITS.values(), ids=list(KITS))
def samples(request):
    return [sample_match(request.param, seed) for seed in SEEDS]


@pytest.mark.parametrize("law", LAWS.values(), ids=list(LAWS))
def test_law(samples, law):
    for sample in samples:
        law(sample)


@pytest.mark.parametrize("law", LAWS_OF_ALL.values(), ids=list(LAWS_OF_ALL))
def test_law_of_all(samples, law):
    law(samples)


class Wrong(TicTacToe):
    """Tic-Tac-Toe with one thing wrong, so that each law is seen to fail."""

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


class Leaking(Wrong):
    traits = dataclasses.replace(TicTacToe.traits, constant_sum=False, hidden=True, talk=True)


@pytest.mark.parametrize(
    ("game", "law"),
    [
        (Mutable, "every_seat_has_a_score"),
        (Endless, "plays_to_an_end"),
        (Raising, "plays_to_an_end"),
        (Leaking, "traits_are_true"),
        (Leaking, "views_do_not_depend_on_what_they_hide"),
    ],
)
def test_a_wrong_game_is_told_so(game, law):
    kit = dataclasses.replace(KITS["tictactoe"], game=game)
    assert law in {breach.law for breach in check_game(kit, range(2))}
