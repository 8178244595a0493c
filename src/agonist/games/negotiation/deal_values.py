"""What a deal is worth to a party, and which deals there are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import prod
from typing import Any, Final, TypeAlias

Deal: TypeAlias = tuple[int, ...]
"""The option of each issue, counted from 1."""

Rows: TypeAlias = tuple[tuple[int, ...], ...]
"""By issue, the points of each option."""

ISSUES: Final = (
    "budget", "schedule", "location", "staff", "safety", "publicity", "training", "warranty",
)  # fmt: skip
"""The issues, of which a game has the first few."""

WHOLE: Final = 100
"""What the best deal is worth to a party; the worst is worth nothing."""


@dataclass(frozen=True, slots=True)
class Table:
    """What a party knows and the others don't."""

    weights: tuple[int, ...]
    """What the favourite option of each issue is worth, `WHOLE` in all."""
    favourites: Deal
    batna: int
    """What the party gets without a deal."""
    choices: int
    """How many options each issue has."""

    @property
    def rows(self) -> Rows:
        """The points of each option: evenly less with the distance from the favourite, down to 0.

        >>> Table((60, 40), (1, 3), batna=0, choices=4).rows
        ((60, 40, 20, 0), (0, 20, 40, 20))
        """
        return _rows(self.weights, self.favourites, self.choices)


@lru_cache(maxsize=1024)
def _rows(weights: tuple[int, ...], favourites: Deal, choices: int) -> Rows:
    found = []
    for weight, favourite in zip(weights, favourites, strict=True):
        span = max(favourite - 1, choices - favourite)
        found.append(tuple(weight * (span - abs(n - favourite)) // span for n in range(1, choices + 1)))
    return tuple(found)


def tables_of(drawn: Sequence[Any], choices: int) -> tuple[Table, ...]:
    """The tables that chance has drawn: of each party its weights, its favourites and its BATNA."""
    parties = zip(drawn[::3], drawn[1::3], drawn[2::3], strict=True)
    return tuple(Table(weights, favourites, batna, choices) for weights, favourites, batna in parties)


def points(of: Rows, deal: Deal) -> int:
    """What a deal is worth to the party with these rows."""
    return sum(row[option - 1] for row, option in zip(of, deal, strict=True))


def all_deals(issues: int, choices: int) -> Iterator[Deal]:
    """Each deal that can be made."""
    return product(range(1, choices + 1), repeat=issues)


def most_together(of: Sequence[Rows]) -> int:
    """The most that one deal is worth to all parties together: issues can be settled one by one."""
    return sum(max(map(sum, zip(*issue, strict=True))) for issue in zip(*of, strict=True))


def halfway(tables: Sequence[Table]) -> Deal:
    """The deal that settles each issue halfway between the parties' favourites.

    >>> halfway([Table((50, 50), (1, 4), 0, 4), Table((50, 50), (3, 1), 0, 4)])
    (2, 2)
    """
    return tuple(sum(each) // len(tables) for each in zip(*(t.favourites for t in tables), strict=True))


def is_pareto(of: Sequence[Rows], deal: Deal, choices: int) -> bool:
    """Whether every deal that is better for one party is worse for another."""
    mine = [points(each, deal) for each in of]
    for other in all_deals(len(deal), choices):
        theirs = [points(each, other) for each in of]
        if theirs != mine and all(a >= b for a, b in zip(theirs, mine, strict=True)):
            return False
    return True


def nash_product(of: Sequence[Rows], batnas: Sequence[int], deal: Deal) -> int:
    """The product of what each party gains over its BATNA; 0 unless all gain."""
    gains = [points(each, deal) - batna for each, batna in zip(of, batnas, strict=True)]
    return prod(gains) if min(gains) > 0 else 0


def best_nash_product(of: Sequence[Rows], batnas: Sequence[int], choices: int) -> int:
    """The product at the Nash bargaining solution; 0 if no deal is better for all than their BATNA."""
    return max(nash_product(of, batnas, deal) for deal in all_deals(len(of[0]), choices))
