"""The figures behind Tables 5 to 9: the rounds of every ablation, from imported records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from agonist.games.titles import title_of
from agonist.metrics import Chart
from agonist.suites.gamabench.published.names import OLDEST
from agonist.suites.gamabench.published.printed_tables import published_levels
from agonist.suites.gamabench.published.scored_record import FileResult
from agonist.suites.gamabench.report.charts import BELOW, GRID, TURN, line_chart
from agonist.suites.gamabench.report.recomputed_tables import FACTORS, cells_of, scored
from agonist.suites.gamabench.report.round_measures import MEASURES, series
from agonist.suites.gamabench.scoring import GAMES, Choices

LEAST_LEVELS: Final = 2
"""The fewest levels of an ablation that make a figure."""


def ablation_charts(rows: Sequence[FileResult], choices: Mapping[str, Choices]) -> tuple[Chart, ...]:
    """The scores in all ablations, and for each ablation and game the rounds at each level.

    `choices`: those of each record by its file. As in the paper, the records are those of GPT-3.5 (0125).
    """
    records: dict[tuple[str, str], dict[str, FileResult]] = {}
    for row in rows:
        if row.model == OLDEST and row.game is not None and scored(row) and row.file in choices:
            for factor, level in cells_of(row):
                records.setdefault((factor, row.game), {}).setdefault(level, row)
    found = {
        (table, factor, game): ordered(records[factor, game], factor, game)
        for table, factor in FACTORS.items()
        for game in GAMES
        if len(records.get((factor, game), ())) >= LEAST_LEVELS
    }
    if not found:
        return ()
    charts = [_scores(found)]
    for (table, factor, game), levels in found.items():
        measure = MEASURES[game][0]
        lines = {level: series([choices[row.file]], measure) for level, row in levels.items()}
        title = f"Beside Table {table}, {title_of(game)}: {measure.name}, by {factor}"
        charts.append(line_chart(title, lines, measure.name, turn=TURN.get(game, "round")))
    return tuple(charts)


def ordered(levels: Mapping[str, FileResult], factor: str, game: str) -> dict[str, FileResult]:
    """The levels in the order of the printed table; those that it does not have come last."""
    printed = [level for level in published_levels(factor, game) if level in levels]
    return {level: levels[level] for level in dict.fromkeys([*printed, *levels])}


def _scores(results: Mapping[tuple[int, str, str], Mapping[str, FileResult]]) -> Chart:
    """A point for the score of every record, game by game, in a colour for each ablation."""
    games = [game for game in GAMES if any(game == of for _, _, of in results)]
    points: dict[str, list[list[Any]]] = {}
    shows: dict[str, list[str]] = {}
    for (_, factor, game), levels in results.items():
        values = [(level, row.score_as_printed) for level, row in levels.items()]
        known = [(level, round(value, 1)) for level, value in values if value is not None]
        points.setdefault(factor, []).extend([games.index(game), value, level] for level, value in known)
        shows.setdefault(factor, []).append(f"{game} {_range(value for _, value in known)}")
    option = {
        "tooltip": {},
        "legend": {"data": list(points), "top": 0},
        "grid": GRID,
        "xAxis": {
            "type": "category",
            "data": [title_of(game) for game in games],
            "axisLabel": {"interval": 0},
            **BELOW,
        },
        "yAxis": {"name": "score"},
        "series": [
            {"type": "scatter", "name": factor, "symbolSize": 8, "data": data}
            for factor, data in points.items()
        ],
    }
    caption = "; ".join(f"{factor}: {', '.join(games)}" for factor, games in shows.items())
    return Chart("Scores in the ablations of Tables 5 to 9, by game", option, caption)


def _range(values: Iterable[float]) -> str:
    found = list(values)
    return f"{min(found):g} to {max(found):g}" if found else "n/a"
