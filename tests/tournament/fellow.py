"""One of several processes that ask the same model, with limits that they share through a run's database."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

from agonist.core import AgonistError
from agonist.models.budget import Budget
from agonist.models.errors import BudgetSpent
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.models.protocol import Message, Settings
from agonist.models.usage_meter import Meter
from agonist.store import Store
from agonist.tournament.players_set_aside import SetAside
from agonist.tournament.presence import Presence
from agonist.tournament.progress import Progress

ASK = (Message("user", "Name a number from 1 to 9."),)


class Fellow:
    """A worker that asks for `calls` answers, `at_once` at a time, and says what became of it."""

    def __init__(self, db: str, run: str, url: str, **settings: Any) -> None:
        self.db, self.run, self.url, self.settings = db, run, url, settings
        self.set_aside = SetAside(lambda _player: None)

    async def ask(self) -> dict[str, Any]:
        given = self.settings
        meter = Meter()
        progress = Progress(0, meter=meter, names={"model": {"model"}}, models={"model"})
        budget = Budget(**given["budget"]) if given.get("budget") else None
        with Store.open(self.db) as store:
            presence = Presence(store, self.run, progress, self.set_aside, budget)
            await presence.join()
            model = build(
                connect(
                    "endpoint/careful",
                    base_url=self.url,
                    rpm=given.get("rpm"),
                    max_concurrency=given.get("max_concurrency"),
                ),
                budget=budget,
                meter=meter,
                label="model",
                prices=given.get("prices"),
            )
            ends: list[float] = []
            errors: list[str] = []
            left = iter(range(given["calls"]))

            async def one_after_the_other() -> None:
                for _ in left:
                    try:
                        await model.complete(ASK, Settings(max_tokens=given.get("max_tokens")))
                    except AgonistError as error:
                        errors.append(type(error).__name__)
                        if isinstance(error, BudgetSpent):
                            return
                    else:
                        ends.append(time.time())

            try:
                await asyncio.gather(*(one_after_the_other() for _ in range(given.get("at_once", 8))))
                await asyncio.sleep(given.get("stays", 0.0))
            finally:
                await presence.leave()
                await aclose_all()
        return {"ends": ends, "errors": errors, "requests": meter.of("model").requests}


def main() -> None:
    given = json.loads(sys.argv[1])
    sys.stdout.write(json.dumps(asyncio.run(Fellow(**given).ask())))


if __name__ == "__main__":
    main()
