"""Advancing matches of people when something has happened in them."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from agonist.arena.agents.ability_trials import ability_trial, play_ability
from agonist.arena.tables.advancing import advance
from agonist.arena.tables.clocks import after_restart
from agonist.core import AgonistError
from agonist.players.registry import PlayerRegistry
from agonist.store import Store

_LOG: Final = logging.getLogger(__name__)


class Tables:
    """The matches of people that this process advances."""

    def __init__(self, store: Store, players: PlayerRegistry) -> None:
        self._store, self._players = store, players
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    def go_on(self) -> None:
        """Continue the matches in which a clock runs, for use after a restart."""
        for match in after_restart(self._store):
            self.wake(match)

    def wake(self, match: int) -> None:
        """Have a match continued; does nothing if it is over."""
        if match in self._tasks:
            # An answer may have arrived after `advance` looked for it.
            self._again.add(match)
        else:
            self._tasks[match] = asyncio.create_task(self._play_on(match))

    async def close(self) -> None:
        """Stop; unfinished matches can be continued later."""
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
