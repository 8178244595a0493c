"""The paper's printed Tables 2 and 3, with columns under the games to which they really belong."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

REPORTED: Final = Path(__file__).with_name("reported.csv")

NEVER_PLAYED: Final[Mapping[str, frozenset[str]]] = {
    "human": frozenset(
        ("sea_battle", "two_rooms_and_a_boom", "are_you_the_traitor", "air_land_sea", "arctic_scavengers")
    ),
    "gpt-4-rap": frozenset(("sea_battle", "santorini", "hive")),
}
"""Games in which a printed rating comes from the regularisation alone."""


@cache
def published(table: str) -> Mapping[str, Mapping[str, float]]:
    """Table `2` (ratings) or `3` (mean scores) by agent, then by the game's id or `overall`."""
    lines = [line for line in REPORTED.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found: dict[str, dict[str, float]] = {}
    for row in csv.DictReader(lines):
        if row["table"] == table:
            by_game = found.setdefault(row["agent"], {})
            if row["value"]:
                by_game[row["true_game"]] = float(row["value"])
    return found
