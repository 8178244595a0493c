"""Overall ranks by several aggregates, and how far they agree.

There is no single right way to combine games, so several are shown: a player whose rank depends on the choice
has no rank that could be reported alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import fmean
from typing import Any, Final

import numpy as np

from agonist.metrics.leaderboard import Row
from agonist.reports.questions.marks_by_ability import Mark

RESAMPLES: Final = 1000

# `scipy.stats` takes a second to load, and only reports on several suites need it, so functions import it.

Scores = Mapping[str, Mapping[str, float]]
"""Marks by part and player, only of parts in which every player has a mark."""


@dataclass(frozen=True, slots=True)
class Aggregates:
    """Ranks by aggregate and player (1 is the best; tied players share the mean rank).

    `taus`: Kendall's tau-b of each two aggregates; `None` where one of them ranks all alike. `resampled`: the
    best and worst rank of each player by the mean normalised score in 95% of resamples of the games.
    """

    ranks: Mapping[str, Mapping[str, float]]
    taus: Sequence[tuple[str, str, float | None]]
    resampled: Mapping[str, tuple[float, float]]
    games: int


def aggregates(marks: Sequence[Mark], rows: Sequence[Row], players: Sequence[str]) -> Aggregates:
    """The ranks of these players: by Bradley-Terry from all games, by the other aggregates from the games in
    which every player has an anchored mark."""
    scores = complete(marks, players)
    ratings = {row.player: row.rating for row in rows if row.rating is not None}
    ranks: dict[str, dict[str, float]] = {}
    if all(player in ratings for player in players):
        ranks["Bradley-Terry"] = _ranked({player: ratings[player] or 0.0 for player in players})
    if scores:
        suites = sorted({_suite(part) for part in scores})
        ranks["mean score, equal weight of games"] = _ranked(_mean_score(scores, players))
        ranks["mean score, equal weight of suites"] = _ranked(
            {p: fmean(_mean_score(_of(scores, suite), players)[p] for suite in suites) for p in players}
        )
        ranks["mean of suite ranks"] = _ranked(
            {
                p: -fmean(_ranked(_mean_score(_of(scores, suite), players))[p] for suite in suites)
                for p in players
            }
        )
        ranks["mean of game ranks"] = _ranked(
            {p: -fmean(_ranked(by_player)[p] for by_player in scores.values()) for p in players}
        )
        ranks["median score"] = _ranked(
            {p: float(np.median([by_player[p] for by_player in scores.values()])) for p in players}
        )
    taus = [(a, b, _tau(ranks[a], ranks[b], players)) for a, b in combinations(ranks, 2)]
    return Aggregates(ranks, taus, _resampled(scores, players), len(scores))


def complete(marks: Sequence[Mark], players: Sequence[str]) -> dict[str, dict[str, float]]:
    """The anchored marks of the games in which each of these players has one."""
    found: dict[str, dict[str, float]] = {}
    for mark in marks:
        if mark.measure == "anchored" and mark.value is not None and mark.player in players:
            found.setdefault(mark.part, {})[mark.player] = mark.value
    return {part: by_player for part, by_player in found.items() if len(by_player) == len(players)}


def _suite(part: str) -> str:
    return part.partition(":")[0]


def _of(scores: Scores, suite: str) -> dict[str, Mapping[str, float]]:
    return {part: by_player for part, by_player in scores.items() if _suite(part) == suite}


def _mean_score(scores: Scores, players: Sequence[str]) -> dict[str, float]:
    return {player: fmean(by_player[player] for by_player in scores.values()) for player in players}


def _ranked(values: Mapping[str, float]) -> dict[str, float]:
    from scipy.stats import rankdata

    ranks = rankdata([-round(value, 9) for value in values.values()])
    return dict(zip(values, map(float, ranks), strict=True))


def _tau(one: Mapping[str, float], other: Mapping[str, float], players: Sequence[str]) -> float | None:
    if any(len(set(ranks.values())) < 2 for ranks in (one, other)):
        return None
    from scipy.stats import kendalltau

    found: Any = kendalltau([one[p] for p in players], [other[p] for p in players])
    return float(found.statistic)


def _resampled(scores: Scores, players: Sequence[str]) -> dict[str, tuple[float, float]]:
    if len(scores) < 2:
        return {}
    table = np.array([[by_player[player] for player in players] for by_player in scores.values()])
    rng = np.random.default_rng(0)
    draws = rng.integers(0, len(table), size=(RESAMPLES, len(table)))
    means = table[draws].mean(axis=1)
    from scipy.stats import rankdata

    ranks = rankdata(-means, axis=1)
    low, high = np.quantile(ranks, [0.025, 0.975], axis=0, method="inverted_cdf")
    return {player: (float(a), float(b)) for player, a, b in zip(players, low, high, strict=True)}
