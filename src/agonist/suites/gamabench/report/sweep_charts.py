"""The figures of a sweep: the score of each arm, and what happens in each round under it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agonist.metrics import Chart
from agonist.ratings import mean
from agonist.suites.gamabench.report.charts import BELOW, GRID, line_chart
from agonist.suites.gamabench.report.measures import MEASURES, series
from agonist.suites.gamabench.results import Result
from agonist.suites.gamabench.scoring import GAMES


def sweep_charts(
    mine: Sequence[Result], sweep: str, samples: Mapping[str, Mapping[str, Sequence[float]]]
) -> tuple[Chart, ...]:
    """For each game the scores of the arms with their intervals, and its first measure round by round."""
    made = []
    for game, arms in samples.items():
        made.append(_scores(GAMES.get(game, "All games"), sweep, arms))
        if game not in GAMES:
            continue
        for measure in MEASURES[game][:1]:
            lines = {
                arm: series([one.choices for one in mine if (one.game, one.arm) == (game, arm)], measure)
                for arm in arms
            }
            title = f"{GAMES[game]}: {measure.name}, by arm"
            made.append(line_chart(title, {arm: line for arm, line in lines.items() if line}, measure.name))
    return tuple(made)


def _scores(title: str, sweep: str, arms: Mapping[str, Sequence[float]]) -> Chart:
    """A point for each arm, and a line for its interval where there is one."""
    points: list[dict[str, Any]] = []
    whiskers, shows = [], []
    for arm, sample in arms.items():
        found = mean(sample, bootstrap=0)
        if found.mean is None:
            continue
        points.append({"name": arm, "value": [arm, round(found.mean, 2)]})
        text = f"{arm} {found.mean:.1f}"
        if found.low is not None and found.high is not None:
            ends = [round(found.low, 2), round(found.high, 2)]
            whiskers.append([{"coord": [arm, end]} for end in ends])
            text += f" ({ends[0]:.1f} to {ends[1]:.1f})"
        shows.append(text)
    option = {
        "tooltip": {},
        "grid": GRID,
        "xAxis": {"type": "category", "data": list(arms), "name": f"arm of {sweep}", **BELOW},
        "yAxis": {"name": "score", "scale": True},
        "series": [
            {
                "type": "scatter",
                "symbolSize": 10,
                "data": points,
                "markLine": {
                    "silent": True,
                    "symbol": ["none", "none"],
                    "lineStyle": {"type": "solid", "width": 2},
                    "data": whiskers,
                },
            }
        ],
    }
    return Chart(f"{title}: score by arm, with 95% intervals", option, "; ".join(shows))
