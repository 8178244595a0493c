"""The public goods game: tokens in the pot are multiplied and shared equally by everyone.

Game 4 of γ-Bench (Huang et al., 2024), and with `share="at the end"` the Public Good of MAgIC (Xu et al.,
2024). Nobody can put in more than they have, which the published code of both allows. The score is everything
that a player has at the end; the code of γ-Bench stored only the tokens that were kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar, Literal, TypeAlias

from agonist.core import (
    CHANCE,
    Amount,
    Ask,
    Moves,
    Outcome,
    RoundGame,
    RoundState,
    RoundView,
    Seat,
    Shuffle,
    Traits,
    UsageError,
    add_event,
    events_for,
    nearest_fraction,
    option,
)

Contributions: TypeAlias = tuple[int, ...]
"""What each seat put into the pot in one round."""

Tokens: TypeAlias = tuple[Fraction, ...]
"""What each seat has."""


@dataclass(frozen=True, slots=True)
class State(RoundState[int]):
    start: tuple[int, ...] = ()
    """What each seat starts with; empty until it is drawn."""


@dataclass(frozen=True, slots=True)
class View(RoundView):
    """What a seat knows: after a round, everything.

    Events, for all: `("start", tokens of each seat)` if they are drawn, and round by round
    `("result", round, contribution of each seat)`.
    """

    start: tuple[int, ...]

    @property
    def rounds(self) -> tuple[Contributions, ...]:
        return tuple(event[2] for event in self.log if event[0] == "result")


@dataclass(frozen=True)
class PublicGoods(RoundGame[State, View]):
    """The pot times `ratio` (the nearest fraction with a denominator of up to 1000) is shared equally.

    `share="each round"`: the pot is shared after each round. A round begins with new `tokens`; with `carry`,
    it begins with the tokens from the last round, of which whole ones can be put in. The score is the sum of
    what is left of all rounds; with `carry`, the tokens at the end. `share="at the end"`: the tokens are for
    the whole game, and the pot of all rounds is shared after the last one. The score is the tokens at the
    end. With `random_start` each seat has a different number of tokens, drawn once from `start_min` to
    `tokens`.
    """

    name: ClassVar[str] = "public_goods"
    title: ClassVar[str] = "Public Goods Game"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        abilities=("strategic planning", "opponent modelling", "numerical reasoning"),
        sources=("γ-Bench (Huang et al., 2024)", "MAgIC (Xu et al., 2024)"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    tokens: int = option(20, low=1)
    """Tokens that each player has for a round, or with share="at the end" for the game."""
    ratio: float = option(2, low=0)
    """The factor by which the pot is multiplied."""
    carry: bool = False
    """Whether players keep their tokens from round to round, and can put in all of them."""
    share: Literal["each round", "at the end"] = "each round"
    """When the pot is shared."""
    random_start: bool = False
    """Whether chance draws a number of tokens for each seat."""
    start_min: int = 11
    """The lowest number of tokens that `random_start` draws, a different one for each seat."""
    told_rounds: bool = True
    overspend: bool = False
    """With share="at the end": up to `tokens` can be put in every round, so that a balance can fall below 0,
    as MAgIC's published code lets pass."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.overspend and self.share != "at the end":
            raise UsageError(f"{self.name}: overspend is for share='at the end'")
        if self.carry and self.share == "at the end":
            raise UsageError(
                f"{self.name}: carry is for share='each round'; at the end all is carried anyway"
            )
        if self.random_start and not 0 <= self.start_min <= self.tokens - self.seats + 1:
            raise UsageError(
                f"{self.name}: {self.seats} different numbers of tokens are drawn from start_min to tokens, "
                f"and from {self.start_min} to {self.tokens} there are not that many; set start_min lower"
            )

    @property
    def fraction(self) -> Fraction:
        """The ratio, exactly."""
        return nearest_fraction(self.ratio)

    def new(self) -> State:
        return State(start=() if self.random_start else (self.tokens,) * self.seats)

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if not state.start:
            things = tuple(range(self.start_min, self.tokens + 1))
            return {CHANCE: Shuffle(things, self.seats, about="start_tokens")}
        if len(state.rounds) == self.rounds:
            return {}
        return {
            seat: Amount(0, floor(tokens), about="tokens_contributed")
            for seat, tokens in enumerate(self.budgets(state.start, state.rounds))
        }

    def act(self, state: State, moves: Moves) -> State:
        if not state.start:
            start = tuple(moves[CHANCE])
            return State(start=start, log=add_event(state.log, "start", start))
        contributions = tuple(moves[seat] for seat in range(self.seats))
        rounds = (*state.rounds, contributions)
        return State(rounds, add_event(state.log, "result", len(rounds), contributions), state.start)

    def observe(self, state: State, seat: Seat | None) -> View:
        return View(seat, len(state.rounds), events_for(state.log, seat), state.start)

    def outcome(self, state: State) -> Outcome | None:
        if len(state.rounds) < self.rounds:
            return None
        scores = tuple(map(float, self.earned(state.start, state.rounds)))
        return Outcome(scores, self.ending)

    def paid(self, state: State) -> tuple[float, ...] | None:
        if self.share == "at the end":
            return None
        earned = self.earned(state.start, state.rounds) if state.rounds else (Fraction(0),) * self.seats
        return tuple(map(float, earned))

    def budgets(self, start: tuple[int, ...], rounds: Sequence[Contributions]) -> Tokens:
        """What each seat has for its next contribution after these rounds; contributions are whole tokens."""
        if self.overspend or (self.share == "each round" and not self.carry):
            return tuple(map(Fraction, start))
        return self.balances(start, rounds)

    def balances(self, start: tuple[int, ...], rounds: Sequence[Contributions]) -> Tokens:
        """What each seat has after these rounds; if tokens are new in each round, what the last round
        left."""
        had = tuple(map(Fraction, start))
        if not rounds:
            return had
        if self.share == "at the end":
            return tuple(
                tokens - sum(put) for tokens, put in zip(had, zip(*rounds, strict=True), strict=True)
            )
        for contributions in rounds if self.carry else rounds[-1:]:
            part = self.part(contributions)
            had = tuple(tokens - put + part for tokens, put in zip(had, contributions, strict=True))
        return had

    def part(self, pot: Sequence[int]) -> Fraction:
        """The amount that each seat gets back from a pot with these contributions."""
        return self.fraction * sum(pot) / self.seats

    def earned(self, start: tuple[int, ...], rounds: Sequence[Contributions]) -> Tokens:
        """The score of each seat if the game ended after these rounds."""
        balances = self.balances(start, rounds)
        if self.share == "at the end":
            return tuple(tokens + self.part([sum(put) for put in rounds]) for tokens in balances)
        if self.carry:
            return balances
        each = [self.balances(start, [contributions]) for contributions in rounds]
        return tuple(sum(tokens, Fraction(0)) for tokens in zip(*each, strict=True))
