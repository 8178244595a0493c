"""The pirate game: the most senior proposes how to divide the gold, and goes overboard if too few accept.

Game 8 of γ-Bench (Huang et al., 2024), an old puzzle that Stewart (1999) extends to any number of pirates.
The rules in the published prompts say majority, and the published code counts half; here half is the default,
and the prompts say so. A plan names each pirate once, and no share is negative.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    Ask,
    Choice,
    Event,
    Game,
    Log,
    Moves,
    Outcome,
    Seat,
    Split,
    Traits,
    add_event,
    events_for,
    option,
    player_name,
)

OVERBOARD: Final = -1
"""The score of a pirate who goes overboard: less than any number of coins, since survival comes first."""

Shares: TypeAlias = tuple[int, ...]
"""Coins of each pirate on board, the most senior first."""


@dataclass(frozen=True, slots=True)
class State:
    """The number of pirates overboard; the current plan, once proposed; whether it was accepted.

    Seats are in order of seniority, so those overboard are the first ones, and the next one proposes.
    """

    overboard: int = 0
    plan: Shares | None = None
    accepted: bool = False
    log: Log = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a seat knows: everything except the votes of the other seats.

    Events, round by round: `("proposal", round, proposer, shares of those on board)` and
    `("votes", round, who accept, all on board, whether the plan passed)` for all,
    `("own", round, vote)` for each voter alone; `("last", seat)` for all if only one is left.
    """

    seat: Seat | None
    overboard: int
    plan: Shares | None
    accepted: bool
    log: tuple[Event, ...]

    @property
    def proposer(self) -> Seat:
        return self.overboard


@dataclass(frozen=True)
class PirateGame(Game[State, View]):
    """Scores are coins, or `OVERBOARD`. The last pirate left keeps all the gold.

    `passes_with="half"`: a plan passes if at least half of the pirates on board accept it, including the
    proposer; `"majority"`: if more than half do. `on_equal`: what pirates are told to prefer if survival and
    coins are equal, to throw others overboard or to spare them.
    """

    name: ClassVar[str] = "pirate_game"
    title: ClassVar[str] = "Pirate Game"
    sizes: ClassVar[Sequence[int]] = range(2, 21)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("strategic planning", "numerical reasoning"),
        sources=("γ-Bench (Huang et al., 2024)", "Stewart, 1999"),
    )

    seats: int = 10
    gold: int = option(100, low=1)
    """Gold coins that are divided."""
    passes_with: Literal["half", "majority"] = "half"
    """A plan passes if at least `half` of those on board accept it, or only with a `majority`."""
    on_equal: Literal["overboard", "spare"] = "overboard"
    """What pirates are told to prefer if survival and coins are equal: that others go `overboard`, or to
    `spare` them.
    """

    def on_board(self, overboard: int) -> tuple[Seat, ...]:
        """The pirates left on board after this many went overboard, the most senior first."""
        return tuple(range(overboard, self.seats))

    def new(self) -> State:
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        proposer, *others = self.on_board(state.overboard)
        if state.accepted or not others:
            return {}
        if state.plan is None:
            return {proposer: Split((proposer, *others), self.gold, about="proposal")}
        return {seat: Choice(("accept", "reject"), about="decision") for seat in others}

    def act(self, state: State, moves: Moves) -> State:
        proposer, *others = self.on_board(state.overboard)
        number = state.overboard + 1
        if state.plan is None:
            plan = tuple(moves[proposer])
            return replace(state, plan=plan, log=add_event(state.log, "proposal", number, proposer, plan))
        # The proposer is not asked, and counts as accepting.
        accepts = 1 + sum(moves[seat] == "accept" for seat in others)
        count = len(others) + 1
        passed = accepts >= votes_needed(count, self.passes_with)
        log = add_event(state.log, "votes", number, accepts, count, passed)
        for seat in others:
            log = add_event(log, "own", number, moves[seat], to=[seat])
        if passed:
            return replace(state, accepted=True, log=log)
        if len(others) == 1:
            log = add_event(log, "last", others[0])
        return State(overboard=number, log=log)

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.overboard, state.plan, state.accepted, events_for(state.log, seat))

    def outcome(self, state: State) -> Outcome | None:
        lost = (OVERBOARD,) * state.overboard
        if state.accepted and state.plan is not None:
            return Outcome((*lost, *state.plan), f"the plan of {player_name(state.overboard)} is accepted")
        if state.overboard == self.seats - 1:
            return Outcome((*lost, self.gold), f"{player_name(state.overboard)} is the only one left")
        return None


def votes_needed(count: int, passes_with: str) -> int:
    """The number of pirates who must accept, including the proposer.

    >>> [votes_needed(count, "half") for count in (2, 3, 4)]
    [1, 2, 2]
    >>> [votes_needed(count, "majority") for count in (2, 3, 4)]
    [2, 2, 3]
    """
    return (count + 1) // 2 if passes_with == "half" else count // 2 + 1
