"""Single figures of a report, by name, for notebooks and as files."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from agonist.core import UsageError, nearest
from agonist.metrics.leaderboard import set_apart
from agonist.pages.assets import environment, styles
from agonist.reports.answer_tables import answers_table, costs_table
from agonist.reports.page import FOLDER, chart_scripts, matrix_note, policy_of
from agonist.reports.page_tables import boards_of, marks_grid, pairs_grid
from agonist.reports.safe_text import percent_of, shown_game
from agonist.reports.usage import CLASSES

if TYPE_CHECKING:
    from agonist.metrics import Chart
    from agonist.reports.report import Report


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure; `data` holds the values it shows, for other plotting programs."""

    name: str
    title: str
    data: Any
    shown: Mapping[str, Any] = field(repr=False)
    """What the template draws: a board, a grid, a table or a chart of a suite."""

    def html(self) -> str:
        """A page with this figure alone, which needs no network."""
        chart: Chart | None = self.shown.get("chart")
        scripts = chart_scripts() if chart else []
        style = styles()
        return (
            environment(FOLDER / "templates")
            .get_template("figure.html")
            .render(
                title=self.title,
                **{kind: self.shown.get(kind) for kind in ("board", "grid", "table", "chart")},
                style=Markup(style),
                policy=policy_of(style, scripts, charts=chart is not None),
                scripts=[Markup(script) for script in scripts],
            )
        )

    def save(self, path: str | Path) -> None:
        """Write this figure in the format that the name ends with: `.html`, `.svg`, `.pdf` or `.png`.

        All but the page need matplotlib (the extra `figures`). Raises `UsageError` without it, and for
        another format.
        """
        from agonist.reports.plots import FORMATS, save  # matplotlib takes half a second to load

        where = Path(path)
        if where.suffix.casefold() in (".html", ".htm"):
            where.write_text(self.html(), encoding="utf-8")
        elif where.suffix.casefold() in FORMATS:
            chart: Chart | None = self.shown.get("chart")
            save(where, self.name, self.title, self.data, None if chart is None else chart.option)
        else:
            raise UsageError(f"{where.name}: a figure is saved as .html, {', '.join(FORMATS)}")

    def _repr_html_(self) -> str:
        page = escape(self.html(), quote=True)
        title = escape(self.title, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="480" style="border:0" title="{title}"></iframe>'


def figures_of(report: Report) -> dict[str, Figure]:
    """The figures of a report that are not empty, by name; figures of suites are named by their titles."""
    found: list[Figure] = []
    own, yardsticks = set_apart([row for row in report.overall.strict if row.rating is not None])
    if own:
        data: dict[str, Any] = {
            "players": [row.player for row in own],
            "values": [[row.rating, row.low, row.high] for row in own],
            "yardsticks": [[row.player, row.rating, row.low, row.high] for row in yardsticks],
        }
        title = f"Ratings with {percent_of(report.confidence)} intervals, strict board"
        found.append(Figure("ratings", title, data, {"board": boards_of(report)[0]}))
    for name, title, marks in (
        ("games", "Each player in each game", report.marks),
        ("abilities", "Each player by ability", report.profile),
    ):
        if marks:
            cells = [
                [mark.player, shown_game(mark.part), mark.measure, mark.value, mark.low, mark.high]
                for mark in marks
            ]
            found.append(Figure(name, title, cells, {"grid": marks_grid(report, marks, matrix_note(report))}))
    if report.pairs:
        cells = [
            [pair.player, pair.opponent, pair.rate, pair.wins, pair.draws, pair.losses]
            for pair in report.pairs
        ]
        title = "Win rate of the row against the column, in percent"
        found.append(Figure("pairs", title, cells, {"grid": pairs_grid(report)}))
    invalid = [usage for usage in report.usage if any(usage.invalid.values())]
    if invalid:
        data = {
            "players": [usage.player for usage in invalid],
            "classes": [[kind, [usage.invalid[kind] for usage in invalid]] for kind in CLASSES],
        }
        title = "Invalid answers by class"
        found.append(Figure("invalid", title, data, {"table": answers_table(report.usage)}))
    paid = [usage for usage in report.usage if usage.requests]
    if paid:
        data = {
            "players": [usage.player for usage in paid],
            "prompt": [usage.prompt - usage.cached for usage in paid],
            "cached": [usage.cached for usage in paid],
            "completion": [usage.completion for usage in paid],
            "cost": [usage.cost for usage in paid],
        }
        title = "Tokens, and dollars where the price is known"
        found.append(Figure("tokens", title, data, {"table": costs_table(report)}))
    for section in report.sections:
        for chart in section.charts:
            name = re.sub(r"[^a-z0-9]+", "-", chart.title.casefold()).strip("-")
            found.append(Figure(name, chart.title, dict(chart.option), {"chart": chart}))
    return {figure.name: figure for figure in found}


def figure_of(report: Report, name: str) -> Figure:
    """The figure of this name; raises `UsageError` if the report has none."""
    figures = figures_of(report)
    if name not in figures:
        raise UsageError(nearest("figure", name, figures))
    return figures[name]
