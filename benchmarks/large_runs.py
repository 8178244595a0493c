"""What `report` and `leaderboard` take on large runs of models, whose matches are put into the database as if
they had been played.

    uv run benchmarks/large_runs.py [MATCHES] [--calls N]

Two models play Tic-Tac-Toe; each seat makes half of the calls, an answer in ten is invalid. Each command is a
process of its own, and prints tables as it does for a person.
"""

from __future__ import annotations

import argparse
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from agonist.core import Outcome
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Match, Policy, Record, Step
from agonist.models.protocol import Message, Usage
from agonist.players.model_call_record import ModelCall
from agonist.store import Store
from agonist.tournament import parse_target
from agonist.tournament.schedule import schedule

PLAYERS = ("openai/one", "openai/other")
RULES = Message("system", "Three in a row win, and these are the rules in a few words more. " * 20)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", type=int, nargs="?", default=100_000)
    parser.add_argument("--calls", type=int, default=4, help="for each match")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="agonist-large-") as folder:
        db = Path(folder) / "large.db"
        began = time.perf_counter()
        fill(db, options.matches, options.calls)
        size = db.stat().st_size / options.matches
        took = time.perf_counter() - began
        print(f"{options.matches:,} matches put in in {took:.0f} s, {size:.0f} bytes each")
        for command in ("leaderboard", "report"):
            seconds, spent, memory = timed(command, "--db", str(db))
            print(f"{command:12} {seconds:6.1f} s, {spent:6.1f} s of processor time, {memory:5.0f} MB")


def fill(db: Path, matches: int, calls: int) -> None:
    """Put a run of finished matches into a database."""
    rng = random.Random(7)
    fixtures = schedule(
        parse_target("tictactoe"), PLAYERS, matches=matches, seed=7, policy=Policy(), deals="own"
    )
    record = Record("tictactoe", make_game(KITS["tictactoe"].game, {}), ())
    ends = [
        Outcome((1.0, -1.0), "three in a row"),
        Outcome((-1.0, 1.0), "three in a row"),
        Outcome((0.0, 0.0), ""),
    ]
    with Store.open(db) as store:
        plan = {"targets": ["tictactoe"], "players": PLAYERS, "opponents": []}
        run = store.start_run(plan, fixtures)
        first = 1  # the ids of a new database
        for nth in range(len(fixtures)):
            steps = tuple(_step(at, nth, rng) for at in range(calls))
            for at, step in enumerate(steps):
                store.add_step(first + nth, at, step)
            store.finish(first + nth, Match(record, steps, rng.choice(ends)), rng.uniform(1, 9))
        store.set_status(run, "finished")


def _step(at: int, nth: int, rng: random.Random) -> Step:
    invalid = rng.random() < 0.1
    call = ModelCall(
        sent=(
            *([RULES] if at < 2 else []),
            Message("user", f"The board of match {nth} before move {at}. " * 6),
        ),
        kept=at // 2 * 2,
        text='{"cell": "(2, 2)"}',
        finish="stop",
        model="some-model-2026",
        settings={"temperature": 0, "max_tokens": 400},
        usage=Usage(350 + at * 80, 256, 20),
        cost=0.0001,
        seconds=rng.uniform(0.3, 2),
        seat=at % 2,
        error="illegal" if invalid else "",
        complaint="(2, 2) is taken" if invalid else "",
        form="refused" if invalid else "as asked",
    )
    return Step({at % 2: (rng.randint(1, 3), rng.randint(1, 3))}, (call,))


def timed(*words: str) -> tuple[float, float, float]:
    """Seconds, seconds of processor time, and megabytes of a command."""
    code = (
        "import resource, sys; from contextlib import suppress; from agonist.cli import main\n"
        f"sys.argv = {['agonist', *words]!r}\n"
        "with suppress(SystemExit): main()\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    began, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - began, spent, int(done.stderr.split()[-1]) / 1024


if __name__ == "__main__":
    main()
