"""The programs that models write in one run, a ladder or a table, kept in its database."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from agonist.store.runs.stored_programs import insert_program

if TYPE_CHECKING:
    from agonist.players.written_programs.kept_program import Program
    from agonist.store import Store


class ProgramsOfRun:
    """Keeps the programs of one run: `KeptPrograms`.

    `agent`: the name under which those of one agent are kept, whoever else has the same model; empty: each
    under the identity of its player.
    """

    def __init__(self, store: Store, run: str, agent: str = "") -> None:
        self._store, self._run, self._agent = store, run, agent

    def find(self, player: str, game: str) -> Program | None:
        """The program of this player for this game, if there is one."""
        return self._store.program(self._run, self._agent or player, game)

    def keep(self, player: str, game: str, program: Program) -> Program:
        """Keep a program, and return the one that is kept: the first, if another process has written one."""
        owner = self._agent or player
        insert = partial(insert_program, run=self._run, player=owner, game=game, program=program)
        self._store.change(insert)
        kept = self.find(player, game)
        assert kept is not None
        return kept
