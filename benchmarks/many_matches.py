"""What a stored match of built-in players, a plan, a report and a leaderboard take, beside another checkout.

    uv run benchmarks/many_matches.py [--against FOLDER/src] [--matches N] [--pairs N]

Each measurement is a process of its own, and the two checkouts take turns. Times are processor time without
the start, in microseconds a match: what a busy machine does to them, it does to both, so that only the ratios
mean anything. Tic-tac-toe between two random players, 64 at once.

With e9cba5b, three pairs of 3,000 matches on a machine of two cores that others kept busy:

|             | e9cba5b    | b9aa19e9   | ratios           |
|-------------|------------|------------|------------------|
| run         | 630 to 730 | 371 to 416 | 0.51, 0.56, 0.66 |
| report      | 89 to 118  | 8 to 10    | 0.08, 0.08, 0.10 |
| leaderboard | 33 to 38   | 8 to 10    | 0.21, 0.21, 0.31 |
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

OURS = Path(__file__).parents[1] / "src"

MEASURED = """
import io, resource, sys, tempfile
from contextlib import redirect_stdout, suppress
from pathlib import Path

import agonist
from agonist.cli import main

def spent():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

def play(folder, matches):
    return agonist.run("tictactoe", ["random", "first=random"], matches=matches, db=folder / f"{matches}.db")

def leaderboard(db):
    sys.argv = ["agonist", "leaderboard", "--db", str(db)]
    with redirect_stdout(io.StringIO()), suppress(SystemExit):
        main()

matches = int(sys.argv[1])
with tempfile.TemporaryDirectory() as name:
    folder = Path(name)
    play(folder, 20)
    agonist.report(db=folder / "20.db")
    leaderboard(folder / "20.db")
    times = [spent()]
    play(folder, matches)
    times.append(spent())
    agonist.report(db=folder / f"{matches}.db")
    times.append(spent())
    leaderboard(folder / f"{matches}.db")
    times.append(spent())
print(*((after - before) / matches * 1e6 for before, after in zip(times, times[1:])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""

COLUMNS = ("run", "report", "leaderboard")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="the src folder of another checkout")
    parser.add_argument("--matches", type=int, default=3000)
    parser.add_argument("--pairs", type=int, default=3)
    options = parser.parse_args()
    checkouts = [OURS] if options.against is None else [options.against.resolve(), OURS]
    found: dict[Path, list[list[float]]] = {each: [] for each in checkouts}
    for _ in range(options.pairs):
        for checkout in checkouts:
            times, memory = measured(checkout, options.matches)
            found[checkout].append(times)
            shown = ", ".join(f"{name} {time:.0f} µs" for name, time in zip(COLUMNS, times, strict=True))
            print(f"{checkout}: {shown}; {memory:.0f} MB at most")
    if options.against is not None:
        for name, *pairs in zip(
            COLUMNS, *(zip(*found[each], strict=True) for each in checkouts), strict=True
        ):
            ratios = sorted(new / old for old, new in zip(*pairs, strict=True))
            shown = ", ".join(f"{each:.2f}" for each in ratios)
            print(f"{name}: {shown}, median {statistics.median(ratios):.2f}")


def measured(checkout: Path, matches: int) -> tuple[list[float], float]:
    """Microseconds a match, for each of `COLUMNS`, and megabytes."""
    command = [sys.executable, "-c", MEASURED, str(matches)]
    environ = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    times, memory = done.stdout.splitlines()[-2:]
    return [float(each) for each in times.split()], float(memory)


if __name__ == "__main__":
    main()
