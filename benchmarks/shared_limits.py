"""What a call costs when processes share the limits of a run, beside one that plays alone.

    uv run --group dev python -m benchmarks.shared_limits [postgresql://…]

5,000 calls, 500 in flight, to `agonist endpoint` in a process of its own, with a budget and a limit of
requests a minute that are never reached; alone and shared in turn. Processor time is of this process with all
its threads.

Five pairs on two cores that others kept busy (load 5 to 7):

| database   | alone: ms a call | shared       | ratio, median | transactions for 5,000 calls |
|------------|------------------|--------------|---------------|------------------------------|
| SQLite     | 0.27 to 0.40     | 0.35 to 0.47 | 1.20          | 142 to 148                   |
| PostgreSQL | 0.30 to 0.39     | 0.43 to 0.51 | 1.42          | 140 to 151                   |

A call of a stored match takes about 1 ms in all (`endpoint.py`): sharing adds a tenth.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.endpoint import ADDRESS, endpoint, processor_seconds

from agonist.match import Fixture
from agonist.models.budget import Budget
from agonist.models.mock_endpoint.command import more_files
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.models.protocol import Message, Settings
from agonist.models.usage_meter import Meter
from agonist.store import Store
from agonist.tournament.players_set_aside import SetAside
from agonist.tournament.presence import Presence
from agonist.tournament.progress import Progress

CALLS, IN_FLIGHT, PAIRS = 5_000, 500, 5
ASK = (Message("user", "Name a number from 1 to 9."),)


def main() -> None:
    more_files()
    with tempfile.TemporaryDirectory() as folder, endpoint():
        where = sys.argv[1] if len(sys.argv) > 1 else str(Path(folder) / "agonist.db")
        asyncio.run(timed(where, alone=True, calls=IN_FLIGHT))
        ratios = []
        for _ in range(PAIRS):
            alone, _, _ = asyncio.run(timed(where, alone=True, calls=CALLS))
            shared, seconds, questions = asyncio.run(timed(where, alone=False, calls=CALLS))
            ratios.append(shared / alone)
            print(
                f"alone {1000 * alone:.2f} ms a call, shared {1000 * shared:.2f}: {ratios[-1]:.2f}; "
                f"{questions} transactions in {seconds:.1f} s"
            )
        print(f"median {statistics.median(ratios):.2f}")


async def timed(where: str, *, alone: bool, calls: int) -> tuple[float, float, int]:
    """Processor seconds a call, seconds in all, and transactions."""
    match = Fixture(game="tictactoe", version=1, options={}, seed="1", players=("random", "random"))
    questions = 0
    with Store.open(where) as store:
        run = store.start_run({}, [match])
        change = store.change

        def counted(what):  # type: ignore[no-untyped-def]
            nonlocal questions
            questions += 1
            return change(what)

        store.change = counted  # type: ignore[method-assign]
        meter = Meter()
        budget = Budget(usd=1e6, tokens=10**9, requests=10**7)
        progress = Progress(0, meter=meter, names={"model": {"model"}}, models={"model"})
        presence = Presence(store, run, progress, SetAside(lambda _: None), budget, alone=alone)
        await presence.join()
        model = build(
            connect("endpoint/careful", base_url=ADDRESS, rpm=10**7),
            budget=budget,
            meter=meter,
            label="model",
        )
        left = iter(range(calls))

        async def ask() -> None:
            for _ in left:
                await model.complete(ASK, Settings(max_tokens=100))

        before, began = processor_seconds(), time.perf_counter()
        await asyncio.gather(*(ask() for _ in range(IN_FLIGHT)))
        used, took = processor_seconds() - before, time.perf_counter() - began
        await presence.leave()
        await aclose_all()
    return used / calls, took, questions


if __name__ == "__main__":
    main()
