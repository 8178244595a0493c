"""The process that plays matches with people in them: searches must not freeze pages.

`python -m agonist.arena.host DATABASE` plays on with each match whose id it reads from its standard input,
one a line, until that ends.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from threading import Lock
from typing import Final

from agonist.arena.advancing import advance, registry
from agonist.arena.agents.abilities import ability_trial, play_ability
from agonist.arena.clocks import after_restart
from agonist.core import AgonistError
from agonist.models.stack import aclose_all
from agonist.store import Store

_LOG: Final = logging.getLogger(__name__)

PATIENCE: Final = 3.0
"""Seconds that the process has to end by itself."""


class Host:
    """Keeps that process running, and tells it what to play on with."""

    def __init__(self, database: str) -> None:
        self._command = [sys.executable, "-m", "agonist.arena.host", database]
        self._lock = Lock()
        self._process = self._started()

    def wake(self, match: int) -> None:
        """Have a match played on; nothing happens if it is being played or over."""
        with self._lock:
            if self._process.poll() is not None:
                self._process = self._started()
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(f"{match}\n".encode())
                self._process.stdin.flush()
            except OSError:  # it has just ended: whoever looks at the match next wakes it again
                pass

    def close(self) -> None:
        """End the process; matches stay where they are."""
        with self._lock:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        # A session of its own: Ctrl-C is for the server, which then closes this process's input.
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True)


async def main(database: str) -> None:
    """Play until the input ends."""
    players = registry()
    tasks: dict[int, asyncio.Task[None]] = {}
    again: set[int] = set()
    loop = asyncio.get_running_loop()
    with Store.open(database, must_exist=True) as store:

        async def play_on(match: int) -> None:
            while True:
                again.discard(match)
                try:
                    run = store.match(match).run
                    if (trial := ability_trial(store, run)) is not None:
                        await play_ability(store, run, trial, players)
                    elif (after := await advance(store, match, players)) is not None:
                        loop.call_later(after, wake, match)
                except AgonistError as error:
                    _LOG.warning("match %s: %s", match, error)
                except Exception as error:  # noqa: BLE001  a defect in one match must not end the others
                    why = f"a defect of agonist stopped it: {type(error).__name__}: {error}"
                    store.suspend(match, "suspended", why)
                if match not in again:
                    break
            del tasks[match]

        def wake(match: int) -> None:
            if match in tasks:
                # An answer may have come after the question was looked for.
                again.add(match)
            else:
                tasks[match] = asyncio.create_task(play_on(match))

        try:
            for match in after_restart(store):
                wake(match)
            while line := await asyncio.to_thread(sys.stdin.readline):
                wake(int(line))
        finally:
            for task in tasks.values():
                task.cancel()
            await asyncio.gather(*tasks.values(), return_exceptions=True)
            await aclose_all()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
