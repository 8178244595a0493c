"""The sealed-bid auction: all bid at once, the highest bid wins the item and pays the first or second price.

Game 6 of γ-Bench (Huang et al., 2024), and with two bidders, one round and valuations in cents the Bid of
LLMArena (Chen et al., 2024). The published code of γ-Bench allows bids above the valuation, which its prompt
forbids; here that is an option.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Draw,
    Form,
    Log,
    Moves,
    Outcome,
    RoundGame,
    RoundView,
    Seat,
    Shuffle,
    Traits,
    UsageError,
    add_event,
    events_for,
    option,
)

Amounts: TypeAlias = tuple[int, ...]
"""A valuation or a bid of each seat, in whole units or cents."""

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = {
    "gamabench": {
        "seats": 10,
        "rounds": 20,
        "low": 0,
        "high": 200,
        "interval": 10,
        "valuations": "published",
    },
    "llmarena": {"seats": 2, "rounds": 1, "low": 0, "high": 1000, "interval": None, "unit": "cents"},
}
"""The papers' rules as options. γ-Bench scores the first price, as LLMArena does, and has records of both."""


@dataclass(frozen=True, slots=True)
class Auction:
    """One round that is over."""

    valuations: Amounts
    bids: Amounts
    winner: Seat

    def payment(self, price: str) -> int:
        """What the winner pays: the highest bid, or for `second` the highest of the others."""
        return max(self.bids) if price == "first" else sorted(self.bids)[-2]

    def gain(self, seat: Seat, price: str) -> int:
        return self.valuations[seat] - self.payment(price) if seat == self.winner else 0


@dataclass(frozen=True, slots=True)
class State:
    """`valuations` of this round, once they are drawn; `bids` only while chance has to break a tie."""

    valuations: Amounts = ()
    bids: Amounts = ()
    rounds: tuple[Auction, ...] = ()
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View(RoundView):
    """Events, round by round: `("valuation", round, own valuation)` for each seat alone,
    `("result", round, highest bid, price)` for all, `("own", valuation, bid, whether it won, gain)` for each
    seat alone.
    """

    @property
    def valuation(self) -> int | None:
        """The value of this round's item to the seat."""
        valuations = [event for event in self.log if event[0] == "valuation"]
        return valuations[-1][2] if valuations and valuations[-1][1] == self.played + 1 else None


@dataclass(frozen=True)
class SealedBidAuction(RoundGame[State, View]):
    """Chance draws valuations for each round from `low` to `high`: all different on a grid of `interval`, or
    without an interval any whole numbers, independently.

    `valuations="published"` takes those of γ-Bench's records: for round j, counted from 0, the numbers of
    Python's generator with the seed `valuation_seed` + j. Scores are in units or cents. With `overbids` a bid
    can go up to `high`, otherwise up to the bidder's valuation.
    """

    name: ClassVar[str] = "sealed_bid_auction"
    title: ClassVar[str] = "Sealed-Bid Auction"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("numerical reasoning", "opponent modelling"),
        sources=("γ-Bench (Huang et al., 2024)", "LLMArena (Chen et al., 2024)"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    price: Literal["first", "second"] = "first"
    """The winner pays the highest bid (`first`) or the second highest (`second`)."""
    low: int = option(0, low=0)
    """The lowest valuation; below high."""
    high: int = 200
    """The highest valuation."""
    interval: int | None = option(10, low=1)
    """The grid of valuations, all different, a part of high - low; none: any whole numbers."""
    valuations: Literal["chance", "published"] = "chance"
    """Drawn by `chance`, or those of γ-Bench's `published` records."""
    valuation_seed: int = 42
    """The seed of published valuations."""
    unit: Literal["units", "cents"] = "units"
    """The unit of valuations and scores."""
    overbids: bool = False
    """Whether bids above the player's valuation are allowed."""
    told_rounds: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low >= self.high:
            raise UsageError(f"{self.name}: low is below high, not {self.low} with {self.high}")
        if self.interval is not None:
            self._check_grid(self.interval)
        if self.valuations == "published" and self.interval is None:
            raise UsageError(f"{self.name}: published valuations are on a grid; give an interval, such as 10")

    def _check_grid(self, interval: int) -> None:
        if (self.high - self.low) % interval:
            raise UsageError(
                f"{self.name}: interval is a part of high - low = {self.high - self.low}, not {interval}"
            )
        if len(self.grid) < self.seats:
            raise UsageError(
                f"{self.name}: {self.seats} different valuations are drawn, and from {self.low} to "
                f"{self.high} in steps of {interval} there are {len(self.grid)}; "
                "set interval lower or high higher"
            )

    @property
    def grid(self) -> range:
        """The possible valuations."""
        return range(self.low, self.high + 1, self.interval or 1)

    def new(self) -> State:
        return self._with_published(State())

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if len(state.rounds) == self.rounds:
            return {}
        if not state.valuations:
            return {CHANCE: self._drawing()}
        if state.bids:
            return {CHANCE: Draw(highest_bidders(state.bids), about="tie")}
        return {
            seat: Amount(0, self.high if self.overbids else valuation, unit=self.unit, about="bid")
            for seat, valuation in enumerate(state.valuations)
        }

    def act(self, state: State, moves: Moves) -> State:
        if not state.valuations:
            return self.begun(state, tuple(moves[CHANCE]))
        if state.bids:
            return self._with_published(self.settled(state, state.bids, moves[CHANCE]))
        bids = tuple(moves[seat] for seat in range(self.seats))
        first, *tied = highest_bidders(bids)
        if tied:
            return replace(state, bids=bids)
        return self._with_published(self.settled(state, bids, first))

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(seat, len(state.rounds), events_for(state.log, seat))

    def outcome(self, state: State) -> Outcome | None:
        if len(state.rounds) < self.rounds:
            return None
        return Outcome(self.paid(state), self.ending)

    def paid(self, state: State) -> tuple[float, ...]:
        return tuple(
            sum(auction.gain(seat, self.price) for auction in state.rounds) for seat in range(self.seats)
        )

    def begun(self, state: State, valuations: Amounts) -> State:
        """Begin the next round with these valuations; each seat learns its own."""
        log = state.log
        for seat, valuation in enumerate(valuations):
            log = add_event(log, "valuation", len(state.rounds) + 1, valuation, to=[seat])
        return replace(state, valuations=valuations, log=log)

    def settled(self, state: State, bids: Amounts, winner: Seat) -> State:
        """End the round: everybody learns the highest bid and the price, each player their own gain."""
        auction = Auction(state.valuations, bids, winner)
        rounds = (*state.rounds, auction)
        log = add_event(state.log, "result", len(rounds), max(bids), auction.payment(self.price))
        for seat, bid in enumerate(bids):
            result = (state.valuations[seat], bid, seat == winner, auction.gain(seat, self.price))
            log = add_event(log, "own", *result, to=[seat])
        return State(rounds=rounds, log=log)

    def _with_published(self, state: State) -> State:
        if self.valuations == "chance" or len(state.rounds) == self.rounds:
            return state
        seed = self.valuation_seed + len(state.rounds)
        return self.begun(state, published_valuations(seed, self.grid, self.seats))

    def _drawing(self) -> Ask:
        if self.interval is not None:
            return Shuffle(tuple(self.grid), self.seats, about="valuations")
        each = tuple((f"seat_{seat}", Amount(self.low, self.high)) for seat in range(self.seats))
        return Form(each, about="valuations")


def highest_bidders(bids: Amounts) -> tuple[Seat, ...]:
    """The seats that bid most, in order.

    >>> highest_bidders((5, 9, 9))
    (1, 2)
    """
    return tuple(seat for seat, bid in enumerate(bids) if bid == max(bids))


def published_valuations(seed: int, grid: range, seats: int) -> Amounts:
    """The valuations of one round of γ-Bench's records, by the rule of its code.

    >>> published_valuations(42, range(0, 201, 10), 10)
    (200, 30, 0, 80, 70, 160, 20, 110, 10, 100)
    """
    return tuple(Random(seed).sample(grid, seats))
