"""What a stored match of built-in players, a plan, a report and a leaderboard take, beside another checkout.

    uv run benchmarks/many_matches.py [--against FOLDER/src] [--matches N] [--pairs N]

Each measurement is a process of its own, and the two checkouts take turns. Times are processor time without
the start, in microseconds a match: what a busy machine does to them, it does to both, so that only the ratios
mean anything. Tic-tac-toe between two random players, 64 at once.

With e9cba5b, five pairs of 3,000 matches on a machine of two cores that others kept busy:

|             | e9cba5b    | 2c36e18b   | ratios                            |
|-------------|------------|------------|-----------------------------------|
| run         | 688 to 848 | 412 to 546 | 0.54, 0.64, 0.65, 0.70, 0.70      |
| report      | 107 to 111 | 57 to 63   | 0.53, 0.54, 0.55, 0.56, 0.59      |
| leaderboard | 34 to 36   | 20         | 0.55, 0.55, 0.57, 0.57, 0.60      |

With e9cba5b again, two pairs of 20,000 matches, where what a run takes once counts less:

|             | e9cba5b    | 5c13fe36   | ratios     |
|-------------|------------|------------|------------|
| run         | 569 to 634 | 281 to 302 | 0.48, 0.49 |
| report      | 96 to 97   | 35 to 36   | 0.36, 0.37 |
| leaderboard | 30 to 31   | 16 to 17   | 0.53, 0.53 |
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
