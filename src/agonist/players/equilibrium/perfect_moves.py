"""Which moves of a small game lose nothing, and how many of a player's were such, as an indicator."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Any, Final

import numpy as np

from agonist.core import Game, UsageError
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note
from agonist.players.equilibrium.game_walk import expect_small
from agonist.players.equilibrium.open_positions import open_positions
from agonist.players.equilibrium.solutions import position_in

PERFECT: Final = Indicator(
    "perfect-moves",
    "Perfect moves",
    "share",
    "Of the moves by which the player could have lost something, those that lost nothing if all go on "
    "perfectly. Counted where the game with its options is small enough to be solved.",
)


def perfect_moves(position: Callable[[Any, Any], Hashable] | None) -> Indicators:
    """The indicator of a game in which nothing is hidden and one moves at a time.

    `position`: as in a kit, (game, state) -> what matters for the rest of the match; `None`: the state.
    """

    def measure(course: Course) -> list[Measurements]:
        found, key = course.nothing(), position_in(course.game, position)
        good = good_moves(course.game, position) if course.decisions else {}
        for state, seat, move in course.moves():
            if (best := good.get(key(state))) is not None:
                note(found[seat], perfect_moves=move in best)
        return found

    return Indicators((PERFECT,), measure)


@lru_cache(maxsize=4)
def good_moves(
    game: Game[Any, Any], position: Callable[[Any, Any], Hashable] | None
) -> Mapping[Hashable, frozenset[Any]]:
    """The moves that are best by backward induction, by position, where not all are; empty for a game that is
    too large to be solved."""
    key = position_in(game, position)
    try:
        expect_small(game)
        whole = open_positions(game, key)
    except UsageError:
        return {}
    policy, found = whole.perfect(), dict[Hashable, frozenset[Any]]()
    for at, spot in enumerate(whole.spots):
        best = policy[slice(*whole.first[at : at + 2])] > 0
        if not best.all():
            found[key(spot.state)] = frozenset(spot.options[nth] for nth in np.flatnonzero(best))
    return found
