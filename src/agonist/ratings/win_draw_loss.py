"""Counts of wins, draws and losses."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from agonist.ratings.result_and_rating import ALONE, Rating, Result
from agonist.ratings.result_arrays import Seats, outcomes_of, seats_of


def tally(results: Iterable[Result], players: Iterable[str] = ()) -> dict[str, Rating]:
    """Counts of seats without ratings, by name in alphabetical order, for all in the results and these
    players.

    A match of a player against nobody but itself is not counted.

    >>> both = tally([Result((("ann",), ("bob",)), (1, 2)), Result((("bob",), ("ann",)), (1, 1))])
    >>> [(r.player, r.matches, r.wins, r.draws, r.losses) for r in both.values()]
    [('ann', 2, 1, 1, 0), ('bob', 2, 0, 1, 1)]
    """
    return counted(seats_of(outcomes_of(list(results), players)))


def counted(seats: Seats) -> dict[str, Rating]:
    """As `tally`, for seats as columns."""
    size = len(seats.names)
    by_point = [
        np.bincount(seats.player[seats.point == point], minlength=size).tolist() for point in (1, 0.5, 0)
    ]
    return {
        name: Rating(
            name,
            rating=None,
            low=None,
            high=None,
            matches=wins + draws + losses,
            wins=wins,
            draws=draws,
            losses=losses,
            note="" if wins + draws + losses else ALONE,
        )
        for name, wins, draws, losses in sorted(zip(seats.names, *by_point, strict=True))
    }
