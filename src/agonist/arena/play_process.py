"""The process that plays for a site on one machine, so that searches do not block pages.

`python -m agonist.arena.play_process DATABASE` plays ladders. It also reads ids of matches from its standard
input, one per line, and advances each of these, until the input ends.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from threading import Lock
from typing import Final

SECONDS_TO_STOP: Final = 3.0
"""Seconds that the process has to stop before it is killed."""


class Host:
    """Keeps the playing process running, and tells it which matches to advance."""

    def __init__(self, database: str) -> None:
        self._command = [sys.executable, "-m", "agonist.arena.play_process", database]
        self._lock = Lock()
        self._process = self._started()

    def wake(self, match: int) -> None:
        """Have a match advanced; does nothing if it is being played or over."""
        with self._lock:
            if self._process.poll() is not None:
                self._process = self._started()
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(f"{match}\n".encode())
                self._process.stdin.flush()
            except OSError:  # it has just ended: the next view of the match wakes it again
                pass

    def close(self) -> None:
        """End the process; unfinished matches can be continued later."""
        with self._lock:
            assert self._process.stdin is not None
            self._process.stdin.close()
            try:
                self._process.wait(SECONDS_TO_STOP)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        # In its own session, so that Ctrl-C reaches the server only, which then closes this process's input.
        return subprocess.Popen(self._command, stdin=subprocess.PIPE, start_new_session=True)


async def main(database: str) -> None:
    """Play tables and ladders until the input ends."""
    # Loaded here, in the process that plays: they take as long as all that the pages need.
    from agonist.arena.agents.player_factories import registry
    from agonist.arena.ladders.worker import play_ladders
    from agonist.arena.tables.worker import Tables
    from agonist.models.model_assembly import aclose_all
    from agonist.store import Store

    players = registry()
    with Store.open(database, must_exist=True) as store:
        tables = Tables(store, players)
        ladders = asyncio.create_task(play_ladders(database, registry()))
        try:
            tables.go_on()
            while line := await asyncio.to_thread(sys.stdin.readline):
                tables.wake(int(line))
        finally:
            ladders.cancel()
            await asyncio.gather(ladders, return_exceptions=True)
            await tables.close()
            await aclose_all()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
