"""Divide the dollar: everyone gets their bid, unless the bids together exceed the amount.

Game 3 of γ-Bench (Huang et al., 2024), after Shapley and Shubik (1969). Bids that add up to exactly the
amount are paid. A bid above it, which the published code allowed, is illegal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from agonist.core import (
    Amount,
    Ask,
    Event,
    Log,
    Moves,
    Outcome,
    RoundGame,
    Seat,
    Traits,
    UsageError,
    heard,
    tell,
)

Bids: TypeAlias = tuple[int, ...]
"""What each seat bid in one round."""


@dataclass(frozen=True, slots=True)
class State:
    """The rounds that are over, and the log of them."""

    rounds: tuple[Bids, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows; `played` counts the rounds that are over.

    Events, round by round: `("result", round, sum of all bids)` for all, then `("own", bid, gold received)`
    for each seat alone.
    """

    seat: Seat | None
    played: int
    log: tuple[Event, ...]


@dataclass(frozen=True)
class DivideDollar(RoundGame[State, View]):
    """The score is the gold received over all rounds."""

    name: ClassVar[str] = "divide_dollar"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("opponent modelling", "numerical reasoning"),
        sources=("γ-Bench (Huang et al., 2024)", "Shapley and Shubik, 1969"),
    )

    seats: int = 10
    rounds: int = 20
    golds: int = 100
    """Gold that is divided in each round."""
    told_rounds: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.golds < 1:
            raise UsageError(f"{self.name}: golds is 1 or more, not {self.golds}")

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if len(state.rounds) == self.rounds:
            return {}
        return {seat: Amount(0, self.golds, about="bid_amount") for seat in range(self.seats)}

    def act(self, state: State, moves: Moves) -> State:
        bids = tuple(moves[seat] for seat in range(self.seats))
        rounds = (*state.rounds, bids)
        log = tell(state.log, "result", len(rounds), sum(bids))
        for seat, paid in enumerate(payments(bids, self.golds)):
            log = tell(log, "own", bids[seat], paid, to=[seat])
        return State(rounds, log)

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(seat, len(state.rounds), heard(state.log, seat))

    def outcome(self, state: State) -> Outcome | None:
        if len(state.rounds) < self.rounds:
            return None
        paid = [payments(bids, self.golds) for bids in state.rounds]
        return Outcome(tuple(map(sum, zip(*paid, strict=True))), self.ending)


def payments(bids: Bids, golds: int) -> tuple[int, ...]:
    """The bids, if there is enough for all of them; otherwise nothing.

    >>> payments((60, 40), 100), payments((60, 41), 100)
    ((60, 40), (0, 0))
    """
    return bids if sum(bids) <= golds else (0,) * len(bids)
