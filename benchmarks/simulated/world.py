"""Players of known strength, and how their matches end.

A player's strength on the natural log scale is normal with the cell's spread. On each deal the first seat
has an advantage, and each player a good or a bad day, both normal: matches that share a deal hang
together. Given these, matches of two end as Bradley and Terry have it, tables of more as Plackett and Luce.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import combinations
from math import sqrt
from typing import Any, Final, TypeAlias

import numpy as np
from benchmarks.simulated.cell import Cell

from agonist.ratings import Result, bradley_terry, trueskill

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Places: TypeAlias = np.ndarray[Any, np.dtype[np.intp]]

STAKES: Final = (2.0, 20.0, 100.0)
ODDS: Final = (0.6, 0.1, 0.3)
"""What a match of two is worth where chance deals, and how often: as at hold'em, `random` against
`reference`."""

MANY: Final = 1e6
"""Matches of each pair whose ratings pass for the truth."""

DRAWS: Final = 4000
"""Draws of everyone's form, over which the chance to win a table is the mean."""


@cache
def _normal() -> tuple[Array, Array]:
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    return nodes, weights / weights.sum()


class World:
    """The players of one tournament."""

    def __init__(self, cell: Cell, rng: np.random.Generator) -> None:
        self.cell, self.rng = cell, rng
        strengths = np.sort(rng.normal(0, cell.spread, cell.players))[::-1]
        if cell.gap is not None:
            strengths = np.asarray(-cell.gap / bradley_terry.ELO * np.arange(cell.players), dtype=np.float64)
        if cell.best == "last":
            strengths = strengths[::-1]
        if cell.best == "random":
            strengths = rng.permutation(strengths)
        self.theta: Array = np.asarray(strengths - strengths.mean(), dtype=np.float64)
        self.names = [f"p{n:02}" for n in range(cell.players)]
        self.place = {name: n for n, name in enumerate(self.names)}
        self._luck: Array = np.zeros(0)
        self._days: Array = np.zeros((0, cell.players))
        """By deal, and by deal and player; longer as deals are met."""
        size = (cell.wordings, cell.players)
        self._worded: Array = rng.normal(0, cell.wording, size) if cell.wordings > 1 else np.zeros(size)
        """By wording and player."""
        self.chances = self._pairwise()

    def _pairwise(self) -> Array:
        gap = self.theta[:, None] - self.theta[None, :]
        if self.cell.sharp:
            return (np.sign(gap) + 1) / 2
        noise = sqrt(self.cell.luck**2 + 2 * self.cell.day**2 + 2 * self.cell.wording**2)
        if not noise:
            return np.asarray(1 / (1 + np.exp(-gap)))
        nodes, weights = _normal()
        return np.asarray((weights / (1 + np.exp(-gap[..., None] - noise * nodes))).sum(axis=-1))

    def chance(self, one: str, other: str) -> float:
        """How likely the first ends above the second, over all luck; draws apart."""
        return float(self.chances[self.place[one], self.place[other]])

    def rate(self, one: str, other: str) -> float:
        """The same, draws being half."""
        return self.cell.draws / 2 + (1 - self.cell.draws) * self.chance(one, other)

    def wins(self, table: Sequence[str]) -> Mapping[str, float]:
        """How likely each at a table is first."""
        if len(table) == 2:
            return {name: self.rate(name, other) for name, other in (table, table[::-1])}
        own = self.theta[[self.place[name] for name in table]]
        if self.cell.day:
            own = own + self.cell.day * np.random.default_rng(0).normal(size=(DRAWS, len(table)))
        parts = np.exp(own)
        first = parts / parts.sum(axis=-1, keepdims=True)
        return dict(zip(table, np.atleast_2d(first).mean(axis=0).tolist(), strict=True))

    def play(self, seating: Places, deal: Places, wording: Places) -> Array:
        """Everyone's score in each match; `seating` has the players, a row a match, the others numbers."""
        cell, rng, size = self.cell, self.rng, len(seating)
        powers = self.theta[seating] + self._worded[wording[:, None], seating]
        if cell.day:
            while len(self._days) <= deal.max(initial=0):
                self._days = np.vstack([self._days, rng.normal(0, cell.day, (1 + len(deal), cell.players))])
            powers = powers + self._days[deal[:, None], seating]
        if seating.shape[1] > 2:
            order = (powers + rng.gumbel(size=powers.shape)).argsort(axis=1).argsort(axis=1)
            return np.asarray(order / (seating.shape[1] - 1), dtype=np.float64)
        gap = powers[:, 0] - powers[:, 1]
        if cell.luck:
            while len(self._luck) <= deal.max(initial=0):
                self._luck = np.concatenate([self._luck, rng.normal(0, cell.luck, 1 + len(deal))])
            gap = gap + self._luck[deal]
        won = gap > 0 if cell.sharp else rng.random(size) < 1 / (1 + np.exp(-gap))
        stake = np.asarray(rng.choice(STAKES, size, p=ODDS)) if cell.luck or cell.day else np.ones(size)
        stake = np.where(won, stake, -stake)
        if cell.draws:
            stake = np.where(rng.random(size) < cell.draws, 0.0, stake)
        return np.column_stack([stake, -stake])

    def score(self, table: Sequence[str], name: str) -> float:
        """A player's mean score at a table."""
        others = [other for other in table if other != name]
        if len(table) > 2:
            return sum(self.chance(name, other) for other in others) / len(others)
        stake = float(np.dot(STAKES, ODDS)) if self.cell.luck or self.cell.day else 1.0
        return stake * (2 * self.rate(name, others[0]) - 1)

    def truth(self, tables: Mapping[tuple[str, ...], float]) -> Array:
        """What the method says of very many matches, of these tables in these shares; NaN of the unrated."""
        met = [(*pair, share) for table, share in tables.items() for pair in combinations(sorted(table), 2)]
        if self.cell.method == "bradley-terry":
            one = np.array([self.place[a] for a, _, _ in met], dtype=np.intp)
            other = np.array([self.place[b] for _, b, _ in met], dtype=np.intp)
            often = MANY * np.array([share for _, _, share in met])
            won = often * (self.cell.draws / 2 + (1 - self.cell.draws) * self.chances[one, other])
            wins = np.zeros((len(self.names), len(self.names)))
            np.add.at(wins, (one, other), won)
            np.add.at(wins, (other, one), often - won)
            found = bradley_terry.strengths(wins, bradley_terry.PRIOR)
            return np.asarray(1500 + bradley_terry.ELO * (found - found.mean()))
        results = []
        for a, b, share in met:
            duel, first = ((a,), (b,)), (1 - self.cell.draws) * self.chance(a, b)
            for ranks, part in (
                ((1, 2), first),
                ((2, 1), 1 - self.cell.draws - first),
                ((1, 1), self.cell.draws),
            ):
                if part > 0:
                    results.append(Result(duel, ranks, weight=MANY * share * part))
        rows = trueskill.fit(results, players=self.names)
        return np.array([np.nan if (at := rows[name].rating) is None else at for name in self.names])
