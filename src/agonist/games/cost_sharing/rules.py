"""Sharing an airport's fee: players propose a split in turn, then vote in turn, until all accept one.

The scenario of MAgIC (Xu et al., 2024): three airlines, up to five rounds of public proposals and public
votes. The players agree if all votes are for one player's proposal, or for proposals of the same split. The
published code does not check that a split adds up to 100 percent, and loses shares of one digit; here shares
are non-negative, in steps, and add up. Airline A is Player 1, B is Player 2, and so on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar, Final, TypeAlias

from agonist.core import (
    CHANCE,
    Ask,
    Choice,
    Event,
    Form,
    Game,
    Moves,
    Outcome,
    Seat,
    Shuffle,
    Speech,
    Split,
    Traits,
    UsageError,
    form,
    option,
    player_name,
)

Shares: TypeAlias = tuple[int, ...]
"""Percent of the fee that each airline pays."""

with Path(__file__).with_name("airlines.csv").open(encoding="utf-8") as _file:
    AIRLINES: Final[tuple[str, ...]] = tuple(line.strip() for line in _file.readlines()[2:])
"""Our own pool of descriptions, `airlines.csv`."""


@dataclass(frozen=True, slots=True)
class State:
    """The state, all of which is public.

    Events: `("usage", description of each airline)` or `("topic", one for all)`, `("proposal", round, seat,
    shares, statement)`, `("vote", round, seat, whose proposal)`, `("failed", round)`, `("agreed", round,
    shares)`.
    """

    usage: tuple[str, ...] = ()
    """How each airline uses the airport; empty until it is drawn."""
    round: int = 1
    proposals: tuple[Shares, ...] = ()
    votes: tuple[Seat, ...] = ()
    """In seat order: the seat whose proposal each seat votes for."""
    agreed: Shares | None = None
    log: tuple[Event, ...] = ()
    """Everything happens in public, so there is one log for all."""


@dataclass(frozen=True)
class CostSharing(Game[State, State]):
    """The score is the percentage that the player does not pay; without an agreement it is 0 for all."""

    name: ClassVar[str] = "cost_sharing"
    title: ClassVar[str] = "Cost Sharing"
    sizes: ClassVar[Sequence[int]] = range(2, 9)

    seats: int = 3
    rounds: int = option(5, low=1)
    step: int = option(5, low=1)
    """Shares are multiples of this many percent, of which 100 must be one."""
    fee: int = option(1_000_000, low=1)
    """The fee in dollars."""
    statement_words: int = option(50, low=0)
    """Words in the longest statement with a proposal; 0: no statements."""
    airlines: tuple[str, ...] = ()
    """How each airline uses the airport, one description per seat; empty: drawn from the built-in list."""
    topic: str = ""
    """One description of the use by all airlines, instead of one for each."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if 100 % self.step:
            raise UsageError(f"{self.name}: 100 percent is no multiple of steps of {self.step}")
        if self.airlines and len(self.airlines) != self.seats:
            raise UsageError(
                f"{self.name}: {self.seats} players need {self.seats} descriptions of airlines, "
                f"not {len(self.airlines)}"
            )

        if self.airlines and self.topic:
            raise UsageError(f"{self.name}: give airlines or a topic, not both")

    @property
    def traits(self) -> Traits:
        return Traits(
            talk=self.statement_words > 0,
            abilities=("cooperation", "coordination", "negotiation"),
            sources=("MAgIC (Xu et al., 2024)",),
        )

    def new(self) -> State:
        if self.topic:
            return State(("",) * self.seats, log=(("topic", self.topic),))
        if self.airlines:
            return State(self.airlines, log=(("usage", self.airlines),))
        return State()

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if not state.usage:
            return {CHANCE: Shuffle(tuple(range(len(AIRLINES))), self.seats, about="airlines")}
        if state.agreed is not None or state.round > self.rounds:
            return {}
        if len(state.proposals) < self.seats:
            return {len(state.proposals): self._proposal}
        return {len(state.votes): Choice(tuple(range(self.seats)), about="vote")}

    @property
    def _proposal(self) -> Form:
        split = Split(tuple(range(self.seats)), 100, step=self.step, about="split")
        if not self.statement_words:
            return form("proposal", split=split)
        statement = Speech(max_words=self.statement_words, optional=True, about="statement")
        return form("proposal", split=split, statement=statement)

    def act(self, state: State, moves: Moves) -> State:
        if not state.usage:
            usage = tuple(AIRLINES[number] for number in moves[CHANCE])
            return replace(state, usage=usage, log=(*state.log, ("usage", usage)))
        if len(state.proposals) < self.seats:
            return propose(state, *moves[len(state.proposals)])
        return self._vote(state, moves[len(state.votes)])

    def _vote(self, state: State, target: Seat) -> State:
        log = (*state.log, ("vote", state.round, len(state.votes), target))
        state = replace(state, votes=(*state.votes, target), log=log)
        if len(state.votes) < self.seats:
            return state
        agreed = agreement(state.proposals, state.votes)
        if agreed is not None:
            return replace(state, agreed=agreed, log=(*log, ("agreed", state.round, agreed)))
        log = (*log, ("failed", state.round))
        if state.round == self.rounds:
            return replace(state, round=state.round + 1, log=log)
        return State(state.usage, state.round + 1, log=log)

    def observe(self, state: State, seat: Seat | None) -> State:
        del seat
        return state

    def outcome(self, state: State) -> Outcome | None:
        if state.agreed is not None:
            names = ", ".join(f"{player_name(s)} {share}%" for s, share in enumerate(state.agreed))
            return Outcome(tuple(100.0 - share for share in state.agreed), f"all agreed to pay {names}")
        if state.round > self.rounds:
            rounds = "the only round" if self.rounds == 1 else f"{self.rounds} rounds"
            return Outcome((0.0,) * self.seats, f"no agreement after {rounds}")
        return None


def mover(state: State) -> Seat:
    """Whose turn it is, while the game goes on."""
    seats = len(state.usage)
    return len(state.proposals) if len(state.proposals) < seats else len(state.votes)


def propose(state: State, shares: Shares, statement: str = "") -> State:
    """The state after the next seat has proposed these shares."""
    log = (*state.log, ("proposal", state.round, len(state.proposals), shares, statement))
    return replace(state, proposals=(*state.proposals, shares), log=log)


def agreement(proposals: Sequence[Shares], votes: Sequence[Seat]) -> Shares | None:
    """The split that all votes name, even if several players proposed it; `None` if they name different
    splits.

    >>> agreement([(50, 50), (50, 50)], [1, 0])
    (50, 50)
    >>> agreement([(50, 50), (55, 45)], [1, 0])
    """
    named = {proposals[target] for target in votes}
    return named.pop() if len(named) == 1 else None
