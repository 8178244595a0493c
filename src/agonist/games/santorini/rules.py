"""Santorini without god powers: move a worker, build with it, and be the first to step up to the third level.

The published rules (Roxley, 2016) are the default: each player places both workers in turn, moves either of
them, and loses if neither can move and build. In the paper's game (GameBench) the players place and move
their workers in a fixed order, and a player whose worker cannot move loses.

A set of cells is a whole number: bit 0 is a1, bit 4 is e1, bit 24 is e5. A turn is a text: `b2-c3-d3` moves
the worker on b2 to c3 and builds on d3; `b2-c3` steps up to the third level, which wins and needs no build.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeAlias

from agonist.core import Ask, Choice, Game, Moves, Outcome, Seat, Traits

Cell: TypeAlias = int
"""From 0 (a1) to 24 (e5), along the rows."""

Cells: TypeAlias = int
"""A set of cells, as bits."""

SIDE: Final = 5
TOP: Final = 3
"""The level to step up to; a dome makes a tower one higher, and closes it."""

NAMES: Final = tuple(f"{column}{row}" for row in range(1, SIDE + 1) for column in "abcde")
BY_NAME: Final[Mapping[str, Cell]] = MappingProxyType({name: cell for cell, name in enumerate(NAMES)})
OFF: Final[Cell] = -1
"""The place of a worker that has not been placed yet."""
ALL: Final[Cells] = (1 << SIDE * SIDE) - 1

PRESETS: Final[Mapping[str, Mapping[str, Any]]] = MappingProxyType(
    {"gamebench": {"setup": "alternating", "free_choice": False}}
)
"""The game of GameBench (Costarelli et al., 2024)."""

NOBODY: Final[Mapping[Seat, Ask]] = MappingProxyType({})
SUMMIT: Final = (Outcome((1, -1), "stepped up to level 3"), Outcome((-1, 1), "stepped up to level 3"))
STUCK: Final = (Outcome((-1, 1), "no legal turn"), Outcome((1, -1), "no legal turn"))


@dataclass(frozen=True, slots=True)
class Board:
    """The towers, the workers, whose turn it is, the last action, and the end, if any.

    `levels[k]`: the cells whose tower has more than k levels, a dome counting as the fourth. `workers`: the
    cells of A, B (Player 1) and X, Y (Player 2); `OFF` before they are placed. `turns`: the number of turns
    of both together. `last`: the cell where a worker was placed, or the turn; empty at the start.
    """

    levels: tuple[Cells, Cells, Cells, Cells] = (0, 0, 0, 0)
    workers: tuple[Cell, Cell, Cell, Cell] = (OFF, OFF, OFF, OFF)
    mover: Seat = 0
    turns: int = 0
    last: str = ""
    end: Outcome | None = None

    def height(self, cell: Cell) -> int:
        """Levels of the tower here, from 0 to 4, a dome counting as one.

        >>> Board(levels=(0b11, 0b10, 0, 0)).height(1)
        2
        """
        one, two, three, dome = self.levels
        return (one >> cell & 1) + (two >> cell & 1) + (three >> cell & 1) + (dome >> cell & 1)

    @property
    def placed(self) -> int:
        """The number of workers on the board."""
        return 4 - self.workers.count(OFF)


@dataclass(frozen=True)
class Santorini(Game[Board, Board]):
    """Nothing is hidden, so the view is the board. A win is 1, a loss -1; there are no draws."""

    name: ClassVar[str] = "santorini"
    title: ClassVar[str] = "Santorini"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        constant_sum=True,
        abilities=("abstract strategy", "spatial reasoning", "strategic planning"),
        sources=("GameBench (Costarelli et al., 2024)", "Santorini (Gordon Hamilton, Roxley, 2016)"),
    )

    seats: int = 2
    setup: Literal["published", "alternating"] = "published"
    """Order of placing workers: `published`, both of Player 1's and then both of Player 2's;
    `alternating`, one at a time."""
    free_choice: bool = True
    """Whether players choose which of their workers to move; if not, each player's two workers take turns."""

    def new(self) -> Board:
        return Board()

    def turn(self, state: Board) -> Mapping[Seat, Ask]:
        if state.end:
            return NOBODY
        if OFF in state.workers:
            return {state.mover: Choice(free_cells(state), about="place")}
        return {state.mover: Choice(turns(state, self.free_choice), about="turn")}

    def act(self, state: Board, moves: Moves) -> Board:
        action: str = moves[state.mover]
        after = move_and_build(state, action) if state.placed == 4 else self._place(state, BY_NAME[action])
        if after.end is None and after.placed == 4 and not can_move(after, self.free_choice):
            return Board(
                after.levels, after.workers, after.mover, after.turns, after.last, STUCK[after.mover]
            )
        return after

    def observe(self, state: Board, seat: Seat | None) -> Board:
        return state

    @property
    def score_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def outcome(self, state: Board) -> Outcome | None:
        return state.end

    def _place(self, state: Board, cell: Cell) -> Board:
        """The next worker on this cell; in either order Player 1 goes first with the first turn after it."""
        order = PLACING[self.setup]
        nth = state.placed
        a, b, x, y = (cell if at == order[nth] else worker for at, worker in enumerate(state.workers))
        mover = order[nth + 1] // 2 if nth < 3 else 0
        return Board(state.levels, (a, b, x, y), mover, 0, NAMES[cell])


PLACING: Final[Mapping[str, tuple[int, int, int, int]]] = MappingProxyType(
    {"published": (0, 1, 2, 3), "alternating": (0, 2, 1, 3)}
)
"""The workers in the order in which they are placed."""


def cells_of(name: str) -> tuple[Cell, ...]:
    """The cells that a turn names.

    >>> cells_of("a1-b1-a1")
    (0, 1, 0)
    """
    return tuple(BY_NAME[cell] for cell in name.split("-"))


def _around(cell: Cell) -> tuple[Cell, ...]:
    row, column = divmod(cell, SIDE)
    near = ((row + up, column + right) for up in (-1, 0, 1) for right in (-1, 0, 1) if up or right)
    return tuple(SIDE * r + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE)


NEIGHBOURS: Final = tuple(map(_around, range(SIDE * SIDE)))
AROUND: Final[tuple[Cells, ...]] = tuple(sum(1 << cell for cell in cells) for cells in NEIGHBOURS)


def free_cells(state: Board) -> tuple[str, ...]:
    """The cells on which a worker can be placed."""
    return tuple(name for cell, name in enumerate(NAMES) if cell not in state.workers)


def movable(state: Board, free_choice: bool) -> tuple[Cell, ...]:
    """The cells of the workers that may move now: both of the mover's, or the one whose turn it is."""
    workers = state.workers[2:] if state.mover else state.workers[:2]
    return workers if free_choice else (workers[state.turns // 2 % 2],)


def open_cells(state: Board) -> Cells:
    """The cells with neither a worker nor a dome."""
    a, b, x, y = state.workers
    return ALL & ~(state.levels[3] | 1 << a | 1 << b | 1 << x | 1 << y)


def reachable(state: Board, worker: Cell, free: Cells) -> Cells:
    """The open cells to which this worker can move: next to it, and at most one level up."""
    height = state.height(worker)
    # Cells with domes are not open, so from level 2 no open cell is too high.
    return AROUND[worker] & free & ~state.levels[height + 1] if height < TOP - 1 else AROUND[worker] & free


def can_move(state: Board, free_choice: bool) -> bool:
    """Whether there is a legal turn. A player who can move can also build, since the cell left behind is
    free."""
    free = open_cells(state)
    first, *second = movable(state, free_choice)
    return bool(reachable(state, first, free) or (second and reachable(state, second[0], free)))


def turns(state: Board, free_choice: bool) -> tuple[str, ...]:
    """All legal turns of the mover."""
    free = open_cells(state)
    found: list[str] = []
    for worker in movable(state, free_choice):
        targets = reachable(state, worker, free)
        summits = targets & state.levels[TOP - 1] if state.height(worker) == TOP - 1 else 0
        left_behind = free | 1 << worker
        for target in members(summits):
            found.append(f"{NAMES[worker]}-{NAMES[target]}")  # noqa: PERF401  there is almost never one
        for target in members(targets & ~summits):
            found += builds(worker, target, AROUND[target] & left_behind)
    return tuple(found)


@cache
def members(cells: Cells) -> tuple[Cell, ...]:
    """The cells of a set around one cell; cached, since there are only some thousands of such sets."""
    return tuple(cell for cell in range(SIDE * SIDE) if cells >> cell & 1)


@cache
def builds(worker: Cell, target: Cell, cells: Cells) -> tuple[str, ...]:
    """The turns with this move and a build on one of these cells; cached, since there are only some 50,000
    cases."""
    return tuple(f"{NAMES[worker]}-{NAMES[target]}-{NAMES[cell]}" for cell in members(cells))


@cache
def _read(turn: str) -> tuple[Cell, Cell, Cells]:
    """The cells of a turn: from, to, and the one to build on (no cell for a winning step)."""
    worker, target, *built = cells_of(turn)
    return worker, target, sum(1 << cell for cell in built)


def move_and_build(state: Board, turn: str) -> Board:
    """The board after a legal turn; whether the next player can move is not checked."""
    worker, target, built = _read(turn)
    a, b, x, y = state.workers
    if state.mover == 0:
        workers = (target, b, x, y) if worker == a else (a, target, x, y)
    else:
        workers = (a, b, target, y) if worker == x else (a, b, x, target)
    if not built:
        return Board(state.levels, workers, 1 - state.mover, state.turns + 1, turn, SUMMIT[state.mover])
    one, two, three, dome = state.levels
    # The new level is the one above the tower's current height.
    levels = (one | built, two | built & one, three | built & two, dome | built & three)
    return Board(levels, workers, 1 - state.mover, state.turns + 1, turn)
