"""A report as one HTML file that needs nothing else: no network, no folder beside it."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
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

SCRIPTS: Final = ("vendor/echarts.min.js", "templates/plots.js")

LABEL: Final = 30
"""Characters of a name in a plot."""


def page(report: Report, replays: Replays | None = None) -> str:
    """The page. All that players and users wrote is escaped, and it lets no scripts run but its own."""
    scripts = [read(script) for script in SCRIPTS]
    return (
        environment()
        .get_template("report.html")
        .render(
            report=report,
            head=head_of(report),
            tables=tables_of(report),
            replays=replays,
            anchors={str(match.id) for match in replays.matches} if replays else set(),
            plots=plots(report),
            style=Markup(read("templates/report.css")),
            scripts=[Markup(script) for script in scripts],
            digests=[digest_of(script) for script in scripts],
        )
    )


def plots(report: Report) -> dict[str, Any]:
    """What the plots show, as plain values."""
    section = report.overall
    shown = labels([row.player for row in section.strict] + [usage.player for usage in report.usage])
    rated = [row for row in section.strict if row.rating is not None]
    order = [row.player for row in section.strict]
    rate = {(pair.player, pair.opponent): pair for pair in report.pairs}
    usage = {usage.player: usage for usage in report.usage}
    invalid = [usage[name] for name in order if name in usage and any(usage[name].invalid.values())]
    paid = [usage[name] for name in order if name in usage and usage[name].requests]
    return {
        "ratings": {
            "unit": UNITS[report.method],
            "players": [shown[row.player] for row in rated],
            "values": [[row.rating, row.low, row.high] for row in rated],
        },
        "pairs": {
            "players": [shown[name] for name in order],
            "cells": [
                [x, y, round(pair.rate, 4), pair.wins, pair.draws, pair.losses]
                for y, name in enumerate(order)
                for x, other in enumerate(order)
                if (pair := rate.get((name, other)))
            ],
        },
        "invalid": {
            "players": [shown[usage.player] for usage in invalid],
            "classes": [[kind, [usage.invalid[kind] for usage in invalid]] for kind in CLASSES],
        },
        "charts": [dict(chart.option) for section in report.sections for chart in section.charts],
        "tokens": {
            "players": [shown[usage.player] for usage in paid],
            "prompt": [usage.prompt - usage.cached for usage in paid],
            "cached": [usage.cached for usage in paid],
            "completion": [usage.completion for usage in paid],
            "cost": [usage.cost for usage in paid],
        },
    }


def labels(names: Iterable[str], most: int = LABEL) -> dict[str, str]:
    """A short label for each name, no two alike: the beginning and the end, where names tend to differ.

    >>> list(labels(["an-endless-name-of-a-model-high", "an-endless-name-of-a-model-low"], 15).values())
    ['an-endl…el-high', 'an-endl…del-low']
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        text = on_one_line(name)
        short, room = text, most
        if len(text) > most:
            short = f"{text[: most // 2]}…{text[-(most - most // 2 - 1) :]}"
        while short in taken and room < len(text):
            room += 4
            short = f"{text[: room // 2]}…{text[-(room - room // 2 - 1) :]}"
        number = 2
        while short in taken:
            short, number = f"{text[: most // 2]}… ({number})", number + 1
        taken.add(short)
        found[name] = short
    return found


@cache
def read(name: str) -> str:
    """A file of this folder."""
    return (FOLDER / name).read_text(encoding="utf-8")


@cache
def environment() -> Environment:
    """The templates of this folder; what they are given is escaped."""
    return Environment(
        loader=FileSystemLoader(FOLDER / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def digest_of(script: str) -> str:
    """By what a page's policy knows a script."""
    return "sha256-" + base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
