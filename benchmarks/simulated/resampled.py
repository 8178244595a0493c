"""How often GameBench's percentiles hold: 90% intervals from resampled deals, in each game and over all.

Players differ in every game; on each deal the first side has an advantage, and both sides are played once.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np
from benchmarks.simulated.counting import Count, row
from benchmarks.simulated.world import MANY

from agonist.ratings import bradley_terry
from agonist.ratings.bootstrapped_ratings import Resampled, Scored, rate

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

GAMES: Final = 9
LEAST: Final = 0.88
"""Of intervals that promise 0.9, a smaller share is too few."""

OF_A_GAME: Final = 0.5
"""The deviation of a player's strength in a game from that over all games, on the log scale."""

LUCK: Final = 1.0
"""The deviation of a deal's advantage for one side."""


@dataclass(frozen=True)
class Mirrored:
    """A tournament in which every two players meet on so many deals of each game, twice on each."""

    players: int
    deals: int
    spread: float
    runs: int = 200


MIRRORED: Final = (
    *(Mirrored(players, 5, spread) for players in (2, 4, 8) for spread in (0.0, 1.0)),
    *(Mirrored(2, deals, spread) for deals in (10, 25) for spread in (0.0, 1.0)),
    Mirrored(4, 25, 1.0),
)
"""Five deals are the suite's own."""


def measure(what: Mirrored, seed: int) -> dict[str, Count]:
    """How often the intervals held the truth: those over all games, and those of each game."""
    rng = np.random.default_rng([seed, what.players, what.deals, round(10 * what.spread)])
    counts = {"over all games": Count(), "of a game": Count()}
    for _ in range(what.runs):
        strengths = rng.normal(0, what.spread, what.players)
        own = strengths + rng.normal(0, OF_A_GAME, (GAMES, what.players))
        found = rate(_played(what, own, rng), resamples=500, shares=True)
        chances = _chances(own)
        _hold(counts["over all games"], found.overall, _truth(chances.mean(axis=0)))
        for game in range(GAMES):
            _hold(counts["of a game"], found.games[f"{game}"], _truth(chances[game]))
        for count in counts.values():
            count.close()
    return counts


def _played(what: Mirrored, own: Array, rng: np.random.Generator) -> list[Scored]:
    made = []
    for game, strengths in enumerate(own):
        for one, other in combinations(range(what.players), 2):
            for deal in range(what.deals):
                luck = rng.normal(0, LUCK)
                for side in (luck, -luck):
                    won = rng.random() < 1 / (1 + np.exp(strengths[other] - strengths[one] - side))
                    sides, block = ((f"{one}",), (f"{other}",)), f"{game}/{one}/{other}/{deal}"
                    made.append(Scored(f"{game}", sides, (1.0, 0.0) if won else (0.0, 1.0), block))
    return made


def _chances(own: Array) -> Array:
    """How likely each beats each other, over all luck, in each game."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    gap = own[:, :, None] - own[:, None, :]
    chances = (weights / weights.sum() / (1 + np.exp(-gap[..., None] - LUCK * nodes))).sum(axis=-1)
    return np.asarray(chances)


def _truth(chances: Array) -> Array:
    """The ratings of very many matches."""
    found = bradley_terry.strengths(MANY * chances * (1 - np.eye(len(chances))), bradley_terry.PRIOR)
    return np.asarray(found - found.mean())


def _hold(count: Count, rows: list[Resampled], truth: Array) -> None:
    known = [(one.low, one.high, truth[int(one.player)]) for one in rows if one.low is not None]
    count.add(sum(low <= value <= (high or 0.0) for low, high, value in known), len(known))


HEADER: Final = ("players", "deals", "spread", "n", "rating over all games", "rating of a game")


def line(what: Mirrored, seed: int) -> tuple[list[str], list[str]]:
    """A line of the table, and what is clearly less than promised."""
    counts = measure(what, seed)
    cells = (f"{what.players}", f"{what.deals}", f"{what.spread:g}", f"{what.runs}")
    wrong = [
        f"GameBench, {what}, {kind}: {count} is below {LEAST}"
        for kind, count in counts.items()
        if (share := count.share()) is not None and sum(share) < LEAST
    ]
    return [row((*cells, *map(str, counts.values())))], wrong
