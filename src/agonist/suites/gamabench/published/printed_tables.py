"""The published tables of γ-Bench, with their known errors."""

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
DOUBTFUL: Final[Mapping[tuple[str, str], tuple[str, ...]]] = {
    ("1", "gpt-3.5-0613"): ("public_goods", "sealed_bid_auction", "overall"),
    ("1", "gpt-3.5-0125"): ("public_goods", "sealed_bid_auction", "pirate_game", "overall"),
    ("1", "gpt-3.5-1106"): ("overall",),
    ("1", "gemini-1.0-pro"): ("overall",),
    ("1", "gemini-1.5-pro"): ("pirate_game",),
    ("2", "mixtral-8x7b"): ("pirate_game", "divide_dollar", "diners_dilemma"),
    ("leaderboard", "GPT-3.5-0125"): ("pirate_game", "sealed_bid_auction"),
}
"""The cells of each row that its note is about; in Table 2 also the pirate game of every row."""

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
}
"""What is wrong with the rows of models."""

MISPRINTS: Final[Mapping[tuple[str, str, str], str]] = {
    ("method", "diners_dilemma", "default"): "misprint: 31.0 is printed; all other tables have 4.0",
    ("method", "pirate_game", "cot"): "the same match as run 2 of the usual runs",
    ("temperature", "overall", "average"): "misprint: 40.0 would follow from the row",
    ("run", "pirate_game", "1"): "a match with the cooperative persona",
    ("run", "pirate_game", "2"): "the chain-of-thought match",
    ("run", "pirate_game", "4"): "a match with the selfish persona",
    ("run", "pirate_game", "5"): "a match with the mathematician's persona",
    ("run", "sealed_bid_auction", "2"): "the same match as run 1",
    ("option", "sealed_bid_auction", "[0,200]"): "from a record that was overwritten later, with run 1",
}
"""What is wrong with cells of Tables 5 to 9, by factor, game and level."""

DEFAULTS: Final = {"direct": "default", "none": "default"}
"""What the tables call the controls of our sweeps."""


@dataclass(frozen=True, slots=True)
class PrintedScore:
    """A printed score; `std` where one is printed."""

    value: float | None
    std: float | None


@cache
def _lines() -> tuple[Mapping[str, str], ...]:
    text = (Path(__file__).parent / "reported.csv").read_text(encoding="utf-8")
    return tuple(csv.DictReader(line for line in text.splitlines() if not line.startswith("#")))


def _cell(line: Mapping[str, str]) -> PrintedScore:
    value, std = line["value"], line["std"]
    return PrintedScore(float(value) if value else None, float(std) if std else None)


def published_rows() -> dict[tuple[str, str], dict[str, PrintedScore]]:
    """For each table of models ("1", "2", "leaderboard") and model, its cells by game and "overall".

    >>> published_rows()["2", "qwen2-72b"]["overall"]
    PrintedScore(value=52.4, std=3.4)
    """
    rows: dict[tuple[str, str], dict[str, PrintedScore]] = {}
    for line in _lines():
        if line["table"] in ("1", "2", "leaderboard"):
            rows.setdefault((line["table"], line["model"]), {})[line["game"]] = _cell(line)
    return rows


def is_doubtful(table: str, model: str, game: str) -> bool:
    """Whether the row's note is about this cell."""
    return game in DOUBTFUL.get((table, model), ("pirate_game",) if table == "2" else ())


def note_of(table: str, model: str) -> str:
    """The known errors of a row; empty if there are none."""
    return NOTES.get((table, model), AUGUST if table == "2" else "")


def misprint_of(factor: str, game: str, level: str) -> str:
    """The known error of a printed cell of Tables 5 to 9; empty if there is none."""
    return MISPRINTS.get((factor, game, DEFAULTS.get(level, level)), "")


def published_level(factor: str, game: str, level: str) -> float | None:
    """What GPT-3.5-Turbo 0125 scored at this level of an ablation (Tables 6 to 9, one match a cell).

    >>> published_level("temperature", "el_farol", "0.2")
    71.7
    """
    cell = published_levels(factor, game).get(DEFAULTS.get(level, level))
    return None if cell is None else cell.value


def published_levels(factor: str, game: str) -> dict[str, PrintedScore]:
    """The printed cells of a factor in Tables 5 to 9 by level, for a game or `overall`; last `average`."""
    return {
        line["level"]: _cell(line) for line in _lines() if (line["factor"], line["game"]) == (factor, game)
    }
