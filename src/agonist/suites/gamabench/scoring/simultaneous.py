"""The six games in which all choose at once: their choices, and the scores S1 to S6.

Eq. 1 of γ-Bench (Huang et al., 2024). The score of a group of seats uses the same formula over these
seats only; in divide_dollar, the sum is compared with the equal part of the group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, TypeAlias

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import NO_SCORE, Choices, Formula, Profile, Score, scored

Numbers: TypeAlias = tuple[tuple[int, ...], ...]
"""For each round, a number from each seat."""

Words: TypeAlias = tuple[tuple[str, ...], ...]
"""For each round, a word from each seat."""


class Rounds(Choices):
    """The choices of all seats in each round."""

    rounds: tuple[tuple[Any, ...], ...]

    @property
    def seats(self) -> Sequence[Seat]:
        return range(len(self.rounds[0])) if self.rounds else ()

    @property
    def answers(self) -> int:
        return sum(map(len, self.rounds))


@dataclass(frozen=True, slots=True)
class Guessing(Rounds):
    """Guess a part of the average: numbers from `low` to `high`, target `ratio` times their average."""

    low: int
    high: int
    ratio: Fraction
    rounds: Numbers

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S1: how far the numbers lie above the lowest, on average.

        Below a ratio of 1 low numbers are right, above it high ones. At 1 the paper (and its Table 9) rewards
        numbers far from the middle, the published code those near to it. With a lowest number other than 0
        the paper and the code take it off twice, and score up to 200. `updated` is the code to the `letter`
        for published records; for matches of ours it takes it off once, as the other profiles always do.
        """
        if not (chosen := _of(self.rounds, seats)):
            return NO_SCORE
        width = self.high - self.low
        above = Fraction(sum(chosen), len(chosen)) - self.low
        if self.ratio < 1:
            top = self.high if formula.profile == "updated" and formula.letter else width
            share = (top - above) / width
        elif self.ratio > 1:
            share = above / width
        else:
            off = abs(2 * above - width) / width
            share = 1 - off if formula.profile == "updated" else off
        return scored(share, {"above the lowest": above})

    @property
    def illegal(self) -> int:
        return sum(not self.low <= number <= self.high for row in self.rounds for number in row)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        return 0.0, float(self.high - self.low)


@dataclass(frozen=True, slots=True)
class Evenings(Rounds):
    """El Farol: "go" or "stay"; crowded if a larger share than `ratio` goes.

    `gains`: for going to a crowded bar, for going to one that is not crowded, for staying.
    """

    ratio: Fraction
    rounds: Words
    gains: tuple[int, int, int] = (0, 10, 5)

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S2: how far the share of those who go is from the ratio, round by round."""
        if not seats or not self.rounds:
            return NO_SCORE
        gaps = [
            abs(Fraction(sum(row[s] == "go" for s in seats), len(seats)) - self.ratio) for row in self.rounds
        ]
        gap, most = _mean(gaps), max(self.ratio, 1 - self.ratio)
        return scored((most - gap) / most, {"gap": gap})

    @property
    def illegal(self) -> int:
        return sum(word not in ("go", "stay") for row in self.rounds for word in row)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        return 0.0, float(max(self.ratio, 1 - self.ratio))


@dataclass(frozen=True, slots=True)
class Bids(Rounds):
    """Divide the dollar: bids for a part of `golds`."""

    golds: int
    rounds: Numbers

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S3: how far the sum of the bids is from the gold, round by round.

        The paper's formula can fall below 0; the published code, and the tables with it, stop there.
        """
        if not seats or not self.rounds:
            return NO_SCORE
        due = Fraction(self.golds * len(seats), len(self.rounds[0]))
        gap = _mean(abs(sum(row[s] for s in seats) - due) for row in self.rounds)
        share = (due - gap) / due
        return scored(share if formula.profile == "paper" else max(share, Fraction(0)), {"gap": gap})

    @property
    def illegal(self) -> int:
        return sum(not 0 <= bid <= self.golds for row in self.rounds for bid in row)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        return 0.0, float(self.golds * max(1, len(self.seats) - 1))


@dataclass(frozen=True, slots=True)
class Contributions(Rounds):
    """Public goods: contributions to the pot, out of `tokens` a round; `ratio` times the pot is shared."""

    tokens: int
    rounds: Numbers
    ratio: Fraction = Fraction(2)

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S4: the mean contribution to the pot; 0 is best."""
        if not (put := _of(self.rounds, seats)):
            return NO_SCORE
        average = Fraction(sum(put), len(put))
        return scored((self.tokens - average) / self.tokens, {"contribution": average})

    @property
    def illegal(self) -> int:
        return sum(not 0 <= put <= self.tokens for row in self.rounds for put in row)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        return 0.0, float(self.tokens)


@dataclass(frozen=True, slots=True)
class Dishes(Rounds):
    """The diner's dilemma: "cheap" or "costly"; in published records, any word.

    `cheap` and `costly`: the price and the utility of a dish.
    """

    rounds: Words
    cheap: tuple[int, int] = (10, 15)
    costly: tuple[int, int] = (20, 20)

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S5: the share of cheap dishes; costly ones are best. Any word but "cheap" counts as costly."""
        if not self.rounds or not seats:
            return NO_SCORE
        cheap = Fraction(
            sum(row[s] == "cheap" for row in self.rounds for s in seats), len(self.rounds) * len(seats)
        )
        return scored(1 - cheap, {"cheap": cheap})

    @property
    def illegal(self) -> int:
        return sum(word not in ("cheap", "costly") for row in self.rounds for word in row)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        return 0.0, 1.0


@dataclass(frozen=True, slots=True)
class Auctions(Rounds):
    """Sealed bids and valuations of each seat; `second_price`: whether the winner pays the second price."""

    valuations: Numbers
    rounds: Numbers
    second_price: bool = False

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S6: how far bids are below the valuations, on average.

        In the paper, relative to the highest valuation of the match; since November 2024, in the published
        code, each relative to its own valuation, and 0 for a bid above it.
        """
        bid, worth = _of(self.rounds, seats), _of(self.valuations, seats)
        highest = max((v for row in self.valuations for v in row), default=0)
        if not bid or not highest:
            return NO_SCORE
        below = Fraction(sum(worth) - sum(bid), len(bid))
        if formula.profile == "updated":
            return scored(
                _mean(max(Fraction(v - b, v or 1), Fraction(0)) for v, b in zip(worth, bid, strict=True)),
                {"below": below},
            )
        return scored(below / highest, {"below": below})

    @property
    def illegal(self) -> int:
        pairs = zip(self.valuations, self.rounds, strict=True)
        return sum(not 0 <= b <= v for worth, row in pairs for v, b in zip(worth, row, strict=True))

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        worth = [value for row in self.valuations for value in row]
        return 0.0, sum(worth) / len(worth) if worth else inf


def _of(rounds: Iterable[tuple[int, ...]], seats: Collection[Seat]) -> list[int]:
    return [row[seat] for row in rounds for seat in seats]


def _mean(values: Iterable[Fraction]) -> Fraction:
    # Fractions with one denominator are added first, since a sum of fractions is reduced at every step.
    sums, number = dict[int, int](), 0
    for value in values:
        sums[value.denominator] = sums.get(value.denominator, 0) + value.numerator
        number += 1
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction(0)) / number
