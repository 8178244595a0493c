"""The share of a match that each side has won, from 0 to 1 and 1 in all, as GameBench counts it.

GameBench (Costarelli et al., 2024) rates agents by such shares. In three of its games they are shares of the
points; in all others the winner has it all, and equal sides share it. Two of ours score shares themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.core import Seat

BY_POINTS: Final = frozenset(("air_land_sea", "are_you_the_traitor", "codenames", "pit", "sea_battle"))
"""The games of GameBench in which a loser keeps the share of their points.

A Sea Battle that is broken off scores the health that is left; ties of treasure, and rounds that are over,
share the score of Are You the Traitor?.
"""


def shares(scores: Sequence[float], sides: Sequence[Sequence[Seat]], *, by_points: bool) -> tuple[float, ...]:
    """The share of each side: `scores` by seat, `sides` the seats that each side holds.

    The points of a side are those of its seats, added up; a total below 0 counts as 0. Nobody with a point
    means equal shares. Raises `ValueError` for no side at all.

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
    if by_points:
        parts = [max(0.0, float(total)) for total in totals]
    else:
        parts = [float(total == max(totals)) for total in totals]
    whole = sum(parts)
    return tuple(part / whole if whole else 1 / len(sides) for part in parts)


def share_of(game: str, scores: Sequence[float], sides: Sequence[Sequence[Seat]]) -> tuple[float, ...]:
    """The shares as GameBench counts them in this game."""
    return shares(scores, sides, by_points=game in BY_POINTS)
