"""Elo ratings beside players of known Elo, who fix the scale.

The model is Bradley-Terry's with strengths in Elo points: P(i beats j) = 1 / (1 + 10^((Rj - Ri) / 400)); a
draw is half a win (Elo 1978). Players of known rating keep it, whatever their results are, and all others get
the ratings that make the results likeliest. Each of them has one more game, drawn, spread over its opponents
as its games are: with a single opponent its share of the points is (w + 1/2) / (n + 1), which removes most of
the bias of few games (Firth 1993).

An interval ends where twice the logarithm of the likelihood, at its best for all other players, has fallen by
the quantile of χ² with one degree of freedom. Who has not won half a point has no lower end, and who has not
lost one no upper end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.distributions import normal_quantile

VIRTUAL: Final = 0.5
"""Points won, and as many lost, in the game that each player has besides its own."""

FARTHEST: Final = 40.0
"""How far from the estimate the end of an interval is looked for, on the natural scale: 7,000 Elo points."""

STEPS: Final = 100
"""The most steps of Newton's method, and of halving an interval."""

UNLINKED: Final = "no chain of games leads to a player of known Elo"


@dataclass(frozen=True, slots=True)
class AnchoredElo:
    """A player's Elo with the ends of its interval; `None` where the games set no bound, or `note` says
    why."""

    elo: float | None
    low: float | None = None
    high: float | None = None
    known: bool = False
    note: str = ""


def anchored_elo(
    points: Mapping[tuple[str, str], float], known: Mapping[str, float]
) -> dict[str, AnchoredElo]:
    """The Elo of every player, by name, with 95% intervals.

    `points[one, other]`: what `one` has won in all games against `other`, 1/2 for a draw. `known`: the Elo of
    the players who fix the scale. Raises `UsageError` if there are none among the players.

    >>> found = anchored_elo({("model", "engine"): 1, ("engine", "model"): 3}, {"engine": 1500})
    >>> round(found["model"].elo), found["engine"].known
    (1353, True)
    """
    players = sorted({name for pair in points for name in pair})
    if not (fixed := {name: known[name] / ELO for name in players if name in known}):
        raise UsageError("no player of known Elo has played: nothing fixes the scale")
    won = np.zeros((len(players), len(players)))
    for (one, other), value in points.items():
        won[players.index(one), players.index(other)] += value
    linked = _linked(won, [name in fixed for name in players])
    free = [nth for nth, name in enumerate(players) if name not in fixed and linked[nth]]
    model = _Model(won, free)
    start = np.array([fixed.get(name, np.mean([*fixed.values()])) for name in players])
    best = model.fitted(start, free)
    fall = normal_quantile(0.975) ** 2 / 2
    found = {}
    for nth, name in enumerate(players):
        if name in fixed:
            found[name] = AnchoredElo(known[name], known=True)
        elif not linked[nth]:
            found[name] = AnchoredElo(None, note=UNLINKED)
        else:
            low = model.end(best, nth, -1, fall) if won[nth].any() else None
            high = model.end(best, nth, 1, fall) if won[:, nth].any() else None
            found[name] = AnchoredElo(float(best[nth]) * ELO, low, high)
    return found


class _Model:
    """The likelihood of the results with their virtual games; strengths are on the natural scale."""

    def __init__(self, won: Array, free: list[int]) -> None:
        met = won + won.T
        virtual = np.zeros_like(won)
        for nth in free:
            virtual[nth] = VIRTUAL * met[nth] / met[nth].sum()
        self.won = won + virtual + virtual.T
        self.free = free

    def likelihood(self, theta: Array) -> float:
        """The logarithm of the likelihood."""
        return -float((self.won * np.logaddexp(0, theta[None, :] - theta[:, None])).sum())

    def fitted(self, theta: Array, free: list[int]) -> Array:
        """The strengths with the greatest likelihood, in which only the free ones differ from `theta`."""
        theta = theta.copy()
        for _ in range(STEPS if free else 0):
            loses = 1 / (1 + np.exp(np.clip(theta[:, None] - theta[None, :], -700, 700)))
            slope = ((self.won * loses).sum(axis=1) - (self.won * loses).sum(axis=0))[free]
            stiff = (self.won + self.won.T) * loses * loses.T
            curve = (np.diag(stiff.sum(axis=1)) - stiff)[np.ix_(free, free)]
            step = np.linalg.solve(curve, slope)
            reach = float(np.abs(step).max())
            theta[free] += step * min(1.0, 1.5 / max(reach, 1e-300))
            if reach < 1e-9:
                return theta
        return theta

    def end(self, best: Array, nth: int, way: int, fall: float) -> float:
        """Where the likelihood has fallen so far below or above the strength of one player, in Elo points."""
        others, least = [each for each in self.free if each != nth], self.likelihood(best) - fall
        inside, outside, theta = 0.0, FARTHEST, best
        for _ in range(STEPS):
            middle = (inside + outside) / 2
            held = theta.copy()
            held[nth] = best[nth] + way * middle
            tried = self.fitted(held, others)
            if self.likelihood(tried) > least:
                inside, theta = middle, tried
            else:
                outside = middle
            if outside - inside < 1e-7:
                break
        return float(best[nth] + way * inside) * ELO


def _linked(won: Array, known: list[bool]) -> list[bool]:
    """Which players are known, or linked to one by games."""
    met = (won + won.T) > 0
    found = np.array(known)
    while (more := found | (met & found[None, :]).any(axis=1)).sum() > found.sum():
        found = more
    return [bool(each) for each in found]
