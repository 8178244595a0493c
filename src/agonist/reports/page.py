"""A report as one self-contained HTML file, or as a folder with the texts in separate files."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from markupsafe import Markup

from agonist.metrics.cost_and_strength import TITLE as COSTS
from agonist.pages.assets import digest_of, environment, read, styles
from agonist.reports.answer_tables import (
    answers_table,
    costs_table,
    endings_table,
    failures_table,
    form_tables,
    reasons_table,
)
from agonist.reports.headline import headline
from agonist.reports.page_tables import boards_of, losses_rows, marks_grid, pairs_grid
from agonist.reports.player_summaries import glances
from agonist.reports.questions.certainty import sureness
from agonist.reports.report_tables import by_cost, head_of, legend
from agonist.reports.safe_text import percent_of, shown_game

if TYPE_CHECKING:
    from agonist.reports.browser.replays import BrowserReplays
    from agonist.reports.report import Report

FOLDER: Final = Path(__file__).parent


def matrix_note(report: Report) -> str:
    """How to read the matrix of players and games."""
    return (
        "0 is the baseline player's score and 100 the reference player's, both in this run. ± is half of the "
        f"{percent_of(report.confidence)} interval (with many games, point at a number to see it). %: the "
        "win rate, where one of the two did not play or they do not differ; *: the suite's own score."
    )


def page(report: Report, replays: BrowserReplays | None = None, *, folder: bool = False) -> str:
    """The page. All that players and users wrote is escaped, and it runs no scripts but its own.

    With `folder`, the parts of `replays` are not in it: it loads them from files beside it.
    """
    sections = sorted(report.sections, key=lambda section: section.title == COSTS)
    charts = [chart for section in sections for chart in section.charts]
    first, strength = by_cost(report.sections)
    scripts = [read("parts.js") + read("browser.js")] if replays else []
    scripts += chart_scripts() if charts else []
    boards = boards_of(report)
    style = styles()
    return (
        environment(FOLDER / "templates")
        .get_template("report.html")
        .render(
            report=report,
            shown_game=shown_game,
            headline=headline(report),
            subtitle=_subtitle(report),
            sentences=list(sureness(report.overall.strict)) if boards else [],
            glances=glances(report),
            boards=boards,
            fallback=report.overall.strict != report.overall.fallback,
            measured=first,
            strength=strength,
            charts=charts,
            first_charts=sum(len(section.charts) for section in sections if section.title != COSTS),
            chart_options=[dict(chart.option) for chart in charts],
            legend=legend(report.confidence),
            matrix=marks_grid(report, report.marks, matrix_note(report)),
            profile=marks_grid(report, report.profile, ""),
            losses=losses_rows(report),
            pairs=pairs_grid(report),
            forms=list(form_tables(report.usage, percent_of(report.confidence))),
            answers=answers_table(report.usage),
            examples=report.examples,
            mirrored=report.mirrored,
            endings=endings_table(report.endings),
            reasons=reasons_table(report.reasons),
            failures=failures_table(report.failures) if report.failures else None,
            costs=costs_table(report),
            replays=replays,
            replays_note=_replays_note(replays) if replays else "",
            folder=folder,
            facts=[*head_of(report)[1:-1], ("Run", report.run)],
            style=Markup(style),
            policy=policy_of(style, scripts, charts=bool(charts), folder=folder),
            scripts=[Markup(script) for script in scripts],
        )
    )


def write_folder(report: Report, replays: BrowserReplays, folder: Path) -> None:
    """`index.html` with all parts as scripts beside it, which load when they are opened, from a disk too.

    Each part is a function call with a text in base 85, so nothing that players wrote can run as a script.
    """
    data = folder / "data"
    data.mkdir(parents=True, exist_ok=True)
    for kind, parts in (("moves", replays.moves), ("film", replays.films), ("talk", replays.talks)):
        for nth, part in enumerate(parts):
            if not part:
                continue
            (data / f"{kind}-{nth}.js").write_text(
                f'agonistPart("{kind}-{nth}","{part}");\n', encoding="ascii"
            )
    (folder / "index.html").write_text(page(report, replays, folder=True), encoding="utf-8")


def policy_of(style: str, scripts: list[str], *, charts: bool, folder: bool = False) -> str:
    """The content security policy of the page: it may run these scripts, and open no connection, form or
    frame."""
    # ECharts sets style attributes; without charts, the page's own style is allowed by its digest alone.
    styling = "'unsafe-inline'" if charts else f"'{digest_of(style)}'"
    # The parts of a folder are separate files, and a page opened from a disk cannot check their digests.
    beside = " 'self' file:" if folder else ""
    running = " ".join(f"'{digest_of(script)}'" for script in scripts) or "'none'"
    return (
        f"default-src 'none'; style-src {styling}; script-src {running}{beside}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _subtitle(report: Report) -> str:
    facts = [f"{report.finished:,} of {report.matches:,} matches finished"]
    if report.status != "finished":
        facts.append(f"{report.status}: {report.note}" if report.note else report.status)
    return " · ".join([*facts, report.created[:10]])


def _replays_note(replays: BrowserReplays) -> str:
    whole = f"All {replays.matches:,} matches that have begun, move by move."
    keys = "Arrow keys step through a match, p changes the perspective."
    if not replays.with_texts:
        return f"{whole} {keys}"
    if replays.texts_kept == replays.with_texts:
        return f"{whole} Beside each move: what was sent, answered and thought. {keys}"
    return (
        f"{whole} This file has what was sent, answered and thought in {replays.texts_kept:,} of "
        f"{replays.with_texts:,} matches, those with invalid answers first; "
        f"agonist report --full FOLDER writes all. {keys}"
    )


@cache
def chart_scripts() -> list[str]:
    """The library that draws the charts of suites, and the script that calls it."""
    return [
        (FOLDER / name).read_text(encoding="utf-8")
        for name in ("vendor/echarts.min.js", "templates/charts.js")
    ]
