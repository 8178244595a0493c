"""The paper's printed results, and which of them cannot be right."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

REPORTED: Final = Path(__file__).with_name("reported.csv")

MARK: Final = "†"


@cache
def published(table: str) -> Mapping[str, Mapping[str, str]]:
    """A table by model and column, the numbers as they were printed: `1`, `2`, `3`, `4` or `figure 2`."""
    rows: dict[str, dict[str, str]] = {}
    lines = REPORTED.read_text(encoding="utf-8").splitlines()[1:]
    for row in csv.DictReader(lines):
        if row["table"] == table:
            rows.setdefault(row["model"], {})[row["column"]] = row["value"]
    return rows


def normalised(raw: float, best: float) -> float | None:
    """A raw score as a part of the best in its column, in percent; `None` where the best is not above 0.

    That is how Table 1 follows from Table 4: nothing is taken off first, so a negative score stays negative.

    >>> normalised(25.0, 27.0)
    92.5925...
    """
    return 100 * (raw / best) if best > 0 else None


def impossible() -> Mapping[tuple[str, str], float]:
    """The cells of Table 4 that do not give Table 1, with the raw score that would.

    All rounding errors are allowed for: the cell's own, that of the best score and that of Table 1.
    """
    scores, normed = published("4"), published("1")
    wrong = {}
    for model, row in scores.items():
        for column, text in row.items():
            best = scores["GPT-4"][column]
            low = normalised(float(text) - half_unit(text), float(best) + half_unit(best))
            high = normalised(float(text) + half_unit(text), float(best) - half_unit(best))
            printed = normed[model][column]
            assert low is not None
            assert high is not None
            if not low - half_unit(printed) <= float(printed) <= high + half_unit(printed):
                wrong[model, column] = float(printed) / 100 * float(best)
    return wrong


def half_unit(text: str) -> float:
    """Half a unit of the last digit of a printed number, by which it may be off; none below the hundredth.

    >>> half_unit("0.244"), half_unit("27.00"), half_unit("40.0")
    (0.0005, 0.005, 0.005)
    """
    decimals = len(text.partition(".")[2])
    return 0.5 * 10.0 ** -max(decimals, 2)


def raw_cell(model: str, column: str) -> str:
    """A cell of Table 4, marked where it cannot be right."""
    text = published("4")[model][column]
    return f"{text} {MARK}" if (model, column) in impossible() else text


def corrections() -> str:
    """One sentence on the marked cells."""
    named = "; ".join(
        f"{model}, {column}: {published('4')[model][column]} printed, {fits:.2f} fits"
        for (model, column), fits in impossible().items()
    )
    return f"{MARK} cannot be right: Table 1 does not follow from it ({named})."
