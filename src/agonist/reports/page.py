"""A report as one HTML file that needs nothing else: no network, no folder beside it."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agonist.reports.page_matches import Replays
from agonist.reports.printable import on_one_line
from agonist.reports.report import Report
from agonist.reports.tables import UNITS, head_of, tables_of
from agonist.reports.usage import CLASSES

FOLDER: Final = Path(__file__).parent


def page(report: Report, replays: Replays | None = None) -> str:
    """The page. All that players and users wrote is escaped, and it lets no scripts run but its own."""
    scripts = [_read("vendor/echarts.min.js"), _read("templates/plots.js")]
    return (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            head=head_of(report),
            tables=tables_of(report),
            replays=replays,
            anchors={str(match.id) for match in replays.matches} if replays else set(),
            plots=plots(report),
            style=Markup(_read("templates/report.css")),
            scripts=[Markup(script) for script in scripts],
            digests=[_digest(script) for script in scripts],
        )
    )


def plots(report: Report) -> dict[str, Any]:
    """What the plots show, as plain values."""
    section = report.overall
    rated = [row for row in section.strict if row.rating is not None]
    order = [row.player for row in section.strict]
    rate = {(pair.player, pair.opponent): pair for pair in report.pairs}
    usage = {usage.player: usage for usage in report.usage}
    invalid = [usage[name] for name in order if name in usage and any(usage[name].invalid.values())]
    paid = [usage[name] for name in order if name in usage and usage[name].requests]
    return {
        "ratings": {
            "unit": UNITS[report.method],
            "players": [on_one_line(row.player) for row in rated],
            "values": [[row.rating, row.low, row.high] for row in rated],
        },
        "pairs": {
            "players": [on_one_line(name) for name in order],
            "cells": [
                [x, y, round(pair.rate, 4), pair.wins, pair.draws, pair.losses]
                for y, name in enumerate(order)
                for x, other in enumerate(order)
                if (pair := rate.get((name, other)))
            ],
        },
        "invalid": {
            "players": [on_one_line(usage.player) for usage in invalid],
            "classes": [[kind, [usage.invalid[kind] for usage in invalid]] for kind in CLASSES],
        },
        "charts": [dict(chart.option) for section in report.sections for chart in section.charts],
        "tokens": {
            "players": [on_one_line(usage.player) for usage in paid],
            "prompt": [usage.prompt - usage.cached for usage in paid],
            "cached": [usage.cached for usage in paid],
            "completion": [usage.completion for usage in paid],
            "cost": [usage.cost for usage in paid],
        },
    }


@cache
def _read(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _digest(script: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
