"""Whether a run that goes on plays new deals in the same wordings, or takes the next wordings.

Every deal is played in every wording, so what has been played is a rectangle of deals × wordings, and the
next matches make it longer or wider. The variance of ratings has three parts: what wordings add, which falls
with their number, what deals add, which falls with theirs, and chance, which falls with the matches. Of all
rectangles of the next size, the one with the narrowest intervals to be expected is played.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.ratings.bradley_terry import ELO
from agonist.ratings.distributions import student_quantiles
from agonist.ratings.sandwich import Spread, satterthwaite

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

MOST_AT_ONCE: Final = 1.5
"""How many times as many wordings there are at most after a look."""


@dataclass(frozen=True, slots=True)
class NextWordings:
    """In how many wordings a run goes on, and how wide the mean interval is then expected to be, in Elo.

    `unchanged`: how wide with new deals in the wordings that it had, `before`.
    """

    before: int
    wordings: int
    width: float
    unchanged: float

    def in_words(self) -> str:
        """What was chosen, and why."""
        expected = f"intervals of {self.width:,.0f} points expected"
        if self.wordings == self.before:
            return f"new deals in the same {self.before} wordings ({expected})"
        return (
            f"{self.wordings} wordings instead of {self.before} ({expected}; {self.unchanged:,.0f} with new "
            "deals only)"
        )


def next_wordings(
    spread: Spread, before: int, most: int, times: float, confidence: float = 0.95
) -> NextWordings:
    """In how many wordings to go on with `times` as many matches; `most`: how many there are.

    With fewer deals than so far a rectangle would leave some out, so wordings are at most `times` as many.
    """
    reach = max(before + 1, floor(before * min(times, MOST_AT_ONCE)))
    widths = {
        wordings: _width(spread, before, wordings, times, confidence)
        for wordings in range(before, min(reach, most) + 1)
    }
    best = min(widths, key=lambda wordings: (widths[wordings], wordings))
    return NextWordings(before, best, widths[best], widths[before])


def matches_in_each(played: int, more: int, before: int, wordings: int, turn: int) -> tuple[int, int]:
    """How many matches of a table each wording has, and how many each has after `more` in `wordings`.

    `turn`: the matches of a rotation of the seats; rotations are whole.

    >>> matches_in_each(20, 10, 2, 3, 2), matches_in_each(20, 10, 2, 2, 2)
    ((10, 10), (10, 16))
    """
    first = ceil(played / before / turn) * turn
    least = first + turn if wordings == before else first
    return first, max(least, round((played + more) / wordings / turn) * turn)


def _width(spread: Spread, before: int, wordings: int, times: float, confidence: float) -> float:
    if spread.wordings is None:
        raise ValueError("the variance of wordings is not known")
    blocks, over_deals = spread.over_deals()
    _, between = spread.wordings.between.over_deals()
    cells, within = spread.wordings.within.over_deals()
    longer = max(times * before / wordings, 1.0)
    times = longer * wordings / before
    chance = np.minimum(over_deals, within)
    of_deals = (over_deals - chance) / longer
    of_wordings = np.maximum(between - within, 0) * before / wordings
    chance = chance / times
    count = np.full(len(chance), float(wordings))
    found, variance = satterthwaite(
        (blocks * longer, of_deals + chance), (count, of_wordings + chance), (cells * times, chance)
    )
    reach = student_quantiles(found - 1, (1 + confidence) / 2) * np.sqrt(variance)
    return float(2 * ELO * np.mean(reach))
