"""Leases of HTTP agents, which play one match at a time.

The protocol's messages name no match, so an agent could not tell two matches apart. Processes on one machine
coordinate through a locked file for each address.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import stat
import tempfile
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final
from weakref import WeakKeyDictionary

from agonist.core import UsageError
from agonist.core.file_locks import lock, need_locks
from agonist.models import connection_pool
from agonist.models.errors import AgentBusy


class Leases:
    """The agents that matches of one event loop hold or wait for.

    A match lists all agents it needs in advance and gets them all at once, so two matches never deadlock.
    """

    def __init__(self) -> None:
        self._wanted: dict[str, set[str]] = {}
        self._taken: dict[str, str] = {}
        self._files: dict[str, int] = {}
        self._waiting: deque[tuple[str, asyncio.Future[None]]] = deque()
        self.per_match = False
        """Whether other processes can take an agent after each match, or only when the loop ends."""

    def want(self, match: str, address: str) -> None:
        """Register that a match needs this agent for one seat."""
        wanted = self._wanted.setdefault(match, set())
        if address in wanted:
            raise UsageError(
                f"the agent at {address} has two seats of one match, and plays one at a time; start a second "
                "copy at another address"
            )
        wanted.add(address)

    async def take(self, match: str) -> None:
        """Wait until the match has all its agents. Raises `AgentBusy` if another process has one of them."""
        if self._has_all(match):
            return
        if not self._grant(match):
            turn = asyncio.get_running_loop().create_future()
            self._waiting.append((match, turn))
            try:
                await turn
            finally:
                self._waiting = deque(each for each in self._waiting if each[1] is not turn)
        for address in sorted(self._wanted.get(match, ())):
            self._lock(address)

    def release(self, match: str) -> None:
        """Release the agents of a match that is over or suspended."""
        self._wanted.pop(match, None)
        self._taken = {address: holder for address, holder in self._taken.items() if holder != match}
        for waiting, turn in tuple(self._waiting):
            if not turn.done() and self._grant(waiting):
                turn.set_result(None)
        if self.per_match:
            for address in self._files.keys() - self._taken.keys():
                os.close(self._files.pop(address))

    def close(self) -> None:
        """Release the agents to other processes."""
        for file in self._files.values():
            os.close(file)
        self._files.clear()

    def _has_all(self, match: str) -> bool:
        return all(self._taken.get(address) == match for address in self._wanted.get(match, ()))

    def _grant(self, match: str) -> bool:
        wanted = self._wanted.get(match, set())
        if any(self._taken.get(address, match) != match for address in wanted):
            return False
        self._taken |= dict.fromkeys(wanted, match)
        return True

    def _lock(self, address: str) -> None:
        # Usually held until the loop closes; otherwise another run could take the agent between two matches.
        if address not in self._files:
            self._files[address] = _locked(address)


_leases: WeakKeyDictionary[asyncio.AbstractEventLoop, Leases] = WeakKeyDictionary()


def leases() -> Leases:
    """The leases of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _leases:
        _leases[loop] = Leases()
        connection_pool.at_close(_forgotten(loop))
    return _leases[loop]


class _forgotten:  # noqa: N801  used as a function with one argument fixed
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def __call__(self) -> None:
        if (held := _leases.pop(self._loop, None)) is not None:
            held.close()


FOLDER: Final = "agonist-agents-{user}"


def _locked(address: str) -> int:
    """A locked file that represents an address."""
    need_locks()
    folder = Path(tempfile.gettempdir()) / FOLDER.format(user=os.getuid())
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise AgentBusy(f"{folder} does not belong to you, so agents cannot be claimed there; remove it")
    name = hashlib.sha256(address.encode()).hexdigest()[:16]
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
    file = os.open(folder / f"{name}.lock", flags, 0o600)
    try:
        lock(file)
    except OSError:
        os.close(file)
        raise AgentBusy(
            f"another program on this machine plays with the agent at {address}, which plays one match at a "
            "time; resume when that is done, or start another copy of the agent"
        ) from None
    return file
