"""Games of rounds, as somebody else writes one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

from agonist.core import Ask, Choice, Log, RepeatedGame, Traits, UsageError, add_event


@dataclass(frozen=True)
class Matching(RepeatedGame[str]):
    name: ClassVar[str] = "matching"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(simultaneous=True)

    seats: int = 2
    rounds: int = 2
    told_rounds: bool = True

    @property
    def ask(self) -> Ask:
        return Choice(("heads", "tails"), about="side")

    def announced(self, log: Log, number: int, actions: tuple[str, ...]) -> Log:
        return add_event(log, "result", number, actions)

    def scores(self, rounds: Sequence[tuple[str, ...]]) -> tuple[float, ...]:
        same = sum(first == second for first, second in rounds)
        return same, len(rounds) - same


def test_a_repeated_game_asks_all_in_each_round_announces_it_and_pays_at_the_end():
    game = Matching()
    state = game.act(game.new(), {0: "heads", 1: "heads"})
    assert game.outcome(state) is None
    assert game.observe(state, None).log == (("result", 1, ("heads", "heads")),)
    state = game.act(state, {0: "heads", 1: "tails"})
    assert game.turn(state) == {}
    assert game.outcome(state).scores == (1, 1)


@pytest.mark.parametrize("rounds", [0, -1])
def test_a_game_without_a_declared_range_has_a_round_at_least(rounds):
    with pytest.raises(UsageError):
        Matching(rounds=rounds)
