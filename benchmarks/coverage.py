"""How often printed 95% intervals hold the truth: `python benchmarks/coverage.py`, or less with `--quick`.

Tournaments between players of known strength are simulated, scheduled by the schedules that we offer, and
rated by the functions that print our boards (`benchmarks/simulated`). The tables that come of it stand in
docs/statistics.md. `--check` ends with 1 if anything is clearly worse than promised.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
from benchmarks.simulated import cells, counting, printed, resampled, stopping, sweeps, training
from benchmarks.simulated.cell import HEADER, Cell
from benchmarks.simulated.tournament import measure
from scipy.stats import binom

from agonist.ratings.bradley_terry import Meetings, estimate_from
from agonist.ratings.share_intervals import share_of
from agonist.suites.gamabench.report.tables_in_paper_layout import interval

SUITES: Final = "what reports print"
"""The part in which real built-in players play the suites' own schedules."""

DIFFERENCES: Final = "sweeps"
"""The part with the differences that sweeps print."""

TRAINING: Final = "training"
"""The part with curves of checkpoints."""

DECIDED: Final = "fixed or decided"
"""The part with runs that stop once their players are decided, beside runs of a fixed number."""

GAMEBENCH: Final = "GameBench"
"""The part with percentiles of resampled deals."""

CHANCES: Final = (0.5, 0.8, 0.9, 0.95, 0.97, 0.975, 0.98, 0.99, 0.995, 0.998, 0.999)
"""How often the better of two players wins, for the table of the ends of the scale."""


def _line(cell: Cell, matches: int, seed: int) -> tuple[list[str], list[str]]:
    found = measure(cell, matches, seed)
    words = cell.in_words()
    wrong = [f"{', '.join(filter(None, words))}: {line}" for line in found.wrong()]
    return [counting.row((*words, *found.cells()))], wrong


def _printed(what: printed.Repeated, seed: int) -> tuple[list[str], list[str]]:
    counts = printed.measure(what, seed)
    shares = {kind: count.share() for kind, count in counts.items()}
    wrong = [
        f"{what.target}, {kind}: {counts[kind]} is below {counting.LEAST}"
        for kind, share in shares.items()
        if share is not None and sum(share) < counting.LEAST
    ]
    return printed.rows(what, counts), wrong


def five_runs(tournaments: int, seed: int) -> counting.Count:
    """γ-Bench: the mean of five runs' scores, which lie from 0 to 100, with Student's interval."""
    rng, count = np.random.default_rng(seed), counting.Count()
    for _ in range(tournaments):
        a, b = rng.uniform(1, 8, 2)
        *_, low, high = interval((100 * rng.beta(a, b, 5)).tolist())
        truth = 100 * a / (a + b)
        count.add(int(low is not None and high is not None and low <= truth <= high), 1)
        count.close()
    return count


def ends_of_the_scale() -> Iterable[list[str]]:
    """How often rating and win rate of two players hold, by how often the better wins: sums, not simulations.

    The last column has the least of all chances from one half to 0.9995.
    """
    for matches in (4, 10, 20, 30, 50, 100):
        ratings = [_rating(won, matches) for won in range(matches + 1)]
        rates = [share_of(won, matches) for won in range(matches + 1)]
        for name, ends, of in (
            ("rating", ratings, lambda chance: np.log(chance / (1 - chance)) / 2),
            (
                "win rate",
                [(span.low or 0.0, 1.0 if span.high is None else span.high) for span in rates],
                float,
            ),
        ):
            held = partial(_held, np.array(ends), matches, of)
            least = min(map(held, np.linspace(0.5, 0.9995, 2000)))
            yield [str(matches), name, *(f"{held(chance):.3f}" for chance in CHANCES), f"{least:.3f}"]


def _held(
    ends: np.ndarray[Any, np.dtype[np.float64]], matches: int, of: Callable[[float], float], chance: float
) -> float:
    odds = binom.pmf(np.arange(matches + 1), matches, chance)
    return float(odds[(ends[:, 0] <= of(chance)) & (of(chance) <= ends[:, 1])].sum())


def _rating(won: int, matches: int) -> tuple[float, float]:
    """The interval of whoever won so many matches against one other."""
    nth = np.arange(matches)
    meetings = Meetings(nth, 0 * nth, 0 * nth + 1, np.ones(matches), (nth < won).astype(float), matches)
    *_, spread = estimate_from(meetings, ["better", "worse"])
    assert spread is not None
    low, high = spread.intervals(0.95)
    return float(low[0]), float(high[0])


def main() -> int:
    """Print the tables."""
    every = (*cells.PARTS, DECIDED, TRAINING, GAMEBENCH, DIFFERENCES, SUITES)
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("parts", nargs="*", help=f"some of: {', '.join(every)}")
    parser.add_argument("--quick", action="store_true", help="a few lines only")
    parser.add_argument("--matches", type=int, default=200_000, help="simulated for each line, about")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--check", action="store_true", help="exit code 1 if anything does not hold")
    asked = parser.parse_args()
    if unknown := set(asked.parts) - set(every):
        parser.error(f"there is no part {unknown.pop()!r}; there are: {', '.join(every)}")
    chosen = {name: cells.PARTS[name] for name in asked.parts or cells.PARTS if name in cells.PARTS}
    if asked.quick:
        chosen = {"quick": cells.QUICK}
    wrong: list[str] = []
    with get_context("spawn").Pool(asked.workers) as pool:
        for part, lines in chosen.items():
            _head(part, (*HEADER, *counting.HEADER))
            wrong += _told(pool.imap(partial(_line, matches=asked.matches, seed=asked.seed), lines))
        if not asked.quick and DECIDED in (asked.parts or every):
            _head(DECIDED, stopping.HEADER)
            wrong += _told(pool.imap(partial(stopping.line, seed=asked.seed), range(len(stopping.EVERY))))
        if not asked.quick and TRAINING in (asked.parts or every):
            _head(TRAINING, training.HEADER)
            wrong += _told(pool.imap(partial(training.line, seed=asked.seed), range(len(training.TRAININGS))))
        if not asked.quick and GAMEBENCH in (asked.parts or every):
            _head(GAMEBENCH, resampled.HEADER)
            wrong += _told(pool.imap(partial(resampled.line, seed=asked.seed), resampled.MIRRORED))
        if not asked.quick and DIFFERENCES in (asked.parts or every):
            _head(DIFFERENCES, sweeps.HEADER)
            wrong += _told(pool.imap(partial(sweeps.line, seed=asked.seed), range(len(sweeps.SWEEPS))))
        if not asked.quick and SUITES in (asked.parts or every):
            _head(SUITES, printed.HEADER)
            wrong += _told(pool.imap(partial(_printed, seed=asked.seed), printed.REPEATED))
            print(
                f"\nγ-Bench, the mean of five runs with scores of any shape: {five_runs(40_000, asked.seed)}"
            )
    if not asked.parts:
        _head("ends of the scale", ("matches", "interval", *(f"{chance:g}" for chance in CHANCES), "least"))
        print(*map(counting.row, ends_of_the_scale()), sep="\n")
    print(f"\nSeed {asked.seed}; ± is half of a 95% interval over the n tournaments.")
    print(*(f"Does not hold: {line}" for line in wrong), sep="\n")
    return int(bool(asked.check and wrong))


def _head(part: str, header: Sequence[str]) -> None:
    print(f"\n## {part}\n")
    print(counting.row(header))
    print(counting.row(["---"] * len(header)), flush=True)


def _told(found: Iterable[tuple[list[str], list[str]]]) -> list[str]:
    wrong: list[str] = []
    for rows, failures in found:
        print(*rows, sep="\n", flush=True)
        wrong += failures
    return wrong


if __name__ == "__main__":
    sys.exit(main())
