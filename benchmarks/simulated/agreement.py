"""How often intervals of how far two rankings agree hold the truth, between the boards of game theory."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.metrics.game_theory import agreements_of, rankings_of, tau
from agonist.ratings.bradley_terry import Meetings
from agonist.ratings.game_theory.field import Field, Payoffs

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

LUCK: Final = 1.0
"""The deviation of a deal's advantage for the first seat, on the log scale."""


@dataclass(frozen=True)
class Setting:
    """Round robins of some games, each pair playing every deal from both seats."""

    players: int
    games: int
    matches: int
    """Of each pair in each game."""
    spread: float = 1.0
    """The deviation of players' strengths, on the log scale."""
    style: float = 0.5
    """The deviation of what a pair's first wins more often than strengths say, in a single game."""


def chances(setting: Setting, rng: np.random.Generator) -> Array:
    """The log odds of each player against each other in each game, on a fair deal."""
    size = setting.players
    strength = rng.normal(0, setting.spread, size)
    style = np.triu(rng.normal(0, setting.style, (setting.games, size, size)), 1)
    return np.asarray(strength[:, None] - strength[None, :] + style - style.transpose(0, 2, 1))


def shares(odds: Array) -> Array:
    """How often each wins against each other, over all deals."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    both = 1 / (1 + np.exp(-odds[..., None] - LUCK * nodes))
    return np.asarray((both * weights).sum(axis=-1) / weights.sum())


def meetings(odds: Array, matches: int, rng: np.random.Generator) -> Meetings:
    """The round robin of one game."""
    deals = matches // 2
    one, other = (np.repeat(places, deals) for places in np.triu_indices(len(odds), 1))
    luck, block = rng.normal(0, LUCK, len(one)), np.arange(len(one))
    points = [rng.random(len(one)) < 1 / (1 + np.exp(-odds[one, other] - turn * luck)) for turn in (1, -1)]
    order = np.argsort(np.tile(block, 2), kind="stable")
    columns = (np.tile(column, 2)[order] for column in (block, one, other))
    block, one, other = columns
    point = np.concatenate(points).astype(float)[order]
    return Meetings(block, one, other, np.ones(len(block)), point, deals * len(odds) * (len(odds) - 1) // 2)


def held(
    setting: Setting, runs: int, seed: int, rounds: int
) -> Mapping[tuple[str, str], tuple[float, float]]:
    """For each two methods, how often the interval of their agreement held the truth, and its mean width.

    `rounds`: how often results are weighted anew.
    """
    rng = np.random.default_rng([seed, *map(ord, repr(setting))])
    within, width = Counter[tuple[str, str]](), defaultdict[tuple[str, str], float](float)
    for _ in range(runs):
        odds = chances(setting, rng)
        field = Field(setting.players, [meetings(each, setting.matches, rng) for each in odds])
        methods = rankings_of(field)
        truly = {name: method([Payoffs(shares(odds), field.met)])[0] for name, method in methods.items()}
        drawn = [field.payoffs(rng) for _ in range(rounds)]
        values = {name: method([field.payoffs()])[0] for name, method in methods.items()}
        samples = {name: method(drawn) for name, method in methods.items()}
        for each in agreements_of(values, samples):
            low, high = each.tau.low, each.tau.high
            assert low is not None
            assert high is not None
            pair = each.one, each.other
            truth = tau(truly[each.one], truly[each.other])
            within[pair] += int(low - 1e-9 <= truth <= high + 1e-9)
            width[pair] += high - low
    return {pair: (within[pair] / runs, width[pair] / runs) for pair in within}
