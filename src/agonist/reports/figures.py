"""The figures of a report one by one, by name: for notebooks, and as files of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any, Final

from markupsafe import Markup

from agonist.core import UsageError, nearest
from agonist.reports.page import SCRIPTS, digest_of, environment, plots, read
from agonist.reports.report import Report

TITLES: Final = {
    "ratings": "Ratings with 95% intervals, strict board",
    "pairs": "Win rate of the row against the column, in percent",
    "invalid": "Invalid answers by class",
    "tokens": "Tokens, and dollars where the price is known",
}
"""The figures that every report may have, and what stands over them."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure: `data` is what it shows as plain values, for drawing it in another way."""

    name: str
    title: str
    data: Any
    plots: dict[str, Any]
    place: str

    def html(self) -> str:
        """A page with this figure alone, which needs no network."""
        scripts = [read(script) for script in SCRIPTS]
        return (
            environment()
            .get_template("figure.html")
            .render(
                title=self.title,
                place=self.place,
                plots=self.plots,
                style=Markup(read("templates/report.css")),
                scripts=[Markup(script) for script in scripts],
                digests=[digest_of(script) for script in scripts],
            )
        )

    def save(self, path: str | Path) -> None:
        """Write the page of this figure."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def _repr_html_(self) -> str:
        page = escape(self.html(), quote=True)
        title = escape(self.title, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="480" style="border:0" title="{title}"></iframe>'


def figures_of(report: Report) -> dict[str, Figure]:
    """The figures of a report that have something to show, by name; a suite's are named by their titles."""
    whole = plots(report)
    found = {
        name: Figure(name, title, whole[name], whole, f"plot-{name}")
        for name, title in TITLES.items()
        if whole[name]["players"]
    }
    charts = [chart for section in report.sections for chart in section.charts]
    for nth, chart in enumerate(charts):
        name = re.sub(r"[^a-z0-9]+", "-", chart.title.casefold()).strip("-")
        found[name] = Figure(name, chart.title, dict(chart.option), whole, f"chart-{nth}")
    return found


def figure_of(report: Report, name: str) -> Figure:
    """The figure of this name; raises `UsageError` if the report has none."""
    figures = figures_of(report)
    if name not in figures:
        raise UsageError(nearest("figure", name, figures))
    return figures[name]
