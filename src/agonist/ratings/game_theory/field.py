"""Who beats whom, how often, as tables of payoffs: from results, and from results that are weighted anew.

Each pair that met has half a virtual win and half a virtual defeat, as on boards. Weighting anew is the
Bayesian bootstrap (Rubin 1981): every deal gets a weight from the exponential distribution, and each half
virtual result one from a gamma distribution. So a pair's share of wins has Jeffreys' posterior where each
match is a deal of its own. No pair is ever left without results, as it would be if deals were drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from agonist.ratings.arrays import Array
from agonist.ratings.bradley_terry import Meetings

HALF: Final = 0.5
"""A pair's virtual wins, and as many virtual defeats, in units of its mean deal."""


@dataclass(frozen=True, slots=False)
class Field:
    """The meetings of players in each of some games; players are numbers from 0 in all of them."""

    size: int
    games: Sequence[Meetings]

    @cached_property
    def _parts(self) -> list[_Pairs]:
        return [_Pairs.of(meetings, self.size) for meetings in self.games]

    @cached_property
    def met(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """`met[game, i, j]`: whether i and j have met in it."""
        found = np.array([part.mass > 0 for part in self._parts])
        return np.asarray(found | np.eye(self.size, dtype=bool), dtype=np.bool_)

    @property
    def deals(self) -> int:
        """The pieces of evidence in all games."""
        return sum(len(np.unique(meetings.block)) for meetings in self.games)

    def payoffs(self, rng: np.random.Generator | None = None) -> Payoffs:
        """The payoffs from these results, or with `rng` from results that are weighted anew."""
        return Payoffs(np.array([part.won(rng) for part in self._parts]), self.met)


@dataclass(frozen=True, slots=False, eq=False)
class Payoffs:
    """`won[game, i, j]`: the share that i wins of its meetings with j, from 0 to 1; NaN without any."""

    won: Array
    met: np.ndarray[Any, np.dtype[np.bool_]]

    @cached_property
    def duels(self) -> Array:
        """The share that i wins of its meetings with j, each game in which they met counting the same."""
        times = self.met.sum(axis=0)
        total = np.where(self.met, self.won, 0.0).sum(axis=0)
        with np.errstate(invalid="ignore"):
            return np.asarray(np.where(times > 0, total / times, np.nan))

    @property
    def margins(self) -> Array:
        """What i wins more than j, from -1 to 1."""
        return np.asarray(self.duels - self.duels.T)

    @cached_property
    def scores(self) -> Array:
        """`scores[i, game]`: the mean share that a player wins there, over the opponents that it met."""
        others = self.met & ~np.eye(self.met.shape[1], dtype=bool)
        total = np.where(others, self.won, 0.0).sum(axis=2)
        with np.errstate(invalid="ignore"):
            return np.asarray((total / others.sum(axis=2)).T)


@dataclass(frozen=True, slots=True)
class _Pairs:
    """One game's evidence: for each pair and deal, the weight of their meetings and what the first won."""

    size: int
    pair: np.ndarray[Any, np.dtype[np.intp]]
    block: np.ndarray[Any, np.dtype[np.intp]]
    share: Array
    point: Array
    blocks: int
    mass: Array
    """The weight of each pair's meetings, symmetric."""
    unit: Array
    """The mean weight of a deal of each pair."""

    @classmethod
    def of(cls, meetings: Meetings, size: int) -> _Pairs:
        code = meetings.one * size + meetings.other
        keys, where = np.unique(code * meetings.blocks + meetings.block, return_inverse=True)
        pair, block = keys // max(meetings.blocks, 1), keys % max(meetings.blocks, 1)
        share = np.asarray(np.bincount(where, meetings.share, len(keys)), dtype=np.float64)
        mass = np.asarray(np.bincount(pair, share, size * size), dtype=np.float64).reshape(size, size)
        deals = np.bincount(pair, minlength=size * size).reshape(size, size)
        unit = np.divide(mass, deals, out=np.zeros((size, size)), where=deals > 0)
        point = np.asarray(np.bincount(where, meetings.point, len(keys)), dtype=np.float64)
        return cls(size, pair, block, share, point, meetings.blocks, mass + mass.T, unit)

    def won(self, rng: np.random.Generator | None) -> Array:
        """The share that the first of each pair won of its meetings with the second."""
        count, square = self.size * self.size, (self.size, self.size)
        weight = np.ones(self.blocks) if rng is None else rng.exponential(size=self.blocks)
        virtual = np.full((2, *square), HALF) if rng is None else rng.gamma(HALF, size=(2, *square))
        mine = np.bincount(self.pair, self.point * weight[self.block], count).reshape(square)
        all_ = np.bincount(self.pair, self.share * weight[self.block], count).reshape(square)
        mine, all_ = mine + self.unit * virtual[0], all_ + self.unit * virtual.sum(axis=0)
        first = np.triu(self.mass > 0, 1)
        upper = np.divide(mine, all_, out=np.full(square, np.nan), where=first)
        found = np.where(first, upper, 1 - upper.T)
        np.fill_diagonal(found, 0.5)
        return np.asarray(found, dtype=np.float64)
