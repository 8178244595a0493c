"""Writing a report in each format that `--format` offers."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agonist.core import UsageError, nearest
from agonist.metrics.leaderboard import Row
from agonist.reports.report_tables import head_of, measured, tables_of
from agonist.reports.safe_text import on_one_line
from agonist.reports.table import YARDSTICKS, TextTable, marked
from agonist.reports.terminal_tables import columns_here, print_table, trimmed

if TYPE_CHECKING:
    from agonist.metrics import Section
    from agonist.reports.browser.replays import BrowserReplays
    from agonist.reports.report import Report

ReportFormat: TypeAlias = Literal["table", "markdown", "html", "json", "csv", "latex"]
FORMATS: Final[tuple[str, ...]] = get_args(ReportFormat)

TERMINAL_ROWS: Final = 40
"""Rows of the lists of matches and pairs that are shown in a terminal."""


def render(report: Report, format: ReportFormat | str, replays: BrowserReplays | None = None) -> str:  # noqa: A002  the option's name
    """The report as text that ends in a line break.

    Only the page uses `replays`. Raises `UsageError` for an unknown format.
    """
    match format:
        case "table":
            return table(report)
        case "markdown":
            return markdown(report)
        case "html":
            from agonist.reports.page import page  # templates take long to load

            return page(report, replays)
        case "json":
            return json.dumps(report.as_json(), indent=2) + "\n"
        case "csv":
            return comma_separated(report)
        case "latex":
            from agonist.reports.latex import latex

            return latex(report)
    raise UsageError(nearest("format", format, FORMATS))


def table(report: Report, width: int | None = None) -> str:
    """The report as tables for a terminal `width` columns wide (this one's by default), with at most
    `TERMINAL_ROWS` matches and as many pairs.
    """
    out, console = _terminal(width)
    _print_head(console, report, head_of(report))
    for table in tables_of(report):
        long = table.name in ("matches", "pairs")
        print_table(console, table, TERMINAL_ROWS if long else None)
        if long and len(table.rows) > TERMINAL_ROWS:
            console.print(Text(f"… and {len(table.rows) - TERMINAL_ROWS:,} more {table.name}"))
    return trimmed(out.getvalue())


def short_table(report: Report) -> str:
    """What a run ends with, on about one screen: how far it came, and the first table, the most important.

    A warning says how far an unfinished run came, and who prints this says why.
    """
    out, console = _terminal(None)
    shown = ("Run", "Matches") if report.finished == report.matches else ("Run",)
    _print_head(console, report, [(label, text) for label, text in head_of(report) if label in shown])
    for table in tables_of(report)[:1] if report.finished else ():
        print_table(console, replace(table, note=""), TERMINAL_ROWS)
    return trimmed(out.getvalue())


def _terminal(width: int | None) -> tuple[io.StringIO, Console]:
    out = io.StringIO()
    return out, Console(file=out, width=width or columns_here(), color_system=None, highlight=False)


def _print_head(console: Console, report: Report, facts: Iterable[tuple[str, str]]) -> None:
    head = Table.grid(padding=(0, 2))
    head.add_column(no_wrap=True)
    head.add_column(overflow="fold")
    for label, text in facts:
        head.add_row(Text(f"{label}:"), Text(text))
    console.print(head)
    for warning in report.warnings:
        console.print(Text(warning))


def sections_table(sections: Sequence[Section], width: int | None = None) -> str:
    """The suites' own tables for a terminal `width` columns wide (this one's by default)."""
    out, console = _terminal(width)
    for table in measured(sections):
        print_table(console, table)
    return trimmed(out.getvalue()).lstrip("\n")


def markdown(report: Report) -> str:
    """The report as GitHub Markdown."""
    lines = [f"# Run {_md(report.run)}", ""]
    lines += [f"- {label}: {_md(text)}" for label, text in head_of(report)[1:]]
    lines += ["", *(f"> **{_md(warning)}**" for warning in report.warnings)]
    for table in tables_of(report):
        lines += ["", f"## {_md(table.title)}", "", _md(table.note), "", *_markdown_rows(table)]
    return "\n".join(lines) + "\n"


def markdown_table(table: TextTable) -> str:
    """One table as GitHub Markdown."""
    return "\n".join(_markdown_rows(table)) + "\n"


def _markdown_rows(table: TextTable) -> list[str]:
    rule = ["---" if place in table.left else "---:" for place in range(len(table.columns))]
    rows = marked(table, _md, "**{}**", "<u>{}</u>")
    if table.own is not None:
        rows.insert(table.own, [f"*{YARDSTICKS}*", *("" for _ in rule[1:])])
    return [_md_row(map(_md, table.columns)), _md_row(rule), *map(_md_row, rows)]


def comma_separated(report: Report) -> str:
    """One row for each part, board and player, with a header; the part is empty for all games together.

    Scores of suites follow, with the suite as board and its kind of score as method, and last the share of
    each form of answer, with `form` as board and the form as method.
    """
    out, level = io.StringIO(), round(report.confidence, 4)
    writer = csv.writer(out, lineterminator="\n")
    names = [field.name for field in fields(Row)]
    writer.writerow(["run", "part", "board", "method", *names, "confidence"])

    def write(part: str, board: str, method: str, row: Mapping[str, Any], level: float = 0.95) -> None:
        known = {**row, "player": on_one_line(row["player"])}
        cells = ("" if known.get(name) is None else known[name] for name in names)
        writer.writerow([report.run, part, board, method, *cells, level])

    for section in (report.overall, *report.parts):
        for name in ("strict", "fallback"):
            for row in getattr(section, name):
                write(section.part, name, report.method, row.as_dict(), level)
    for one in (score for part in report.sections for score in part.scores):
        write(on_one_line(one.part), one.board, one.method, asdict(one))
    for usage in report.usage:
        answers = sum(share.count for share in usage.form.values())
        for form, share in usage.form.items():
            ends = {"score": share.share, "score_low": share.low, "score_high": share.high}
            note = f"{share.count} of {answers} answers"
            write("", "form", form, {"player": usage.player, **ends, "note": note}, level)
    return out.getvalue()


def _md(text: str) -> str:
    escaped = re.sub(r"([\\`*_\[\]|#~])", r"\\\1", on_one_line(text))
    return escaped.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _md_row(cells: Sequence[str] | map[str]) -> str:
    return f"| {' | '.join(cells)} |"
