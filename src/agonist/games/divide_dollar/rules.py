"""Divide the dollar: everyone gets their bid, unless the bids together exceed the amount.

Game 3 of γ-Bench (Huang et al., 2024), after Shapley and Shubik (1969). Bids that add up to exactly the
amount are paid. A bid above it, which the published code allowed, is illegal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from agonist.core import (
    Amount,
    Ask,
    Log,
    RepeatedGame,
    RoundState,
    RoundView,
    Traits,
    add_event,
    option,
)

Bids: TypeAlias = tuple[int, ...]
"""What each seat bid in one round."""


State: TypeAlias = RoundState[int]

View: TypeAlias = RoundView
"""Events, round by round: `("result", round, sum of all bids)` for all, then `("own", bid, gold received)`
for each seat alone.
"""


@dataclass(frozen=True)
class DivideDollar(RepeatedGame[int]):
    """The score is the gold received over all rounds."""

    name: ClassVar[str] = "divide_dollar"
    title: ClassVar[str] = "Divide the Dollar"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("opponent modelling", "numerical reasoning"),
        sources=("γ-Bench (Huang et al., 2024)", "Shapley and Shubik, 1969"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    golds: int = option(100, low=1)
    """Gold that is divided in each round."""
    told_rounds: bool = True

    @property
    def ask(self) -> Ask:
        return Amount(0, self.golds, about="bid_amount")

    def announced(self, log: Log, number: int, actions: Bids) -> Log:
        log = add_event(log, "result", number, sum(actions))
        for seat, paid in enumerate(payments(actions, self.golds)):
            log = add_event(log, "own", actions[seat], paid, to=[seat])
        return log

    def scores(self, rounds: Sequence[Bids]) -> tuple[float, ...]:
        paid = [payments(bids, self.golds) for bids in rounds]
        return tuple(map(sum, zip(*paid, strict=True)))


def payments(bids: Bids, golds: int) -> tuple[int, ...]:
    """The bids, if there is enough for all of them; otherwise nothing.

    >>> payments((60, 40), 100), payments((60, 41), 100)
    ((60, 40), (0, 0))
    """
    return bids if sum(bids) <= golds else (0,) * len(bids)
