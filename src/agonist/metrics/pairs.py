"""Who beat whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations

from agonist.ratings import Result, wilson


@dataclass(frozen=True, slots=True)
class Pair:
    """How a player fared against another: whose side was placed above whose, over all matches.

    `rate` counts a draw as half a win. The interval is Wilson's; it takes the matches as independent.
    """

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int
    rate: float
    low: float
    high: float


def pairs_of(results: Iterable[Result]) -> list[Pair]:
    """Every ordered pair that ever met, in alphabetical order. Nobody meets himself or his own side.

    >>> [pair, back] = pairs_of([Result((("ann",), ("bob",)), (1, 2))])
    >>> pair.player, pair.wins, back.player, back.losses
    ('ann', 1, 'bob', 1)
    """
    met: dict[tuple[str, str], Counter[str]] = {}
    for result in results:
        placed = list(zip(result.teams, result.ranks, strict=True))
        for (side, rank), (other, theirs) in permutations(placed, 2):
            how = "draws" if rank == theirs else "wins" if rank < theirs else "losses"
            for pair in ((a, b) for a in set(side) for b in set(other) if a != b):
                met.setdefault(pair, Counter())[how] += 1
    return [_pair(*names, count) for names, count in sorted(met.items())]


def _pair(player: str, opponent: str, count: Counter[str]) -> Pair:
    rate = (count["wins"] + count["draws"] / 2) / count.total()
    low, high = wilson(rate, count.total())
    return Pair(player, opponent, count["wins"], count["draws"], count["losses"], rate, low, high)
