"""The published tables of γ-Bench, with what is known to be wrong with them."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

SWAPPED: Final = (
    "public_goods, sealed_bid_auction and overall are printed with those of the other of 0613 and 0125 "
    "(Table 5 shows it)"
)
AUGUST: Final = "pirate_game is printed with a count of votes that caps it"

NOTES: Final[Mapping[tuple[str, str], str]] = {
    ("1", "gpt-3.5-0613"): SWAPPED,
    ("1", "gpt-3.5-0125"): f"{SWAPPED}; pirate_game: three of the five runs carry a persona, one is the "
    "chain-of-thought run; sealed_bid_auction: runs 1 and 2 are one match",
    ("1", "gpt-3.5-1106"): "overall does not follow from the row: 44.6 ± 1.5 would",
    ("1", "gemini-1.0-pro"): "overall does not follow from the row: 43.6 would",
    ("1", "gemini-1.5-pro"): AUGUST,
    ("2", "mixtral-8x7b"): f"{AUGUST}; divide_dollar is cut off at 0, -24.0 ± 19.2 without; diners_dilemma "
    "counts dishes in other words as costly",
    ("leaderboard", "GPT-3.5-0125"): "pirate_game: three of the five runs carry a persona, one is the "
    "chain-of-thought run; sealed_bid_auction: runs 1 and 2 are one match",
    ("8", "diners_dilemma"): "the usual setting is printed as 31.0; all other tables have 4.0",
}
"""What is wrong with the rows of models, or of games in Table 8."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A printed score; `std` where one is printed."""

    value: float | None
    std: float | None


@cache
def _lines() -> tuple[Mapping[str, str], ...]:
    text = (Path(__file__).parent / "reported.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def _cell(line: Mapping[str, str]) -> Cell:
    value, std = line["value"], line["std"]
    return Cell(float(value) if value else None, float(std) if std else None)


def published_rows() -> dict[tuple[str, str], dict[str, Cell]]:
    """For each table of models ("1", "2", "leaderboard") and model, its cells by game and "overall".

    >>> published_rows()["2", "qwen2-72b"]["overall"]
    Cell(value=52.4, std=3.4)
    """
    rows: dict[tuple[str, str], dict[str, Cell]] = {}
    for line in _lines():
        if line["table"] in ("1", "2", "leaderboard"):
            rows.setdefault((line["table"], line["model"]), {})[line["game"]] = _cell(line)
    return rows


def note_of(table: str, model: str) -> str:
    """What is wrong with a row; empty if nothing is known to be."""
    return NOTES.get((table, model), AUGUST if table == "2" else "")


def published_level(factor: str, game: str, level: str) -> float | None:
    """What GPT-3.5-Turbo 0125 scored at this level of an ablation (Tables 6 to 9, one match a cell).

    >>> published_level("temperature", "el_farol", "0.2")
    71.7
    """
    level = {"direct": "default", "none": "default"}.get(level, level)
    for line in _lines():
        if (line["factor"], line["game"], line["level"]) == (factor, game, level):
            return _cell(line).value
    return None
