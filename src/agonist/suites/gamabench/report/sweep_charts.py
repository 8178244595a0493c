"""The figures of a sweep: the score of each arm, and the measures of its rounds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from agonist.games.titles import title_of
from agonist.metrics import Chart
from agonist.suites.gamabench.report.charts import BELOW, GRID, TURN, line_chart, measures_of
from agonist.suites.gamabench.report.round_measures import series
from agonist.suites.gamabench.report.tables_in_paper_layout import interval
from agonist.suites.gamabench.results import ScoredMatch
from agonist.suites.gamabench.scoring import GAMES, Profile


def sweep_charts(
    mine: Sequence[ScoredMatch],
    sweep: str,
    samples: Mapping[str, Mapping[str, Sequence[float]]],
    profile: Profile,
) -> tuple[Chart, ...]:
    """For each game, the scores of the arms with intervals, and the measures round by round."""
    charts = []
    for game, arms in samples.items():
        charts.append(_scores(title_of(game) if game in GAMES else "All games", sweep, arms))
        if game not in GAMES:
            continue
        for measure in measures_of(game, [one.choices for one in mine if one.game == game], profile):
            lines = {
                arm: series([one.choices for one in mine if (one.game, one.arm) == (game, arm)], measure)
                for arm in arms
            }
            title = f"{title_of(game)}: {measure.name}, by arm"
            some = {arm: line for arm, line in lines.items() if line}
            charts.append(line_chart(title, some, measure.name, turn=TURN.get(game, "round")))
    return tuple(charts)


def _scores(title: str, sweep: str, arms: Mapping[str, Sequence[float]]) -> Chart:
    """A point for each arm, with a line for its interval if it has one."""
    points: list[list[float]] = []
    whiskers: list[list[float | None]] = []
    shows = []
    for nth, (arm, sample) in enumerate(arms.items()):
        _, centre, _, low, high = interval(sample)
        if centre is None:
            continue
        points.append([nth, round(centre, 2)])
        text = f"{arm} {centre:.1f}"
        if low is not None and high is not None:
            whiskers += [[nth, round(low, 2)], [nth, round(high, 2)], [nth, None]]
            text += f" ({low:.1f} to {high:.1f})"
        shows.append(text)
    option = {
        "tooltip": {},
        "grid": GRID,
        "xAxis": {"type": "category", "data": list(arms), "name": f"arm of {sweep}", **BELOW},
        "yAxis": {"name": "score", "scale": True},
        "series": [
            {
                "type": "line",
                "silent": True,
                "showSymbol": False,
                "lineStyle": {"width": 2},
                "data": whiskers,
            },
            {"type": "scatter", "symbolSize": 10, "data": points},
        ],
    }
    return Chart(f"{title}: score by arm, with 95% intervals", option, "; ".join(shows))
