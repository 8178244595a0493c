"""Advancing matches of people when something has happened in them."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from agonist.arena.agents.ability_trials import ability_trial, play_ability
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.clocks import after_restart
from agonist.arena.tables.table import end_abandoned
from agonist.core import AgonistError
from agonist.players.registry import PlayerRegistry
from agonist.store import Store

LOOK_SECONDS: Final = 3600.0
"""Seconds between two looks for abandoned matches."""

_LOG: Final = logging.getLogger(__name__)


class Tables:
    """The matches of people that this process advances."""

    def __init__(self, store: Store, players: PlayerRegistry) -> None:
        self._store, self._players = store, players
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._next: asyncio.TimerHandle | None = None

    def go_on(self) -> None:
        """Continue the matches in which a clock runs, for use after a restart, and end abandoned ones."""
        for match in after_restart(self._store):
            self.wake(match)
        self._end_abandoned()

    def _end_abandoned(self) -> None:
        try:
            end_abandoned(self._store, time.time())
        except AgonistError as error:
            _LOG.warning("abandoned matches: %s", error)
        self._next = asyncio.get_running_loop().call_later(LOOK_SECONDS, self._end_abandoned)

    def wake(self, match: int) -> None:
        """Have a match continued; does nothing if it is over."""
        if match in self._tasks:
            # An answer may have arrived after `advance` looked for it.
            self._again.add(match)
        else:
            self._tasks[match] = asyncio.create_task(self._play_on(match))

    async def close(self) -> None:
        """Stop; unfinished matches can be continued later."""
        if self._next is not None:
            self._next.cancel()
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play_on(self, match: int) -> None:
        while True:
            self._again.discard(match)
            try:
                run = self._store.match(match).run
                if (trial := ability_trial(self._store, run)) is not None:
                    await play_ability(self._store, run, trial, self._players)
                elif (after := await advance(self._store, match, self._players)) is not None:
                    asyncio.get_running_loop().call_later(after, self.wake, match)
            except AgonistError as error:
                _LOG.warning("match %s: %s", match, error)
            except Exception as error:  # noqa: BLE001  a defect in one match must not end the others
                why = f"a bug in Agonist stopped it: {type(error).__name__}: {error}"
                self._store.suspend(match, "suspended", why)
            if match not in self._again:
                break
        del self._tasks[match]
