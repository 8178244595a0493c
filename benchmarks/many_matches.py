"""What a stored match of built-in players, a plan, a report and a leaderboard take, beside another checkout.

    uv run benchmarks/many_matches.py [--against FOLDER/src] [--matches N] [--pairs N]
    uv run benchmarks/many_matches.py --scale [--matches 100000] [--usd 0.04] [--machines 4] [--cores 16]

Each measurement is a process of its own, and the two checkouts take turns. Times are processor time without
the start, in microseconds a match: what a busy machine does to them, it does to both, so that only the ratios
mean anything. Tic-tac-toe between two random players, 64 at once.

With e9cba5b, three pairs of 3,000 matches on a machine of two cores that others kept busy:

|             | e9cba5b    | b9aa19e9   | ratios           |
|-------------|------------|------------|------------------|
| run         | 630 to 730 | 371 to 416 | 0.51, 0.56, 0.66 |
| report      | 89 to 118  | 8 to 10    | 0.08, 0.08, 0.10 |
| leaderboard | 33 to 38   | 8 to 10    | 0.21, 0.21, 0.31 |

With `--scale`, a tenth of the matches and all of them are played, and it says what a million, ten and a
hundred million would take on a small cluster, at a price for an hour of a core, and what breaks first on a
machine of it with 64 GB: what grows with the matches is taken to go on as it grew between the two. Models'
calls come on top (`benchmarks/endpoint.py`, `docs/design/store.md`).
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
    try:
        config = agonist.RunConfig(workers=1)
    except TypeError:  # of a checkout that knows no workers
        config = agonist.RunConfig()
    db = folder / f"{matches}.db"
    return agonist.run("tictactoe", ["random", "first=random"], matches=matches, db=db, config=config)

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
    size = (folder / f"{matches}.db").stat().st_size
print(*((after - before) / matches * 1e6 for before, after in zip(times, times[1:])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
print(size / matches)
"""

COLUMNS = ("run", "report", "leaderboard")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, help="the src folder of another checkout")
    parser.add_argument("--matches", type=int)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--scale", action="store_true", help="what more matches would take")
    parser.add_argument("--usd", type=float, default=0.04, help="for an hour of a core")
    parser.add_argument("--machines", type=int, default=4)
    parser.add_argument("--cores", type=int, default=16, help="of each machine")
    options = parser.parse_args()
    if options.scale:
        scale(options.matches or 100_000, options.usd, options.machines, options.cores)
        return
    matches = options.matches or 3000
    checkouts = [OURS] if options.against is None else [options.against.resolve(), OURS]
    found: dict[Path, list[list[float]]] = {each: [] for each in checkouts}
    for _ in range(options.pairs):
        for checkout in checkouts:
            times, memory, _ = measured(checkout, matches)
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


MEMORY = 64_000
"""Megabytes of a machine."""

PLANNED_AT_ONCE = 1_000_000
"""The most matches for each table of players (`--matches`)."""

PLAN = 0.3
"""Megabytes that a plan takes for each thousand matches, in the process that makes it."""

MOVES = 7.6
"""Steps of a match of Tic-Tac-Toe between random players."""

SERVER = 10
"""Microseconds of PostgreSQL's time for each step (`benchmarks/worker_moves.py`)."""

DISK = 1_000_000
"""Megabytes of a machine's disk."""


def scale(matches: int, usd: float, machines: int, cores: int) -> None:
    """Play so many matches, and say what more would take."""
    few, (times, memory, size) = measured(OURS, matches // 10), measured(OURS, matches)
    grows = max(memory - few[1], 0) / (matches - matches // 10)
    run, report, leaderboard = times
    # As many cores of one machine for the database's server as it needs beside its workers.
    server = min(cores, round(machines * cores * SERVER * MOVES / (run + SERVER * MOVES)))
    workers = machines * cores - server
    rate = min(workers / run, server / (SERVER * MOVES)) * 1e6
    print(f"{matches:,} matches: {run:.0f} µs each to play and store, {size:.0f} bytes each on the disk,")
    print(f"{report:.1f} and {leaderboard:.1f} µs each for report and leaderboard, {memory:.0f} MB at most")
    print(f"\n{machines} machines of {cores} cores: {workers} workers, {server} cores for PostgreSQL,")
    print(f"{rate:,.0f} matches a second:\n")
    print("| matches | hours | dollars | disk, GB | plan, GB | report, min | report, GB |")
    print("|---|---|---|---|---|---|---|")
    for many in (10**6, 10**7, 10**8):
        hours = many / rate / 3600
        print(
            f"| {many:,} | {hours:,.2f} | {hours * machines * cores * usd:,.2f} | {size * many / 1e9:,.1f} | "
            f"{PLAN * many / 1e6:,.1f} | {report * many / 6e7:,.1f} | {grows * many / 1000:,.1f} |"
        )
    limits = {
        "a table may have no more (--matches): further ones need tables of their own": PLANNED_AT_ONCE,
        "the report does not fit into memory": (MEMORY - few[1]) / max(grows, 1e-9),
        "the plan does not fit into memory": MEMORY / PLAN * 1000,
        "ids of matches end (nine digits)": 10**9,
        "the disk is full": DISK * 1e6 / size,
    }
    print(f"\nMore workers than {cores * run / (SERVER * MOVES):.0f} wait for a server of {cores} cores.")
    print("What breaks, and from how many matches:")
    for what, least in sorted(limits.items(), key=lambda limit: limit[1]):
        print(f"  {least:15,.0f}  {what}")


def measured(checkout: Path, matches: int) -> tuple[list[float], float, float]:
    """Microseconds a match, for each of `COLUMNS`, megabytes, and bytes a match in the database."""
    command = [sys.executable, "-c", MEASURED, str(matches)]
    environ = os.environ | {"PYTHONPATH": str(checkout)}
    done = subprocess.run(command, env=environ, capture_output=True, text=True, check=True)
    times, memory, size = done.stdout.splitlines()[-3:]
    return [float(each) for each in times.split()], float(memory), float(size)


if __name__ == "__main__":
    main()
