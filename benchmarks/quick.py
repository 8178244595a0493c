"""How often the intervals of `agonist run all --quick` hold what many such runs find on average.

    uv run benchmarks/quick.py [RUNS]

Each run plays the five suites with a player that takes the reference's move half of the time and a random
one otherwise. For each cell of the matrix, a run's interval is held against the mean of all other runs; cells
that were measured in two ways are left out. A run takes half a minute or so.
"""

from __future__ import annotations

import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from agonist import api
from agonist.core import uniform
from agonist.players.player import Player, Question, SeatContext
from agonist.tournament.evaluation_request import Entry


class Half(Player):
    """The reference's move or a random one, by the toss of a coin."""

    def __init__(self, context: SeatContext) -> None:
        self._kit, self._game = context.kit, context.game

    async def answer(self, question: Question) -> Any:
        if question.rng.random() < 0.5:
            return uniform(question.ask, question.rng)
        return self._kit.reference(self._game, question.view, question.ask, question.rng)


@dataclass(frozen=True)
class Cell:
    """A number of the matrix, with its interval."""

    measure: str
    value: float
    low: float
    high: float


def cells_of(rows: Iterable[Sequence[Any]]) -> dict[str, Cell]:
    """The matrix of a run with one player by game; cells without an interval are left out."""
    return {row[0]: Cell(*row[1:5]) for row in rows if None not in row[2:5]}


def held(runs: Sequence[dict[str, Cell]]) -> dict[str, tuple[int, int, float]]:
    """For each game: intervals that hold the mean of the other runs, all intervals, and their mean width."""
    by_game: dict[str, list[Cell]] = defaultdict(list)
    for run in runs:
        for game, cell in run.items():
            by_game[game].append(cell)
    found = {}
    for game, cells in by_game.items():
        if len({cell.measure for cell in cells}) > 1 or len(cells) < len(runs):
            continue
        hits = 0
        for nth, cell in enumerate(cells):
            others = fmean(other.value for at, other in enumerate(cells) if at != nth)
            hits += cell.low <= others <= cell.high
        found[game] = hits, len(cells), fmean(cell.high - cell.low for cell in cells)
    return found


def main(number: int) -> None:
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(number):
            entry = Entry(players=("quick:Half",), quick=True, seed=seed)
            db = Path(folder) / f"{seed}.db"
            run = api.run_entry(["all"], entry, db=db).run
            runs.append(cells_of(api.report(run, db=db).sections[0].tables[0].rows))
            print(f"run {seed + 1} of {number}: {len(runs[-1])} cells", flush=True)
    show(runs)


def show(runs: Sequence[dict[str, Cell]]) -> None:
    """Print a line for each game, and one for all."""
    found = held(runs)
    for game, (hits, number, width) in found.items():
        print(f"{game}: {hits} of {number}, {width:.0f} wide")
    hits, number = sum(f[0] for f in found.values()), sum(f[1] for f in found.values())
    print(f"all: {hits} of {number}, {hits / number:.1%}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
