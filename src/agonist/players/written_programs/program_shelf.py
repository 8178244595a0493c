"""The programs of a run: each is written once, for one player and one game, and played in all matches."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from agonist.players.written_programs.kept_program import Program


class KeptPrograms(Protocol):
    """Where programs are kept. Its methods may wait for a disk."""

    def find(self, player: str, game: str) -> Program | None:
        """The program of this player for this game, if there is one."""

    def keep(self, player: str, game: str, program: Program) -> Program:
        """Keep a program, and return the one that is kept: the first, if others have written one too."""


@dataclass
class InMemory:
    """Programs that are kept as long as this process runs."""

    programs: dict[tuple[str, str], Program] = field(default_factory=dict)

    def find(self, player: str, game: str) -> Program | None:
        return self.programs.get((player, game))

    def keep(self, player: str, game: str, program: Program) -> Program:
        return self.programs.setdefault((player, game), program)


@dataclass
class ProgramShelf:
    """Gives players their programs: matches that are played at once wait for the one that writes."""

    kept: KeptPrograms = field(default_factory=InMemory)
    _writing: dict[tuple[str, str], asyncio.Lock] = field(default_factory=dict)

    def holding(self, kept: KeptPrograms) -> ProgramShelf:
        """A shelf of other programs. Whoever writes for the same player and game waits for the other's."""
        return replace(self, kept=kept)

    async def program(self, player: str, game: str, write: Callable[[], Awaitable[Program]]) -> Program:
        """The program of this player for this game; `write` writes it if there is none yet."""
        async with self._writing.setdefault((player, game), asyncio.Lock()):
            found = await asyncio.to_thread(self.kept.find, player, game)
            if found is None:
                found = await asyncio.to_thread(self.kept.keep, player, game, await write())
            return found
