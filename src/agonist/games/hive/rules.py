"""Hive: surround the other player's Queen Bee.

The rules are the published ones (John Yianni, Gen42) with Beetles. Where they leave something open, the
rulings H1 to H7 hold, after which tests are named. The third occurrence of a position is a draw, as in
tournaments, and so is a game that is not over after `max_turns` turns of each player; both are options.

An action is a text: `wA1 N1E3` moves White's first Ant, from the reserve or from its cell, to the cell N1E3
(see `hexes.name_of`). Of equal pieces in the reserve, the one with the lowest number is placed first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

from agonist.core import Ask, Choice, Game, Moves, Outcome, Seat, Traits, option
from agonist.games.hive.hexes import FARTHEST, Cell, around, cell_named, name_of
from agonist.games.hive.moves import Hive
from agonist.games.hive.pieces import BY_NAME, EACH, KIND, NAMES, OWNER, QUEENS, Piece

PASS: Final = "pass"
QUEEN_BY: Final = 4
"""The turn of each player by which their Queen is placed."""

MOST_TURNS: Final = FARTHEST // 2
"""The largest `max_turns`: a turn carries a piece at most one cell outwards, so coordinates remain small."""

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {
        "gamebench": {"beetles": False, "repetition": False},
        "tournament": {"queen_first": False},
    }
)
"""The set and the limit of GameBench (Costarelli et al., 2024), and the opening rule of tournaments."""

NOBODY: Final[Mapping[Seat, Ask]] = MappingProxyType({})
SURROUNDED: Final = (
    Outcome((1, -1), "the Queen of Player 2 is surrounded"),
    Outcome((-1, 1), "the Queen of Player 1 is surrounded"),
)
BOTH: Final = Outcome((0, 0), "both Queens are surrounded")
REPEATED: Final = Outcome((0, 0), "the same position for the third time")

Position = tuple[Any, ...]
"""The key of a position: kinds, colours, cells, stacks and whose turn it is."""


@dataclass(frozen=True, slots=True)
class State:
    """Where the pieces are, whose turn it is, the last action, and the end, if any.

    `cells[piece]`: where a piece is, `None` in reserve (or not in play). `levels[piece]`: how many lie
    under it. `turns`: of both together. `origin`: from where the last piece came, `None` from the reserve.
    `past`: the positions since the last placement, where repetition counts. `kinds`: those in play.
    """

    cells: tuple[Cell | None, ...] = (None,) * (2 * EACH)
    levels: tuple[int, ...] = (0,) * (2 * EACH)
    mover: Seat = 0
    turns: int = 0
    last: str = ""
    origin: Cell | None = None
    past: tuple[Position, ...] = ()
    end: Outcome | None = None
    kinds: str = "QSBGA"

    def reserve(self, seat: Seat) -> tuple[Piece, ...]:
        """The pieces that a player has not placed yet."""
        return tuple([piece for piece in pieces_of(seat, self.kinds) if self.cells[piece] is None])

    def stacks(self) -> dict[Cell, tuple[Piece, ...]]:
        """The pieces on each cell that has any, from the ground up; cells by rows, from the north-west."""
        found: dict[Cell, list[Piece]] = {}
        for piece in sorted(range(2 * EACH), key=self.levels.__getitem__):
            cell = self.cells[piece]
            if cell is not None:
                found.setdefault(cell, []).append(piece)
        return {cell: tuple(found[cell]) for cell in sorted(found)}


@dataclass(frozen=True)
class HiveGame(Game[State, State]):
    """Nothing is hidden, so the view is the table. A win is 1, a loss -1, a draw 0."""

    name: ClassVar[str] = "hive"
    title: ClassVar[str] = "Hive"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        constant_sum=True,
        abilities=("abstract strategy", "spatial reasoning", "strategic planning"),
        sources=("GameBench (Costarelli et al., 2024)", "Hive (John Yianni, Gen42, 2001)"),
    )

    seats: int = 2
    beetles: bool = True
    """Whether each player has two Beetles."""
    queen_first: bool = True
    """Whether the Queen may be a player's first piece; in tournaments it may not."""
    repetition: bool = True
    """Whether the same position for the third time is a draw."""
    max_turns: int = option(250, low=1, high=MOST_TURNS)
    """Turns of each player after which the game is a draw."""

    def new(self) -> State:
        return State(kinds="QSBGA" if self.beetles else "QSGA")

    def turn(self, state: State) -> Mapping[Seat, Ask]:
        if state.end:
            return NOBODY
        return {state.mover: Choice(actions(self, state) or (PASS,), about="action")}

    def act(self, state: State, moves: Moves) -> State:
        action: str = moves[state.mover]
        cells, levels, origin, past = state.cells, state.levels, None, state.past
        if action != PASS:
            piece, goal = read(action)
            origin = cells[piece]
            level = cells.count(goal)
            cells = (*cells[:piece], goal, *cells[piece + 1 :])
            if level != levels[piece]:
                levels = (*levels[:piece], level, *levels[piece + 1 :])
        after = State(
            cells, levels, 1 - state.mover, state.turns + 1, action, origin, past, None, state.kinds
        )
        return self._judged(after, placed=action != PASS and origin is None)

    def _judged(self, table: State, *, placed: bool) -> State:
        """The table with the positions that repetition needs, and with the end, if the game is over."""
        past, end = table.past, surrounded(table.cells)
        if self.repetition:
            here = position(table)
            past = (here,) if placed else (*past, here)
            if end is None and past.count(here) == 3:
                end = REPEATED
        if end is None and table.turns == 2 * self.max_turns:
            end = drawn_after(self.max_turns)
        if end is None and not self.repetition:
            return table
        return State(
            table.cells,
            table.levels,
            table.mover,
            table.turns,
            table.last,
            table.origin,
            past,
            end,
            table.kinds,
        )

    def observe(self, state: State, seat: Seat | None) -> State:
        return state

    @property
    def score_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def outcome(self, state: State) -> Outcome | None:
        return state.end


@cache
def drawn_after(turns: int) -> Outcome:
    """The outcome of a game that lasts too long: a draw."""
    return Outcome((0, 0), f"no Queen is surrounded after {turns} turns each")


@cache
def pieces_of(seat: Seat, kinds: str) -> tuple[Piece, ...]:
    """The pieces of a player at the start."""
    return tuple(piece for piece, kind in enumerate(KIND) if OWNER[piece] == seat and kind in kinds)


def to_place(game: HiveGame, state: State) -> list[Piece]:
    """The pieces that the mover may place now: of each kind, the first in reserve."""
    left = state.reserve(state.mover)
    nth = state.turns // 2 + 1
    queen = QUEENS[state.mover]
    if queen in left and nth >= QUEEN_BY:
        return [queen]
    kinds = {KIND[piece]: piece for piece in reversed(left)}
    if nth == 1 and not game.queen_first:
        del kinds["Q"]
    return sorted(kinds.values())


def actions(game: HiveGame, state: State) -> tuple[str, ...]:
    """All actions of the mover; empty if they must pass."""
    mover = state.mover
    if state.turns < 2:
        # The second piece touches the first, although that is the other player's.
        free = around(0) if state.turns else (0,)
        return tuple([written(piece, cell) for piece in to_place(game, state) for cell in sorted(free)])
    hive = Hive(state.cells, state.levels)
    found: list[str] = []
    if pieces := to_place(game, state):
        free = tuple(hive.placements(mover))
        for piece in pieces:
            found += [written(piece, cell) for cell in free]
    if state.cells[QUEENS[mover]] is not None:
        for cell, piece in hive.top.items():
            if OWNER[piece] == mover and (targets := hive.targets(piece, cell)):
                found += [written(piece, goal) for goal in sorted(targets)]
    return tuple(found)


@cache
def written(piece: Piece, cell: Cell) -> str:
    """The action that brings a piece to a cell.

    >>> written(0, cell_named("N1E3"))
    'wQ N1E3'
    """
    return f"{NAMES[piece]} {name_of(cell)}"


@cache
def read(action: str) -> tuple[Piece, Cell]:
    """The piece and the cell of an action other than a pass."""
    name, cell = action.split()
    return BY_NAME[name], cell_named(cell)


def surrounded(cells: tuple[Cell | None, ...]) -> Outcome | None:
    """The end, if a Queen has pieces on all six sides; one under a Beetle counts too (H6)."""
    taken = set(cells)
    lost = [
        queen is not None and taken.issuperset(around(queen))
        for queen in (cells[QUEENS[0]], cells[QUEENS[1]])
    ]
    match lost:
        case [True, True]:
            return BOTH
        case [True, False]:
            return SURROUNDED[1]
        case [False, True]:
            return SURROUNDED[0]
    return None


def position(state: State) -> Position:
    """The key for repetition (H5), in which equal pieces are interchangeable."""
    there = [
        (cell, state.levels[piece], OWNER[piece], KIND[piece])
        for piece, cell in enumerate(state.cells)
        if cell is not None
    ]
    return (state.mover, *sorted(there))
