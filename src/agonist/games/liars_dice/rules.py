"""Liar's Dice: bid how many dice of a face are under all cups together, or doubt the last bid.

Everyone rolls unseen. A higher bid names more dice of any face, or as many of a higher face. After a doubt
all dice are shown, and whoever was wrong loses a die. This is the "common hand" game as Wikipedia describes
it ("Liar's dice", the first way of raising a bid). With `wild="high"` and `hands=1`, it is OpenSpiel's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Draw,
    Event,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Traits,
    add_event,
    counted,
    events_for,
    form,
    menu,
    option,
)

Phase: TypeAlias = Literal["roll", "bid", "over"]
Dice: TypeAlias = tuple[int, ...]
"""The faces under one cup, in ascending order."""
Bid: TypeAlias = tuple[int, int]
"""A number of dice and a face. Tuples compare as bids do: by number, then by face."""


@dataclass(frozen=True, slots=True)
class State:
    """The cups, and the last bid of this hand."""

    phase: Phase
    dice_left: tuple[int, ...]
    """By seat."""
    cups: tuple[Dice, ...] = ()
    mover: Seat = 0
    bid: Bid | None = None
    bidder: Seat | None = None
    hand: int = 0
    """The number of hands rolled."""
    out: tuple[Seat, ...] = ()
    """The seats without dice, in the order in which they lost the last one."""
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows: its own dice, and all bids.

    Events: `("rolled", hand, dice left by seat)`, `("cup", dice)` to each seat alone, `("bid", seat, number,
    face)`, `("doubt", seat, bidder, number, face, how many there are, cups by seat)`, `("lost", seat, dice
    left)`.
    """

    seat: Seat | None
    phase: Phase
    dice_left: tuple[int, ...]
    cup: Dice
    mover: Seat
    bid: Bid | None
    bidder: Seat | None
    hand: int
    out: tuple[Seat, ...]
    log: tuple[Event, ...]


@dataclass(frozen=True)
class LiarsDice(Game[State, View]):
    """The score is a point for each player who ran out of dice before; those who still have dice at the end
    share the points of their places.
    """

    name: ClassVar[str] = "liars_dice"
    title: ClassVar[str] = "Liar's Dice"
    sizes: ClassVar[Sequence[int]] = range(2, 9)
    traits: ClassVar[Traits] = Traits(
        hidden=True,
        constant_sum=True,
        abilities=("deception", "probability", "opponent modelling"),
        sources=('Wikipedia, "Liar\'s dice", common hand', "OpenSpiel, liars_dice"),
    )

    seats: int = 4
    dice: int = option(5, low=1, high=10)
    """The dice that each player has at first."""
    faces: int = option(6, low=2, high=12)
    """The faces of a die."""
    wild: Literal["ones", "high", "none"] = "ones"
    """The face that counts as every face: 1, the highest, or none. A bid on it counts it alone."""
    hands: int = option(0, low=0, high=1000)
    """The hands after which the game ends in any case; 0: it ends when one player has dice."""

    @property
    def wild_face(self) -> int | None:
        """The face that counts as every face."""
        return {"ones": 1, "high": self.faces, "none": None}[self.wild]

    @property
    def score_range(self) -> tuple[float, float]:
        return 0.0, float(self.seats - 1)

    def new(self) -> State:
        return State("roll", (self.dice,) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        total = sum(state.dice_left)
        match state.phase:
            case "roll":
                die = Draw(tuple(range(1, self.faces + 1)))
                return {CHANCE: form("roll", **{f"die_{n}": die for n in range(1, total + 1)})}
            case "bid":
                bids = self.bids_above(state.bid, total)
                verbs: dict[str, Mapping[str, Ask]] = {"bid": {"bid": Choice(bids)}} if bids else {}
                if state.bid is not None:
                    verbs["doubt"] = {}
                return {state.mover: menu("turn", **verbs)}
            case "over":
                return {}

    def bids_above(self, last: Bid | None, total: int) -> tuple[Bid, ...]:
        """The bids above the last one, from low to high, with `total` dice under all cups."""
        bids = ((number, face) for number in range(1, total + 1) for face in range(1, self.faces + 1))
        return tuple(bid for bid in bids if last is None or bid > last)

    def act(self, state: State, moves: Moves) -> State:
        if state.phase == "roll":
            return self._roll(state, moves[CHANCE])
        match moves[state.mover]:
            case ("bid", (number, face)):
                return replace(
                    state,
                    bid=(number, face),
                    bidder=state.mover,
                    mover=self._next(state.dice_left, state.mover),
                    log=add_event(state.log, "bid", state.mover, number, face),
                )
            case ("doubt",):
                return self._doubt(state)
        raise AssertionError(moves)

    def _roll(self, state: State, rolled: Dice) -> State:
        hand = state.hand + 1
        log = add_event(state.log, "rolled", hand, state.dice_left)
        cups: list[Dice] = []
        for seat, count in enumerate(state.dice_left):
            cups.append(tuple(sorted(rolled[:count])))
            rolled = rolled[count:]
            if count:
                log = add_event(log, "cup", cups[-1], to=[seat])
        return replace(state, phase="bid", cups=tuple(cups), bid=None, bidder=None, hand=hand, log=log)

    def _doubt(self, state: State) -> State:
        """Show all dice; the bidder loses a die if there are fewer than they bid, otherwise the doubter."""
        assert state.bid is not None
        assert state.bidder is not None
        number, face = state.bid
        count = self.count(state.cups, face)
        loser = state.mover if count >= number else state.bidder
        left = state.dice_left[loser] - 1
        dice_left = (*state.dice_left[:loser], left, *state.dice_left[loser + 1 :])
        log = add_event(state.log, "doubt", state.mover, state.bidder, number, face, count, state.cups)
        over = sum(map(bool, dice_left)) == 1 or state.hand == self.hands
        return replace(
            state,
            phase="over" if over else "roll",
            dice_left=dice_left,
            cups=(),
            bid=None,
            bidder=None,
            mover=loser if left else self._next(dice_left, loser),
            out=state.out if left else (*state.out, loser),
            log=add_event(log, "lost", loser, left),
        )

    def counts_for(self, face: int) -> set[int]:
        """The faces that count for a bid on this face."""
        return {face} if self.wild_face is None else {face, self.wild_face}

    def count(self, cups: Sequence[Dice], face: int) -> int:
        """The number of dice that count for a bid on this face."""
        return sum(die in self.counts_for(face) for cup in cups for die in cup)

    def _next(self, dice_left: Sequence[int], seat: Seat) -> Seat:
        """The next seat with dice."""
        following = ((seat + step) % self.seats for step in range(1, self.seats + 1))
        return next(other for other in following if dice_left[other])

    def observe(self, state: State, seat: Seat | None) -> View:
        cup = state.cups[seat] if seat is not None and state.cups else ()
        return View(
            seat, state.phase, state.dice_left, cup, state.mover, state.bid, state.bidder, state.hand,
            state.out, events_for(state.log, seat),
        )  # fmt: skip

    def outcome(self, state: State) -> Outcome | None:
        if state.phase != "over":
            return None
        still_in = self.seats - len(state.out)
        scores = tuple(
            float(state.out.index(seat)) if seat in state.out else len(state.out) + (still_in - 1) / 2
            for seat in range(self.seats)
        )
        reason = "one player has dice" if still_in == 1 else f"{counted(self.hands, 'hand')} played"
        return Outcome(scores, reason)
