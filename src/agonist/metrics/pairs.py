"""Who beat whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations

from agonist.ratings import Result, win_rate


@dataclass(frozen=True, slots=True)
class Pair:
    """How a player fared against another: whose side was placed above whose, over all matches.

    `rate` counts a draw as half a win. The interval is that of every rate (`agonist.ratings.win_rate`);
    `None` where all matches share one deal.
    """

    player: str
    opponent: str
    wins: int
    draws: int
    losses: int
    rate: float
    low: float | None
    high: float | None


def pairs_of(results: Iterable[Result]) -> list[Pair]:
    """Every ordered pair that ever met, in alphabetical order. Nobody meets himself or his own side.

    >>> [pair, back] = pairs_of([Result((("ann",), ("bob",)), (1, 2))])
    >>> pair.player, pair.wins, back.player, back.losses
    ('ann', 1, 'bob', 1)
    """
    met: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        placed = list(zip(result.teams, result.ranks, strict=True))
        for (side, rank), (other, theirs) in permutations(placed, 2):
            ranks = (1, 1) if rank == theirs else (1, 2) if rank < theirs else (2, 1)
            for one, two in ((a, b) for a in set(side) for b in set(other) if a < b):
                duel = Result(((one,), (two,)), ranks, result.block)
                met.setdefault((one, two), []).append(duel)
    return sorted(
        (pair for names, duels in met.items() for pair in _both(*names, duels)),
        key=lambda pair: (pair.player, pair.opponent),
    )


def _both(one: str, two: str, duels: Sequence[Result]) -> Iterator[Pair]:
    rows = win_rate(duels)
    for row, other in ((rows[one], two), (rows[two], one)):
        assert row.rating is not None
        yield Pair(row.player, other, row.wins, row.draws, row.losses, row.rating, row.low, row.high)
