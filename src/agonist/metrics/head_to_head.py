"""Head-to-head results of pairs of players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

import numpy as np

from agonist.ratings import Result
from agonist.ratings.result_arrays import Outcomes, encounters_of, outcomes_of, places_of
from agonist.ratings.wilson_intervals import shares


@dataclass(frozen=True, slots=True)
class Pair:
    """A player's results against one opponent, by the ranks of their sides, over all matches.

    `rate`, from 0 to 1, counts a draw as half a win. Its 95% interval (`agonist.ratings.wilson_intervals`) is
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


def pairs_of(results: Sequence[Result], confidence: float = 0.95) -> list[Pair]:
    """Every ordered pair of opponents, in alphabetical order. Players never meet a side that they are on.

    >>> [pair, back] = pairs_of([Result((("ann",), ("bob",)), (1, 2))])
    >>> pair.player, pair.wins, back.player, back.losses
    ('ann', 1, 'bob', 1)
    """
    return pairs_from(outcomes_of(results, sorted(places_of(results))), confidence)


def pairs_from(outcomes: Outcomes, confidence: float = 0.95) -> list[Pair]:
    """As `pairs_of`, from results as columns, whose `names` are in alphabetical order."""
    names, met = outcomes.names, encounters_of(outcomes)
    # A pair's two sides met once, however many players each had.
    points = met.point / met.share
    codes, pair = np.unique(met.one * len(names) + met.other, return_inverse=True)
    size = len(codes)
    found = shares(pair, outcomes.block[met.result], np.ones(len(pair)), points, size, confidence)
    won, drawn, lost = (np.bincount(pair[points == point], minlength=size).tolist() for point in (1, 0.5, 0))
    rows = []
    for at, code in enumerate(codes.tolist()):
        name, opponent = names[code // len(names)], names[code % len(names)]
        rate, low, high = (float(column[at]) for column in found)
        ends = [(None, None) if isnan(low) else span for span in ((low, high), (1 - high, 1 - low))]
        rows.append(Pair(name, opponent, won[at], drawn[at], lost[at], rate, *ends[0]))
        rows.append(Pair(opponent, name, lost[at], drawn[at], won[at], 1 - rate, *ends[1]))
    return sorted(rows, key=lambda row: (row.player, row.opponent))
