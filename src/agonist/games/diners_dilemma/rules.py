"""The diner's dilemma: everyone chooses a dish, and the bill is split evenly.

Game 5 of γ-Bench (Huang et al., 2024), after Glance and Huberman (1994). Only the two words are answers; in
the published code any answer other than "cheap" counted as costly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Final, TypeAlias

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
    option,
)

DISHES: Final = ("costly", "cheap")

Dishes: TypeAlias = tuple[str, ...]
"""What each seat ate in one round."""


State: TypeAlias = RoundState[str]

View: TypeAlias = RoundView
"""Events, round by round: `("result", round, number of costly dishes)` for all, then
`("own", dish, number of costly dishes)` for each seat alone.
"""


@dataclass(frozen=True)
class DinersDilemma(RepeatedGame[str]):
    """The score is the satisfaction over all rounds: the utility of the player's dish minus their part of the
    bill.

    A player who dines alone is better off with the cheap dish. At a table it is a dilemma if whatever the
    others choose a player is better off with the costly one, as with the usual options.
    """

    name: ClassVar[str] = "diners_dilemma"
    title: ClassVar[str] = "Diner's Dilemma"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("strategic planning", "opponent modelling"),
        sources=("γ-Bench (Huang et al., 2024)", "Glance and Huberman, 1994"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    cheap_price: int = option(10, low=0)
    """The price of the cheap dish."""
    cheap_utility: int = 15
    """The utility of the cheap dish to the player who has it."""
    costly_price: int = 20
    """The price of the costly dish."""
    costly_utility: int = 20
    """The utility of the costly dish to the player who has it."""
    told_rounds: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        dearer = self.costly_price - self.cheap_price
        better = self.costly_utility - self.cheap_utility
        if better >= dearer:
            raise UsageError(
                f"{self.name}: there is no dilemma if the costly dish is worth its price: it is better by "
                f"{better} and dearer by {dearer}; the first must be less"
            )

    @property
    def is_dilemma(self) -> bool:
        """Whether the costly dish is dominant: it is better by more than a part of what it is dearer."""
        better = self.costly_utility - self.cheap_utility
        return better * self.seats > self.costly_price - self.cheap_price

    @property
    def ask(self) -> Ask:
        return Choice(DISHES, about="chosen_dish")

    def announced(self, log: Log, number: int, actions: Dishes) -> Log:
        costly = actions.count("costly")
        log = add_event(log, "result", number, costly)
        for seat, dish in enumerate(actions):
            log = add_event(log, "own", dish, costly, to=[seat])
        return log

    def scores(self, rounds: Sequence[Dishes]) -> tuple[float, ...]:
        got = [[self.satisfaction(dish, dishes.count("costly")) for dish in dishes] for dishes in rounds]
        return tuple(float(sum(seat)) for seat in zip(*got, strict=True))

    def bill(self, costly: int) -> int:
        """The bill of the table if this many players have the costly dish."""
        return costly * self.costly_price + (self.seats - costly) * self.cheap_price

    def satisfaction(self, dish: str, costly: int) -> Fraction:
        """The satisfaction of a player with this dish, if this many dishes are costly, their own included."""
        utility = self.costly_utility if dish == "costly" else self.cheap_utility
        return utility - Fraction(self.bill(costly), self.seats)
