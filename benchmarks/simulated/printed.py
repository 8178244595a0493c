"""How often the intervals that reports print hold the mean of many such reports, with real built-in players.

A suite's own schedule is played over and over on other seeds, and all tables of its report are read: each
number with a low and a high end beside it, by what stands around it. The truth is the number's mean over all
runs.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias

from benchmarks.simulated.counting import Count, row

from agonist import api
from agonist.metrics import ResultTable, Section
from agonist.reports.report import Report

Key: TypeAlias = tuple[str, ...]
Ends: TypeAlias = tuple[float, float | None, float | None]
"""A number and the ends of its interval."""


@dataclass(frozen=True)
class Repeated:
    """One evaluation, to be played again and again."""

    target: str
    players: tuple[str, ...]
    options: Mapping[str, object] = field(default_factory=dict)
    runs: int = 60


REPEATED: Final = (
    Repeated("tictactoe", ("random", "reference", "minimax?depth=2"), {"matches": 20}),
    Repeated("texas_holdem", ("random", "reference"), {"matches": 20}),
    Repeated("connect_four", ("random", "reference", "other=random"), {"matches": 10}),
    Repeated(
        "divide_dollar?seats=3", ("random", "reference", "other=random", "more=reference"), {"matches": 6}
    ),
    Repeated("gamabench?rounds=5", ("random", "reference"), runs=40),
    Repeated("wis", ("random", "reference", "a=random", "b=reference", "c=random", "d=random")),
    Repeated("magic", ("random", "other=random"), runs=40),
    Repeated("llmarena?games=undercover,hanabi,sealed_bid_auction", ("random", "reference"), runs=40),
    Repeated("llmarena?games=tictactoe", ("random", "reference"), runs=60),
)


def measure(what: Repeated, seed: int = 0) -> dict[str, Count]:
    """For each kind of number, how often its interval held the mean of all runs."""
    found: dict[Key, list[Ends | None]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for nth in range(what.runs):
            db = Path(folder) / f"{nth}.db"
            api.run(what.target, what.players, seed=seed + nth, db=db, **what.options)  # type: ignore[arg-type]  # as run has them
            for key, ends in numbers(api.report(db=db)).items():
                found.setdefault(key, [None] * what.runs)[nth] = ends
            db.unlink()
    counts: dict[str, Count] = {}
    truths: dict[Key, float] = {}
    for key, own in found.items():
        values = [one[0] for one in own if one is not None]
        truths[key] = sum(values) / len(values)
    for kind in dict.fromkeys(key[0] for key in found):
        counts[kind] = Count()
        for nth in range(what.runs):
            for key, own in found.items():
                if key[0] != kind or (one := own[nth]) is None:
                    continue
                _, low, high = one
                held = low is not None and high is not None and low - 1e-9 <= truths[key] <= high + 1e-9
                counts[kind].add(int(held), int(low is not None), int(low is None))
            counts[kind].close()
    return counts


def numbers(report: Report) -> dict[Key, Ends]:
    """Every number of a report that has an interval, by its kind and by what it is of."""
    found: dict[Key, Ends] = {}
    for section in report.sections:
        for table in section.tables:
            found |= _of_table(section, table)
    for part in report.parts:
        for line in part.strict:
            for kind, value, low, high in (
                ("board: rating", line.rating, line.low, line.high),
                ("board: win rate", line.win_rate, line.win_low, line.win_high),
                ("board: score", line.score, line.score_low, line.score_high),
            ):
                if value is not None:
                    found[kind, part.part, line.player] = (value, low, high)
    for pair in report.pairs:
        if pair.player < pair.opponent:
            found["board: pair", pair.player, pair.opponent] = (pair.rate, pair.low, pair.high)
    return found


def _of_table(section: Section, table: ResultTable) -> dict[Key, Ends]:
    found: dict[Key, Ends] = {}
    header = table.header
    for place in range(len(header) - 1):
        if not header[place].endswith("low") or not header[place + 1].endswith("high"):
            continue
        at = max((n for n in range(place) if header[n] != "std"), default=0)
        for cells in table.rows:
            value, low, high = cells[at], cells[place], cells[place + 1]
            words = tuple(cell for cell in cells if isinstance(cell, str))
            if "(published)" in words[0] or isinstance(value, str) or value is None:
                continue
            ends = (None, None) if isinstance(low, str) or isinstance(high, str) else (low, high)
            kind = f"{section.title}: {table.title}"
            found[kind, header[at], *words[:2]] = (float(value), *ends)
    return found


HEADER: Final = ("schedule", "players", "runs", "numbers of", "held", "without an interval")


def rows(what: Repeated, counts: Mapping[str, Count]) -> list[str]:
    """Lines of the table."""
    return [
        row(
            (
                what.target,
                ", ".join(what.players),
                f"{what.runs}",
                kind,
                f"{count}",
                f"{count.missing}",
            )
        )
        for kind, count in counts.items()
    ]
