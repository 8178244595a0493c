"""Connect Four: discs are dropped into columns; enough discs of one player in a line win.

The discs of a seat are one whole number. On a board of R rows, column c (counted from 1) owns the R + 1 bits
from (c - 1)(R + 1) up, the bottom cell first. The last of them stays empty, so that shifting by a step
never joins two columns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

from agonist.core import Ask, Choice, Game, Moves, Outcome, Seat, Traits, UsageError, option

Size: TypeAlias = tuple[int, int]
"""Rows and columns."""

LARGEST: Final = 20
"""No board has more rows or columns than this."""

NOBODY: Final[Mapping[Seat, Ask]] = MappingProxyType({})
FULL: Final = Outcome((0, 0), "the board is full")


@dataclass(frozen=True, slots=True)
class Board:
    """The discs of each seat, whose turn it is, the column of the last disc, and the end, if any.

    `last` is 0 before the first disc.
    """

    size: Size
    discs: tuple[int, int] = (0, 0)
    mover: Seat = 0
    last: int = 0
    end: Outcome | None = None

    def rows_of_owners(self) -> tuple[tuple[Seat | None, ...], ...]:
        """The owner of the disc in each cell, the top row first.

        >>> Board((2, 3), discs=(0b000_000_001, 0b000_001_000)).rows_of_owners()
        ((None, None, None), (0, 1, None))
        """
        rows, columns = self.size
        first, second = self.discs
        cells = (
            [1 << column * (rows + 1) + row for column in range(columns)] for row in reversed(range(rows))
        )
        return tuple(
            tuple(0 if first & cell else 1 if second & cell else None for cell in row) for row in cells
        )


@dataclass(frozen=True)
class ConnectFour(Game[Board, Board]):
    """`length` discs of one player in a line win. Nothing is hidden, so the view is the board."""

    name: ClassVar[str] = "connect_four"
    title: ClassVar[str] = "Connect Four"
    sizes: ClassVar[Sequence[int]] = (2,)
    traits: ClassVar[Traits] = Traits(
        constant_sum=True,
        abilities=("spatial reasoning", "strategic planning"),
        sources=("LLMArena (Chen et al., 2024)", "Connect Four (Howard Wexler, 1974)"),
    )

    seats: int = 2
    rows: int = option(6, low=1, high=LARGEST)
    """Rows of the board."""
    columns: int = option(7, low=1, high=LARGEST)
    """Columns of the board."""
    length: int = option(4, low=2)
    """Discs in a line that win; at most the longer side."""

    def __post_init__(self) -> None:
        super().__post_init__()
        longest = max(self.rows, self.columns)
        if longest < 2:
            raise UsageError("connect_four: a board of one cell has no line; give it more rows or columns")
        if self.length > longest:
            raise UsageError(
                f"connect_four: length must be from 2 to {longest} on a board of {self.rows} rows and "
                f"{self.columns} columns, not {self.length}"
            )

    def new(self) -> Board:
        return Board((self.rows, self.columns))

    def turn(self, state: Board) -> Mapping[Seat, Ask]:
        if state.end:
            return NOBODY
        first, second = state.discs
        return question_to(state.size, (first | second) & top_cells(state.size), state.mover)

    def act(self, state: Board, moves: Moves) -> Board:
        mover, size = state.mover, state.size
        column: int = moves[mover]
        first, second = state.discs
        disc = landing(first | second, column, size[0])
        if mover == 0:
            first = own = first | disc
        else:
            second = own = second | disc
        end: Outcome | None = None
        if own.bit_count() >= self.length and has_line(own, line_shifts(size[0], self.length)):
            end = line_wins(self.length)[mover]
        elif disc & (tops := top_cells(size)) and not tops & ~(first | second):
            end = FULL
        return Board(size, (first, second), 1 - mover, column, end)

    def observe(self, state: Board, seat: Seat | None) -> Board:
        del seat
        return state

    @property
    def score_range(self) -> tuple[float, float]:
        return -1.0, 1.0

    def outcome(self, state: Board) -> Outcome | None:
        return state.end


@cache
def line_wins(length: int) -> tuple[Outcome, Outcome]:
    """The win of either seat."""
    return Outcome((1, -1), f"{length} in a line"), Outcome((-1, 1), f"{length} in a line")


@cache
def top_cells(size: Size) -> int:
    """The top cell of every column."""
    rows, columns = size
    return sum(1 << column * (rows + 1) + rows - 1 for column in range(columns))


@lru_cache(maxsize=4096)  # bounded, since twenty columns can be open in a million combinations
def question_to(size: Size, taken_tops: int, mover: Seat) -> Mapping[Seat, Ask]:
    """The question to the mover: which of the columns whose top cell is free."""
    return MappingProxyType({mover: open_columns(size, taken_tops)})


@lru_cache(maxsize=4096)
def open_columns(size: Size, taken_tops: int) -> Choice:
    """The choice of a column whose top cell is free."""
    rows, columns = size
    free = (c for c in range(1, columns + 1) if not taken_tops >> (c - 1) * (rows + 1) + rows - 1 & 1)
    return Choice(tuple(free), about="column")


def landing(taken: int, column: int, rows: int) -> int:
    """The lowest free cell of a column that is not full."""
    # Adding one at the bottom carries through the discs into the first cell above them.
    return taken + (1 << (column - 1) * (rows + 1)) & ~taken


@cache
def line_shifts(rows: int, length: int) -> tuple[tuple[int, ...], ...]:
    """For each direction, the shifts that leave only the ends of lines of this length.

    Four in a column is two pairs, one two cells above the other: (1, 2).

    >>> line_shifts(6, 4)
    ((1, 2), (7, 14), (6, 12), (8, 16))
    """
    doublings, covered = [], 1
    while covered < length:
        doublings.append(min(covered, length - covered))
        covered += doublings[-1]
    steps = (1, rows + 1, rows, rows + 2)  # up, right, down right, up right
    return tuple(tuple(step * doubling for doubling in doublings) for step in steps)


def has_line(discs: int, shifts: tuple[tuple[int, ...], ...]) -> bool:
    """Whether enough of these discs are in a line."""
    for direction in shifts:
        lines = discs
        for shift in direction:
            lines &= lines >> shift
        if lines:
            return True
    return False
