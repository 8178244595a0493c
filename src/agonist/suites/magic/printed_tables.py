"""The paper's printed results: Tables 1, 2 and 4."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from agonist.suites.magic.metrics import AXES
from agonist.suites.magic.radar_area import polygon

REPORTED: Final = Path(__file__).with_name("reported.csv")

AVERAGE: Final = "average improvement"
"""The row of Table 4 that is not a model."""

MISPRINTS: Final[Mapping[tuple[str, str, str], str]] = {
    ("1", "GPT-4", "win_rate"): "Table 4 has 58.3, which its averages need",
    ("4", AVERAGE, "deception"): "the rows give 10.36",
    ("4", AVERAGE, "self_awareness"): "the rows give 1.23",
    ("2", "Llama-2+PGM", "prisoner:win_rate"): "38.5 is 5/13; of 21 games 8 would be 38.1",
    ("2", "Llama-2", "cost_sharing:win_rate"): "9 of 21 is 42.9, as elsewhere",
}
"""By `(table, model, column)`, why a printed number must be wrong."""


@cache
def published(table: str) -> Mapping[str, Mapping[str, float]]:
    """A table by model and column: `1`, `2` or `4`."""
    rows: dict[str, dict[str, float]] = {}
    lines = REPORTED.read_text(encoding="utf-8").splitlines()[1:]
    for row in csv.DictReader(lines):
        if row["table"] == table:
            rows.setdefault(row["model"], {})[row["column"]] = float(row["value"])
    return rows


def everyone() -> Mapping[str, Mapping[str, float]]:
    """All rows with seven metrics: the models of Table 1, and those with PGM of Table 4."""
    return {
        model: row
        for table in ("1", "4")
        for model, row in published(table).items()
        if model != AVERAGE and set(AXES) <= set(row)
    }


def area_of(row: Mapping[str, float]) -> float:
    """The radar's area of a printed row, in percent squared.

    >>> round(area_of(published("1")["GPT-4-turbo"]))
    9316
    """
    return float(polygon(np.array([row[axis] for axis in AXES])))
