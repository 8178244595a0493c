"""Guess a part of the average: the number nearest to `ratio` times the average of all numbers wins.

Game 1 of γ-Bench (Huang et al., 2024). Where the paper and its code differ: every number at the smallest
distance from the target wins, above or below it, and the score is the number of rounds won.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, TypeAlias

from agonist.core import (
    Amount,
    Ask,
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

Numbers: TypeAlias = tuple[int, ...]
"""What each seat chose in one round."""


State: TypeAlias = RoundState[int]

View: TypeAlias = RoundView
"""Events, round by round: `("result", round, sum of all numbers, winning numbers)` for all, then
`("own", number, whether it won)` for each seat alone.
"""


@dataclass(frozen=True)
class GuessAverage(RepeatedGame[int]):
    """`ratio` is taken as the nearest fraction with a denominator of up to 1000, so that ties are exact."""

    name: ClassVar[str] = "guess_average"
    title: ClassVar[str] = "Guess 2/3 of the Average"
    sizes: ClassVar[Sequence[int]] = range(2, 101)
    traits: ClassVar[Traits] = Traits(
        simultaneous=True,
        hidden=True,
        abilities=("opponent modelling", "numerical reasoning"),
        sources=("γ-Bench (Huang et al., 2024)", "Nagel, 1995"),
    )

    seats: int = 10
    rounds: int = option(20, low=1)
    low: int = option(0, low=0)
    """The lowest number that may be chosen; below high."""
    high: int = option(100, low=1)
    """The highest number that may be chosen."""
    ratio: float = option(2 / 3, low=0, high=2)
    """The target is the average times this."""
    told_rounds: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.low >= self.high:
            raise UsageError(f"{self.name}: low is below high, not {self.low} with {self.high}")

    @property
    def fraction(self) -> Fraction:
        """The ratio, exactly."""
        return nearest_fraction(self.ratio)

    @property
    def ask(self) -> Ask:
        return Amount(self.low, self.high, about="chosen_number")

    def announced(self, log: Log, number: int, actions: Numbers) -> Log:
        winning = winning_numbers(actions, self.fraction)
        log = add_event(log, "result", number, sum(actions), winning)
        for seat, action in enumerate(actions):
            log = add_event(log, "own", action, action in winning, to=[seat])
        return log

    def scores(self, rounds: Sequence[Numbers]) -> tuple[float, ...]:
        winning = [winning_numbers(numbers, self.fraction) for numbers in rounds]
        return tuple(
            sum(numbers[seat] in best for numbers, best in zip(rounds, winning, strict=True))
            for seat in range(self.seats)
        )


def target(numbers: Numbers, ratio: Fraction) -> Fraction:
    return ratio * sum(numbers) / len(numbers)


def winning_numbers(numbers: Numbers, ratio: Fraction) -> Numbers:
    """The one or two numbers at the least distance from the target, in ascending order.

    >>> winning_numbers((10, 20, 60), Fraction(2, 3)), winning_numbers((0, 4, 0), Fraction(3, 2))
    ((20,), (0, 4))
    """
    # Both sides are multiplied by the denominators: whole numbers are exact too, and 20 times as fast as
    # fractions.
    goal, scale = ratio.numerator * sum(numbers), ratio.denominator * len(numbers)
    least = min(abs(number * scale - goal) for number in numbers)
    return tuple(sorted({number for number in numbers if abs(number * scale - goal) == least}))
