"""The share of a match that each side has won, as GameBench counts it: from 0 to 1, with a sum of 1.

GameBench (Costarelli et al., 2024) rates agents by such shares. In three of its games they are shares of the
points; in all others the winner gets 1, and tied winners share it. Two of our games have shares as scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.core import Seat
from agonist.kit.indicators import shares_of

BY_POINTS: Final = frozenset(("air_land_sea", "are_you_the_traitor", "codenames", "pit", "sea_battle"))
"""The games of GameBench in which a loser keeps the share of their points.

A Sea Battle that is broken off scores the remaining health; in Are You the Traitor? ties of treasure, and
rounds that have ended, share the score.
"""


def shares(scores: Sequence[float], sides: Sequence[Sequence[Seat]], *, by_points: bool) -> tuple[float, ...]:
    """The share of each side: `scores` by seat, `sides` the seats that each side holds.

    The points of a side are the sum over its seats; a sum below 0 counts as 0. If no side has points, all
    shares are equal. Raises `ValueError` if there are no sides.

    >>> shares((12, 4), ((0,), (1,)), by_points=True)
    (0.75, 0.25)
    >>> shares((12, 4), ((0,), (1,)), by_points=False)
    (1.0, 0.0)
    >>> shares((100, 0, -40, 20), ((0, 2), (1, 3)), by_points=True)
    (0.75, 0.25)
    """
    if not sides:
        raise ValueError("shares are of at least one side")
    totals = [sum(scores[seat] for seat in side) for side in sides]
    return shares_of(totals if by_points else [total == max(totals) for total in totals])


def share_of(game: str, scores: Sequence[float], sides: Sequence[Sequence[Seat]]) -> tuple[float, ...]:
    """The share of each side as GameBench counts it in this game."""
    return shares(scores, sides, by_points=game in BY_POINTS)
