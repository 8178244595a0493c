"""The paper's printed Tables 2 to 4, with the counts that its percentages imply."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from agonist.ratings.share_intervals import share_of

REPORTED: Final = Path(__file__).with_name("reported.csv")

MISPRINTS: Final[Mapping[tuple[str, str, str], str]] = {
    ("2", "Qwen2.5-72B-Instruct", "spy win rate"): "46.60 for 46.67, 7 of 15",
}


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """One printed number, with the interval from the counts that it implies, if any."""

    value: float
    low: float | None
    high: float | None


@cache
def published(table: str) -> Mapping[tuple[str, str], Mapping[str, PrintedNumber]]:
    """A table by agent and condition, then by metric: `2`, `3` or `4`."""
    rows: dict[tuple[str, str], dict[str, PrintedNumber]] = {}
    lines = [line for line in REPORTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for row in csv.DictReader(lines):
        if row["table"] == table:
            low = high = None
            if row["count"]:
                span = share_of(int(row["count"]), int(row["of"]))
                low, high = (None if end is None else 100 * end for end in (span.low, span.high))
            rows.setdefault((row["agent"], row["condition"]), {})[row["metric"]] = PrintedNumber(
                float(row["value"]), low, high
            )
    return rows
