"""Tic-Tac-Toe: two players mark the cells of a 3 × 3 grid; three in a line win, or lose if it is misère."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final, TypeAlias

from agonist.core import Ask, Choice, Game, Moves, Outcome, Seat, Traits

Cell: TypeAlias = tuple[int, int]
"""Row and column, counted from 1; (1, 1) is top left."""

CELLS: Final[tuple[Cell, ...]] = tuple((row, column) for row in (1, 2, 3) for column in (1, 2, 3))
LINES: Final[tuple[tuple[Cell, ...], ...]] = (
    *(tuple((n, k) for k in (1, 2, 3)) for n in (1, 2, 3)),
    *(tuple((k, n) for k in (1, 2, 3)) for n in (1, 2, 3)),
    tuple((k, k) for k in (1, 2, 3)),
    tuple((k, 4 - k) for k in (1, 2, 3)),
)
BIT: Final[Mapping[Cell, int]] = {cell: 1 << nth for nth, cell in enumerate(CELLS)}
"""A set of cells as a number: the sum of their bits."""


@dataclass(frozen=True, slots=True)
class Board:
    """The cells in the order in which they were marked; seat 0 marks first, and they take turns."""

    marked: tuple[Cell, ...] = ()

    @property
    def mover(self) -> Seat:
        return len(self.marked) % 2

    def cells_of(self, seat: Seat) -> tuple[Cell, ...]:
        return self.marked[seat::2]


@dataclass(frozen=True)
class TicTacToe(Game[Board, Board]):
    """Nothing is hidden, so the view is the board."""

    name: ClassVar[str] = "tictactoe"
    title: ClassVar[str] = "Tic-Tac-Toe"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        constant_sum=True,
        abilities=("spatial reasoning", "strategic planning"),
        sources=("LLMArena (Chen et al., 2024)",),
    )

    seats: int = 2
    misere: bool = False
    """Whoever has three in a line loses."""

    def new(self) -> Board:
        return Board()

    def turn(self, state: Board) -> Mapping[Seat, Ask]:
        return {} if self.outcome(state) else {state.mover: _mark_one(_number(state.marked))}

    def act(self, state: Board, moves: Moves) -> Board:
        return Board((*state.marked, moves[state.mover]))

    def observe(self, state: Board, seat: Seat | None) -> Board:
        del seat
        return state

    @property
    def score_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def outcome(self, state: Board) -> Outcome | None:
        last_mover = 1 - state.mover
        if _has_line(_number(state.cells_of(last_mover))):
            winner = 1 - last_mover if self.misere else last_mover
            return Outcome((1, -1) if winner == 0 else (-1, 1), "three in a line")
        return None if len(state.marked) < len(CELLS) else Outcome((0, 0), "the board is full")


def free_cells(board: Board) -> tuple[Cell, ...]:
    return _mark_one(_number(board.marked)).choices  # type: ignore[return-value]  # all are cells


def _number(cells: Sequence[Cell]) -> int:
    return sum(map(BIT.__getitem__, cells))


@cache
def _mark_one(marked: int) -> Choice:
    return Choice(tuple([cell for cell in CELLS if not BIT[cell] & marked]), about="cell")


@cache
def _has_line(cells: int) -> bool:
    return any(cells & line == line for line in map(_number, LINES))


def position(game: TicTacToe, board: Board) -> Hashable:
    """The cells of each seat, in whatever order they were marked."""
    del game
    return frozenset(board.cells_of(0)), frozenset(board.cells_of(1))
