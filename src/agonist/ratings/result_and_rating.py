"""Input and output of all rating methods: results of matches, and ratings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from agonist.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agonist.ratings.arrays import Array, Places

ALONE = "no match against anyone else"
"""The note of a player who cannot be compared with anybody."""


@dataclass(frozen=True, slots=True)
class Result:
    """How one match ended.

    A name may stand more than once, on one side or on several (a player against itself); the
    methods then treat it as one competitor.

    >>> Result((("ann",), ("bob",)), (1, 3))
    Result(teams=(('ann',), ('bob',)), ranks=(1, 3), block=None, weight=1.0)
    >>> Result((("ann",), ("bob",)), (1,))
    Traceback (most recent call last):
    agonist.core.errors.UsageError: a result of 2 sides needs as many ranks, not (1,)
    """

    teams: tuple[tuple[str, ...], ...]
    """The competitors' names, one tuple a side; at least two sides."""

    ranks: tuple[int, ...]
    """The place of each side: 1 for the best, shared on ties; only their order counts."""

    block: str | None = None
    """Matches of one block share a deal, so they are no independent evidence."""

    weight: float = 1.0
    """How many ordinary matches this one counts for; 0 or more."""

    def __post_init__(self) -> None:
        if len(self.teams) < 2:
            raise UsageError(f"a result needs at least two sides, not {len(self.teams)}")
        if not all(self.teams):
            raise UsageError("a side of a result has no player")
        if len(self.ranks) != len(self.teams):
            raise UsageError(f"a result of {len(self.teams)} sides needs as many ranks, not {self.ranks}")
        if set(map(type, self.ranks)) != {int} or min(self.ranks) != 1:
            raise UsageError(f"ranks are whole numbers from 1, the best, not {self.ranks!r}")
        if not (isfinite(self.weight) and self.weight >= 0):
            raise UsageError(f"a weight is a finite number from 0, not {self.weight!r}")


@dataclass(frozen=True, slots=True)
class Rating:
    """One player's rating with its interval, and counts of results.

    `rating`, `low` and `high` are in the unit of the method; `None` means "not enough evidence",
    and `note` says why. Counts are of a player's sides: a side alone on the first rank has won,
    one that shares it has drawn, every other has lost. `rank_low` and `rank_high` are the best and the worst
    rank among the rated that the comparisons of all pairs leave open, 1 being the best.
    """

    player: str
    rating: float | None
    low: float | None
    high: float | None
    matches: int
    wins: int
    draws: int
    losses: int
    note: str = ""
    rank_low: int | None = None
    rank_high: int | None = None


def weighted(
    results: Sequence[Result], groups: Sequence[str], counting: Mapping[str, float] = MappingProxyType({})
) -> list[Result]:
    """The results, weighted so that each group (a game, say) counts the same; the total weight is kept.

    `groups` has a name for each result. A group without weight gets none. `counting`: what groups count, by
    name: numbers above 0, and 1 for those without one.

    >>> duel = (("ann",), ("bob",))
    >>> [r.weight for r in weighted([Result(duel, (1, 2))] * 4, ["go", "chess", "chess", "chess"])]
    [2.0, 0.6666666666666666, 0.6666666666666666, 0.6666666666666666]
    >>> [r.weight for r in weighted([Result(duel, (1, 2))] * 4, ["go", "go", "chess", "chess"], {"go": 3.0})]
    [1.5, 1.5, 0.5, 0.5]
    """
    mass: dict[str, float] = {}
    for result, group in zip(results, groups, strict=True):
        mass[group] = mass.get(group, 0.0) + result.weight
    heavy = {group: weight for group, weight in mass.items() if weight > 0}
    if len(heavy) < 2:
        return list(results)
    share = sum(heavy.values()) / sum(counting.get(group, 1.0) for group in heavy)
    return [
        replace(result, weight=result.weight * share * counting.get(group, 1.0) / heavy[group])
        if group in heavy
        else result
        for result, group in zip(results, groups, strict=True)
    ]


def even_weights(group: Places, counting: Sequence[float] = ()) -> Array:
    """The weights that `weighted` gives to results of weight 1; `group` has the number of each one's group,
    and `counting` what each group counts: by default 1.

    >>> even_weights(np.array([0, 1, 1, 1])).tolist()
    [2.0, 0.6666666666666666, 0.6666666666666666, 0.6666666666666666]
    """
    mass = np.bincount(group).astype(float)
    counts = np.array(counting or [1.0] * len(mass))[: len(mass)]
    heavy = mass > 0
    if heavy.sum() < 2:
        return np.ones(len(group))
    share = mass.sum() / counts[heavy].sum()
    return np.asarray((share * counts)[group] / mass[group], dtype=np.float64)
