"""What slow agents cost quick ones: matches of ten quick HTTP agents on a ladder, alone and beside slow ones.

    uv run benchmarks/slow_agents.py [SECONDS] [SCENARIO …]

All agents are on loopback, in a process of their own. Quick ones answer after 0.1 s (with less, the
processor would be measured), slow ones after 2 to 5 s. Each scenario plays for so many seconds (60) without
and as long with the slow agents, on new ladders of tic-tac-toe and after a warm-up, and prints the ratio of
the matches of quick agents.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from aiohttp import web
from sqlalchemy import insert

from agonist.arena.agents.player_factories import registry
from agonist.arena.agents.public_addresses import PRIVATE
from agonist.arena.ladders.ladder import LadderTerms, join, open_ladder
from agonist.arena.ladders.worker import Worker
from agonist.models import connection_pool
from agonist.store import Store
from agonist.store.platform.agents import add_agent, set_state
from agonist.store.platform.ladders import Ladder
from agonist.store.platform.schema import USERS

QUICK: Final = (0.1, 0.1)
SLOW: Final = (2.0, 5.0)
"""Seconds of an answer, at least and at most."""

WARM_UP: Final = 20.0
"""Seconds that are not counted: all agents are new, and first meet the house."""

MANY: Final = 1_000_000


@dataclass(frozen=True)
class Scenario:
    """How many slow agents there are, and what is special about them."""

    slow: int = 10
    one_owner: bool = False
    ladders: int = 1
    come_and_go: bool = False
    matches: int = 4


SCENARIOS: Final = {
    "ten-slow": Scenario(),
    "two-slow": Scenario(2),
    "one-owner": Scenario(one_owner=True),
    "two-ladders": Scenario(ladders=2),
    "come-and-go": Scenario(come_and_go=True),
    "more-than-places": Scenario(90),
    "one-match": Scenario(matches=1),
}


def serve(ready: Any) -> None:
    """Answer for all agents: their addresses say how quick they are."""
    dice = random.Random(1)

    async def answer(request: web.Request) -> web.Response:
        asked = await request.json() if request.can_read_body else {}
        result = None
        if request.path.endswith("/interact"):
            await asyncio.sleep(dice.uniform(*(QUICK if "/quick" in request.path else SLOW)))
            result = str(dice.choice(asked["options"]))
        return web.json_response({"success": True, "result": result, "errMsg": None})

    async def run() -> None:
        app = web.Application()
        app.router.add_route("*", "/{path:.*}", answer)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        ready.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    with suppress(KeyboardInterrupt):
        asyncio.run(run())


def owner_of(store: Store, name: str) -> int:
    row = {"name": name, "folded": name, "password": "!", "role": "member", "created": time.time()}
    query = insert(USERS).values(row).returning(USERS.c.id)
    return int(store.change(lambda connection: connection.execute(query).scalar_one()))


def enter(store: Store, ladders: Sequence[Ladder], name: str, port: int, owner: int) -> int:
    own = add_agent(store, name, f"http:http://127.0.0.1:{port}/{name}", owner=owner)
    for ladder in ladders:
        join(store, ladder.id, own.id)
    return own.id


async def measured(port: int, scenario: Scenario, slow: int, seconds: float, where: Path) -> Counter[str]:
    """Finished matches of each agent."""
    with Store.open(where) as store:
        terms = LadderTerms(a_day=MANY, owner_a_day=MANY)
        ladders = [
            open_ladder(store, "tictactoe", name=f"l{nth}", terms=terms) for nth in range(scenario.ladders)
        ]
        for nth in range(10):
            enter(store, ladders, f"quick{nth}", port, owner_of(store, f"quick{nth}"))
        one = owner_of(store, "slow")
        agents = [
            enter(
                store, ladders, f"slow{nth}", port, one if scenario.one_owner else owner_of(store, f"s{nth}")
            )
            for nth in range(slow)
        ]
        worker = Worker(store, registry(), matches=scenario.matches)
        tasks = [asyncio.create_task(worker.work())]
        if scenario.come_and_go and agents:
            tasks.append(asyncio.create_task(coming_and_going(store, agents)))
        await asyncio.sleep(WARM_UP)
        before = finished(store, ladders)
        await asyncio.sleep(seconds)
        found = finished(store, ladders) - before
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connection_pool.aclose()
        return found


def finished(store: Store, ladders: Sequence[Ladder]) -> Counter[str]:
    """How many matches each agent has finished."""
    found: Counter[str] = Counter()
    for ladder in ladders:
        for match in store.matches(ladder.run):
            if match.status == "finished":
                found.update(set(match.fixture.players))
    return found


async def coming_and_going(store: Store, agents: Sequence[int]) -> None:
    dice = random.Random(2)
    here = dict.fromkeys(agents, True)
    while True:
        await asyncio.sleep(0.5)
        agent = dice.choice(agents)
        here[agent] = not here[agent]
        await asyncio.to_thread(set_state, store, agent, "online" if here[agent] else "offline")


def total(found: Counter[str], kind: str) -> int:
    return sum(count for name, count in found.items() if name.startswith(kind))


def show(*cells: object) -> None:
    print("{:<18}{:>10}{:>10}{:>8}{:>8}".format(*cells), flush=True)


def main(seconds: float, names: Sequence[str]) -> None:
    os.environ[PRIVATE] = "yes"
    here, there = multiprocessing.Pipe()
    agents = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    agents.start()
    port = here.recv()
    show("scenario", "alone", "beside", "ratio", "slow")
    try:
        for name in names:
            scenario = SCENARIOS[name]
            with tempfile.TemporaryDirectory() as folder:
                found = {True: Counter[str](), False: Counter[str]()}
                # In this order, since other programs on the machine come and go.
                for nth, beside in enumerate((False, True, True, False)):
                    slow, where = scenario.slow if beside else 0, Path(folder) / f"{nth}.db"
                    found[beside] += asyncio.run(measured(port, scenario, slow, seconds / 2, where))
            quick = {beside: total(matches, "quick") for beside, matches in found.items()}
            ratio = quick[True] / max(quick[False], 1)
            show(name, quick[False], quick[True], f"{ratio:.2f}", total(found[True], "slow"))
    finally:
        agents.terminate()


if __name__ == "__main__":
    given = sys.argv[1:]
    main(float(given[0]) if given else 60.0, given[1:] or list(SCENARIOS))
