"""Runs that stop once their players are decided, beside runs of a fixed number of matches."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from benchmarks.simulated.cell import Cell
from benchmarks.simulated.counting import row
from benchmarks.simulated.tournament import measure

RUNS: Final = 2000
"""Simulated for each line of two players; a third of them for more players."""

WORDED_RUNS: Final = 600
"""Simulated for each line with several wordings."""

MOST: Final = 152
FIRST: Final = 20
"""Matches of each pair of a run of a fixed number, and the first of one until `decided`, which may grow to as
many."""


def _beside(fixed: Cell) -> list[Cell]:
    """A run of a fixed number, and those that stop once they are decided."""
    stopped = replace(fixed, matches=FIRST, until="decided")
    more = [replace(stopped, pairing="informative")] if fixed.players > 2 else []
    return [fixed, stopped, *more]


STOPPED: Final = tuple(
    cell
    for fixed in (Cell(2, MOST, 0.0), Cell(2, MOST, 0.0, luck=1.0, day=0.7), Cell(5, MOST, 0.0))
    for gap in (0.0, 50.0, 100.0, 200.0)
    for cell in _beside(replace(fixed, gap=gap))
)

WORDED: Final = tuple(
    Cell(2, matches, wordings=wordings, wording=wording, gap=gap, until=until)
    for wordings, most in ((4, MOST), (8, 160))
    for gap in (0.0, 100.0)
    for wording in (0.0, 0.3, 0.8)
    for matches, until in ((most, ""), (FIRST, "decided"))
)
"""Runs in several wordings, each worth another strength to each player; 160 are whole rotations in eight."""

EVERY: Final = (*STOPPED, *WORDED)

HEADER: Final = (
    "schedule",
    "players",
    "apart",
    "noise",
    "n",
    "matches",
    "decided",
    "false ranks",
    "rating",
    "difference",
)


def line(nth: int, seed: int) -> tuple[list[str], list[str]]:
    """The line of one of `EVERY`, and what does not hold: in several wordings, of ratings."""
    cell = EVERY[nth]
    number = (
        RUNS if cell.players == 2 and cell.wordings == 1 else RUNS // 3 if cell.wordings == 1 else WORDED_RUNS
    )
    found = measure(cell, 0, seed, number, number)
    schedule, noise = cell.in_words()[1], cell.in_words()[6]
    cells = (
        schedule,
        f"{cell.players}",
        f"{cell.gap:g}",
        noise,
        f"{found.tournaments}",
        f"{found.matches / found.tournaments:.0f}",
        *map(str, (found.decided, found.false, found.counts["rating"], found.counts["difference"])),
    )
    wrong = [
        line for line in found.wrong() if cell.wordings == 1 or line.startswith(("rating", "difference"))
    ]
    return [row(cells)], [f"{schedule}, {cell.players}: {line}" for line in wrong]
