"""The programs that models have written in a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from agonist.players.written_programs.kept_program import Program
from agonist.store.engines.database import Query
from agonist.store.runs.queries import number_and_id
from agonist.store.runs.serialization import pack, printable, unpack

if TYPE_CHECKING:
    from sqlalchemy import Connection

_PROGRAMS: Final = "SELECT player, game, source, requests, faults FROM programs WHERE run = :run"

_NEW: Final = (
    "INSERT INTO programs (run, player, game, source, requests, faults) "
    "SELECT number, :player, :game, :source, :requests, :faults FROM runs WHERE id = :id "
    "ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class WrittenProgram:
    """A program of a run.

    `player`: the identity of who wrote it. `game`: its name, `version` and `options`, those that differ from
    the usual ones.
    """

    player: str
    game: str
    version: int
    options: dict[str, Any]
    program: Program


def programs_of(query: Query, run: str) -> list[WrittenProgram]:
    """The programs of the run by its id, a beginning of it, or `latest`, by player and game."""
    number, _ = number_and_id(query, run)
    found = []
    for row in query(f"{_PROGRAMS} ORDER BY player, game", {"run": number}):
        name, version, options, _ = unpack(row.game)
        found.append(WrittenProgram(row.player, name, version, options, _program(row)))
    return found


def program_of(query: Query, run: str, player: str, game: str) -> Program | None:
    """The program of this player of the run for this game, if there is one."""
    number, _ = number_and_id(query, run)
    one = f"{_PROGRAMS} AND player = :player AND game = :game"
    return next(map(_program, query(one, {"run": number, "player": player, "game": game})), None)


def _program(row: Any) -> Program:
    return Program(row.source, row.requests, tuple(unpack(row.faults)))


def insert_program(connection: Connection, run: str, player: str, game: str, program: Program) -> None:
    """Write a program of the run of exactly this id, unless its player has one for this game."""
    from sqlalchemy import text  # takes long to load, and readers do without it

    row = {
        "id": run,
        "player": player,
        "game": game,
        "source": printable(program.source),
        "requests": program.requests,
        "faults": pack([*map(printable, program.faults)]),
    }
    connection.execute(text(_NEW), row)
