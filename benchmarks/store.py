"""How many moves a second the store takes, with the prompts and answers that led to them.

    uv run python benchmarks/store.py [--moves N] [--db PATH_OR_URL]

Writes matches of 20 moves, 64 at once, each move with one call of about 1.4 KB, as a tournament would;
then reads a leaderboard's data back. The bar is 2,000 moves a second.
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from agonist.core import Outcome
from agonist.games import KITS
from agonist.kit import make_game
from agonist.match import Fixture, Match, Record, Step
from agonist.models.protocol import Message, Usage
from agonist.players.model_call_record import ModelCall
from agonist.store import Store

MOVES_A_MATCH = 20
AT_ONCE = 64
BAR = 2000


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=200_000)
    parser.add_argument("--db", help="default: a file in a new temporary folder, removed afterwards")
    options = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="agonist-bench-"))
    try:
        measure(options.db or str(folder / "bench.db"), options.moves // MOVES_A_MATCH)
    finally:
        shutil.rmtree(folder)


def measure(where: str, count: int) -> None:
    fixtures = [
        Fixture("tictactoe", 1, {"seats": 2}, f"seed {nth}", ("openai/some-model?temperature=0", "random"))
        for nth in range(count)
    ]
    prompt = "You are Player 1. It is your turn; the board and the rules stand below. " * 17
    record = Record("tictactoe", make_game(KITS["tictactoe"].game, {}), ())
    played = Match(record, (), Outcome((1.0, -1.0), "three in a row"))
    with Store.open(where) as store:
        start = time.perf_counter()
        run = store.start_run({"bench": True}, fixtures)
        print(f"plan of {count:,} matches      {time.perf_counter() - start:8.2f} s")

        ids = [match.id for match in store.matches(run)]
        start = time.perf_counter()
        worst = 0.0
        for first in range(0, count, AT_ONCE):
            batch = ids[first : first + AT_ONCE]
            for match in batch:
                store.begin(match)
            for nth in range(MOVES_A_MATCH):
                for match in batch:
                    step = one_step(prompt, match, nth)
                    before = time.perf_counter()
                    store.add_step(match, nth, step)
                    worst = max(worst, time.perf_counter() - before)
            for match in batch:
                store.finish(match, played, 1.0)
        queued = time.perf_counter() - start
        store.flush()
        took = time.perf_counter() - start
        rate = count * MOVES_A_MATCH / took
        verdict = "ok" if rate >= BAR else "TOO SLOW"
        print(f"moves written a second    {rate:8,.0f}    (bar {BAR:,}: {verdict})")
        print(f"queued after              {queued:8.2f} s of {took:.2f} s")
        print(f"longest wait for a step   {worst * 1000:8.0f} ms")

        questions: dict[str, Callable[[], object]] = {
            "results": lambda: list(store.results(run=run)),
            "tallies": lambda: store.tallies(run=run),
            "tallies of a game": lambda: store.tallies(game="tictactoe"),
            "runs": store.runs,
            "steps of 100 matches": lambda: [store.steps(match) for match in ids[:100]],
        }
        for what, read in questions.items():
            start = time.perf_counter()
            read()
            print(f"{what:25} {time.perf_counter() - start:8.3f} s")


def one_step(prompt: str, match: int, nth: int) -> Step:
    call = ModelCall(
        sent=(Message("user", f"{prompt} Move {nth} of match {match}."),),
        kept=2 * nth,
        text='{"thought": "the middle is best", "cell": "2,2"}',
        finish="stop",
        model="some-model-2026",
        settings={"temperature": 0, "max_tokens": 400, "seed": nth},
        usage=Usage(prompt=350, cached=256, completion=20),
        cost=0.0001,
        seconds=0.8,
        error="illegal" if nth == 7 else "",
    )
    return Step({0: (nth % 3, match % 3)}, (call,))


if __name__ == "__main__":
    main()
