"""The command `worker` without a run: it plays the matches of a site."""

from __future__ import annotations

import asyncio
import os
from contextlib import suppress

from agonist.cli.interruption import without_password


def work_for_site(db: str, matches: int, lease: float, *, private_addresses: bool) -> int:
    """Play the matches of a site until interrupted."""
    from agonist.arena.ladders.wake_up import address_of, prepare

    address_of(db)
    if private_addresses:
        from agonist.arena.agents.public_addresses import PRIVATE

        os.environ[PRIVATE] = "yes"

    from agonist.store import Store

    with Store.open(db):
        prepare(db)
    with suppress(KeyboardInterrupt):
        asyncio.run(_work(db, matches, lease))
    print("Stopped.")
    return 0


async def _work(db: str, matches: int, lease: float) -> None:
    from agonist.arena.agents.player_factories import registry
    from agonist.arena.ladders.wake_up import LADDERS, listen
    from agonist.arena.ladders.worker import Worker, play_ladders
    from agonist.arena.tables.worker import Tables
    from agonist.models.model_assembly import aclose_all
    from agonist.store import Store

    begun: list[Worker] = []

    def ready(worker: Worker) -> None:
        begun[:] = [worker]
        print(f"Worker {worker.name} plays {matches} matches at once of {without_password(db)}.", flush=True)

    with Store.open(db, must_exist=True) as store:
        tables = Tables(store, registry())

        def woken(match: int) -> None:
            if match != LADDERS:
                tables.wake(match)
            for worker in begun:
                worker.wake()

        try:
            tables.go_on()
            async with asyncio.TaskGroup() as group:
                group.create_task(
                    play_ladders(db, registry(), ready=ready, matches=matches, seconds=lease, grace=20.0)
                )
                group.create_task(listen(db, woken))
        finally:
            await tables.close()
            await aclose_all()
