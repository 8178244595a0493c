"""The metrics of tasks: ratings, win rates and scores as on our boards, and suites' own numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Final

from inspect_ai.scorer import Metric, SampleScore, Value, metric

from agonist.adapters.inspect.report_numbers import numbers_of
from agonist.adapters.inspect.sample_contents import KEY, PlayedMatch
from agonist.metrics.leaderboard import leaderboard
from agonist.metrics.results import Board
from agonist.store import StoredMatch
from agonist.suites.registry import suites

COLUMNS: Final = {
    "score": ("score", "score_low", "score_high"),
    "win_rate": ("win_rate", "win_low", "win_high"),
    "rating": ("rating", "low", "high"),
}
"""Metrics by name: the columns of our boards with the value and its 95% interval."""

EVALUATED: Final = "the player that is evaluated"


@metric(scores="unreduced")
def standing(board: Board = "strict") -> Metric:
    """Score, win rate and rating of the evaluated player with 95% intervals, by deal, as on our boards; and
    `fallback_rate`, the share of its matches in which a random move was played for it.

    Args:
        board: `strict`: who needed a fallback move has lost; `fallback`: the move counts as its own.
    """

    def measure(scores: list[SampleScore]) -> Value:
        found: dict[str, str | int | float | bool | None] = {}
        matches = [_with_evaluated(played) for played in _played(scores)]
        rows = leaderboard(matches, board=board)
        for row in rows:
            if row.player == EVALUATED:
                for name, columns in COLUMNS.items():
                    for end, column in zip(("", "_low", "_high"), columns, strict=True):
                        found[f"{name}{end}"] = getattr(row, column)
                found["fallback_rate"] = fmean(map(_needed_fallback, matches))
        return found

    return measure


@metric(scores="unreduced")
def suite_numbers() -> Metric:
    """The suite's numbers of the evaluated player, with their intervals, as its report has them."""

    def measure(scores: list[SampleScore]) -> Value:
        # Inspect imports this module in every evaluation, of whatever, and a database is slow to import.
        from agonist.adapters.inspect.samples_as_runs import entry_of, store_matches
        from agonist.store import Store

        played = _played(scores)
        if not played:
            return {}
        entry = entry_of(played)
        with TemporaryDirectory() as folder, Store.open(Path(folder) / "eval.db") as store:
            run = store_matches(store, played, {})
            sections = suites()[played[0].suite].sections(store, run, entry)
        return dict(numbers_of(sections, played[0].player))

    return measure


def _played(scores: Iterable[SampleScore]) -> list[PlayedMatch]:
    found = [(each.score.metadata or {}).get(KEY) for each in scores]
    return [PlayedMatch.of(plain) for plain in found if plain is not None]


def _needed_fallback(match: StoredMatch) -> bool:
    return any(match.fixture.players[seat] == EVALUATED for seat in match.fallback)


def _with_evaluated(played: PlayedMatch) -> StoredMatch:
    """The match, in which the evaluated player is told apart from the same model in another role."""
    fixture = played.match.fixture
    players = tuple(EVALUATED if seat in played.seats else name for seat, name in enumerate(fixture.players))
    return replace(played.match, fixture=replace(fixture, players=players))
