"""The paper's printed Tables 2 to 4, with the counts that its percentages imply."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Final

from agonist.ratings.share_intervals import NO_SPAN, Span, share_of

REPORTED: Final = Path(__file__).with_name("reported.csv")

MISPRINTS: Final[Mapping[tuple[str, str, str], str]] = {
    ("2", "Qwen2.5-72B-Instruct", "spy win rate"): "46.60 for 46.67, 7 of 15",
}


@cache
def published(table: str) -> Mapping[tuple[str, str], Mapping[str, Span]]:
    """A table by agent and condition, then by metric: `2`, `3` or `4`; with the intervals from the counts
    that numbers imply, if any.
    """
    rows: dict[tuple[str, str], dict[str, Span]] = {}
    lines = [line for line in REPORTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    for row in csv.DictReader(lines):
        if row["table"] == table:
            implied = share_of(int(row["count"]), int(row["of"])).times(100) if row["count"] else NO_SPAN
            rows.setdefault((row["agent"], row["condition"]), {})[row["metric"]] = replace(
                implied, value=float(row["value"])
            )
    return rows
