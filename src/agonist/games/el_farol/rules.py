"""The El Farol bar: an evening there is fun unless too many players go.

Game 2 of γ-Bench (Huang et al., 2024), after Arthur (1994). The bar is crowded if the share of players who go
is above the ratio; at exactly the ratio it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import ClassVar, Final, Literal, TypeAlias

from agonist.core import (
    Ask,
    Choice,
    Log,
    RepeatedGame,
    RoundState,
    RoundView,
    Traits,
    UsageError,
    add_event,
    nearest_fraction,
    option,
)

DECISIONS: Final = ("go", "stay")

Decisions: TypeAlias = tuple[str, ...]
"""What each seat did in one round."""


State: TypeAlias = RoundState[str]

View: TypeAlias = RoundView
"""Events, round by round: `("result", round, number who went)`, for those who went and, in explicit mode, for
all; then `("own", round, decision, gain)` for each seat alone.
"""


@dataclass(frozen=True)
class ElFarol(RepeatedGame[str]):
    """In the mode `implicit` only players who went learn how many went. The score is the sum of the gains.

    `ratio` is taken as the nearest fraction with a denominator of up to 1000.
    """

    name: ClassVar[str] = "el_farol"
    title: ClassVar[str] = "El Farol Bar"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("opponent modelling", "risk assessment"),
        sources=("γ-Bench (Huang et al., 2024)", "Arthur, 1994"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    ratio: float = option(0.6, low=0, high=1)
    """The bar is crowded if more than this share of the players go."""
    home: int = 5
    """The fun of staying home; between gain_min and gain_max."""
    gain_min: int = 0
    """The fun of going to a crowded bar."""
    gain_max: int = 10
    """The fun of going to a bar that is not crowded."""
    mode: Literal["implicit", "explicit"] = "implicit"
    """`implicit`: only players who went learn how many went; `explicit`: all players do."""
    told_rounds: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.gain_min < self.home < self.gain_max:
            raise UsageError(
                f"{self.name}: home lies between gain_min and gain_max, "
                f"and {self.home} does not lie between {self.gain_min} and {self.gain_max}"
            )

    @property
    def fraction(self) -> Fraction:
        """The ratio, exactly."""
        return nearest_fraction(self.ratio)

    @property
    def room(self) -> int:
        """The most players that can go without crowding the bar."""
        return floor(self.fraction * self.seats)

    @property
    def ask(self) -> Ask:
        return Choice(DECISIONS, about="decision")

    def announced(self, log: Log, number: int, actions: Decisions) -> Log:
        went = [seat for seat, decision in enumerate(actions) if decision == "go"]
        log = add_event(log, "result", number, len(went), to=None if self.mode == "explicit" else went)
        for seat, gain in enumerate(self.gains(actions)):
            log = add_event(log, "own", number, actions[seat], gain, to=[seat])
        return log

    def scores(self, rounds: Sequence[Decisions]) -> tuple[float, ...]:
        return tuple(map(sum, zip(*map(self.gains, rounds), strict=True)))

    def gains(self, decisions: Decisions) -> tuple[int, ...]:
        """The gain of each seat in one round."""
        bar = self.gain_min if decisions.count("go") > self.room else self.gain_max
        return tuple(bar if decision == "go" else self.home for decision in decisions)
