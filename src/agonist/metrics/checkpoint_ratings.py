"""Ratings of checkpoints over the steps of training, and what each has gained on the one before.

All ratings are those of the strict board: one fit to all matches of the run, with checkpoints as players like
any others. A gain is the difference of two ratings of that fit, with its own interval, and with one that
holds for all gains of a table together: the level is shared among them (Bonferroni).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isnan
from typing import Any, Final, NamedTuple

import numpy as np

from agonist.games.titles import title_of_part
from agonist.metrics.leaderboard import Method, Row
from agonist.metrics.report_section import Cell, Chart, ResultTable, Section
from agonist.metrics.results import outcomes_of
from agonist.players.checkpoint_names import checkpoint_of
from agonist.ratings.bradley_terry import ELO, estimate_from, meetings_from
from agonist.ratings.result_arrays import Outcomes
from agonist.store.runs.matches_as_arrays import MatchColumns

TITLE: Final = "Rating by training step"

MOST_LINES: Final = 6
"""With more other players, their ratings are no lines across the chart, which would hide the curve."""


class Point(NamedTuple):
    """A checkpoint with its row of the board."""

    series: str
    step: int
    row: Row


@dataclass(frozen=True, slots=True)
class Gain:
    """How much better a checkpoint is than the one before, in Elo points.

    `low` and `high`: the interval of this gain by itself; `all_low` and `all_high`: one such that all gains
    of a game are within theirs together, with the same confidence. `None` with too little evidence.
    """

    player: str
    before: str
    gain: float
    low: float | None
    high: float | None
    all_low: float | None
    all_high: float | None

    @property
    def verdict(self) -> str:
        """Whether it is better than the one before, all gains together considered."""
        if self.all_low is None or self.all_high is None or self.all_low <= 0 <= self.all_high:
            return "open"
        return "better" if self.all_low > 0 else "worse"


def points_of(rows: Sequence[Row]) -> list[Point]:
    """The checkpoints of a board, by series and step."""
    found = [(checkpoint_of(row.player), row) for row in rows]
    points = [Point(*checkpoint, row) for checkpoint, row in found if checkpoint is not None]
    return sorted(points, key=lambda point: (point.series, point.step))


def others_of(rows: Sequence[Row]) -> list[Row]:
    """The rated players that are no checkpoints, to be lines across a curve: none if there are too many."""
    others = [row for row in rows if checkpoint_of(row.player) is None and row.rating is not None]
    return others if len(others) <= MOST_LINES else []


def gains_of(outcomes: Outcomes, confidence: float = 0.95) -> list[Gain]:
    """The gains of all checkpoints on the one before of their series, from these results."""
    known = sorted((each, name) for name in outcomes.names if (each := checkpoint_of(name)) is not None)
    pairs = [(after, before) for (a, before), (b, after) in pairwise(known) if a.series == b.series]
    return gains_on(outcomes, pairs, confidence)


def gains_on(outcomes: Outcomes, pairs: Sequence[tuple[str, str]], confidence: float = 0.95) -> list[Gain]:
    """How much better the first of each pair is than the second, from these results.

    Pairs of which no chain of matches connects both with the largest group of players are left out.
    """
    group, _, spread = estimate_from(meetings_from(outcomes), outcomes.names)
    pairs = [pair for pair in pairs if {*pair} <= {*group}]
    if spread is None or not pairs:
        return []
    after, before = (np.array([group.index(name) for name in side]) for side in zip(*pairs, strict=True))
    each = spread.differences(confidence, after, before)
    together = spread.differences(1 - (1 - confidence) / len(pairs), after, before)
    gaps = spread.values[after] - spread.values[before]
    return [
        Gain(player, other, ELO * gap, *map(_elo, ends))
        for (player, other), gap, *ends in zip(pairs, gaps.tolist(), *each, *together, strict=True)
    ]


def _elo(value: float) -> float | None:
    return None if isnan(value) else ELO * float(value)


def section(
    boards: Mapping[str, Sequence[Row]],
    matches: Mapping[str, MatchColumns],
    weights: Mapping[str, float],
    confidence: float,
    method: Method,
) -> Section | None:
    """The section on checkpoints; `None` for a run without two of one series.

    `boards`: the rows of the strict board by game with its options, all games first under an empty name.
    `matches`: the finished ones in the same way, from which gains are computed, in Elo points.
    """
    tables: list[ResultTable] = []
    charts: list[Chart] = []
    for part, rows in boards.items():
        points = points_of(rows)
        if len(points) < 2:
            continue
        title = title_of_part(part) if part else "All games" if len(boards) > 1 else ""
        tables.append(_curve(title, points))
        charts.append(_chart(title, points, rows, confidence, method))
        if method == "bradley-terry":
            gains = gains_of(outcomes_of(matches[part], "strict", {} if part else weights), confidence)
            if gains:
                tables.append(_gains(title, gains, confidence))
    return Section(TITLE, "", tuple(tables), tuple(charts)) if tables else None


def _curve(title: str, points: Sequence[Point]) -> ResultTable:
    rows: list[tuple[Cell, ...]] = [
        (
            point.row.player,
            point.row.rating,
            point.row.low,
            point.row.high,
            None if point.row.win_rate is None else 100 * point.row.win_rate,
            point.row.matches,
        )
        for point in points
    ]
    header = ("checkpoint", "rating", "low", "high", "win rate, %", "matches")
    note = (
        "Ratings and intervals as on the strict board: one fit to all matches, in which the average player "
        "has 1500. Who joins later shifts all ratings, and no gain."
    )
    return ResultTable(title, header, tuple(rows), note=note)


def _gains(title: str, gains: Sequence[Gain], confidence: float) -> ResultTable:
    rows = tuple(
        (each.player, each.before, each.gain, each.low, each.high, each.all_low, each.all_high, each.verdict)
        for each in gains
    )
    header = ("checkpoint", "after", "gain", "low", "high", "all low", "all high", "it is")
    note = (
        f"The difference of two ratings in Elo points. Low and high: its {100 * confidence:.4g}% interval; "
        f"all low and all high: those within which all {len(gains)} gains are together (Bonferroni), by "
        "which it is better, worse, or open."
    )
    return ResultTable(": ".join(filter(None, (title, "gains"))), header, rows, note=note)


def _chart(
    title: str, points: Sequence[Point], rows: Sequence[Row], confidence: float, method: Method
) -> Chart:
    """A line for each series with its intervals, and a line across for each other player."""
    series: list[dict[str, Any]] = []
    words = []
    by_name: defaultdict[str, list[Point]] = defaultdict(list)
    for point in points:
        by_name[point.series].append(point)
    for name, some in by_name.items():
        whiskers: list[list[float | None]] = []
        for point in some:
            low, high = point.row.low, point.row.high
            if low is not None and high is not None:
                whiskers += [[point.step, round(low, 1)], [point.step, round(high, 1)], [point.step, None]]
        line = [[point.step, _rounded(point.row.rating)] for point in some]
        series.append({"type": "line", "name": name, "symbolSize": 7, "data": line})
        series.append({"type": "line", "name": name, "silent": True, "showSymbol": False, "data": whiskers})
        words += [f"{point.row.player} {_in_words(point.row)}" for point in some]
    others = others_of(rows)
    if others:
        series[0]["markLine"] = {
            "silent": True,
            "symbol": "none",
            "lineStyle": {"type": "dashed", "color": "#888"},
            "label": {"position": "insideEndTop", "formatter": "{b}", "color": "#888"},
            "data": [{"name": row.player, "yAxis": _rounded(row.rating)} for row in others],
        }
    ends = [row.rating for row in others]
    ends += [end for point in points for end in (point.row.rating, point.row.low, point.row.high)]
    known = [end for end in ends if end is not None]
    scale = "rating" if method == "bradley-terry" else "TrueSkill"
    option = {
        "tooltip": {},
        "legend": {"data": list(by_name), "top": 0},
        "grid": {"left": 60, "right": 30, "top": 40, "bottom": 46},
        "xAxis": {"type": "value", "name": "step", "nameLocation": "middle", "nameGap": 26, "scale": True},
        "yAxis": {
            "name": f"{scale}, {100 * confidence:.4g}% interval",
            "nameTextStyle": {"align": "left"},
            "min": min(known, default=0) // 50 * 50,
            "max": -(-max(known, default=0) // 50) * 50,
        },
        "series": series,
    }
    named = f"{title}: {TITLE.casefold()}" if title else TITLE
    return Chart(named, option, "; ".join(words))


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 1)


def _in_words(row: Row) -> str:
    if row.rating is None:
        return "n/a"
    if row.low is None or row.high is None:
        return f"{row.rating:.0f}"
    return f"{row.rating:.0f} ({row.low:.0f} to {row.high:.0f})"
