"""What a seat sees as named arrays of numbers, for programs that learn.

A game's `observation_arrays.py` declares its arrays, and fills them from a view, which holds only what the
seat may know.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from agonist.core import Game, Seat

AnyGame = TypeVar("AnyGame", bound=Game[Any, Any])
View = TypeVar("View")

DType: TypeAlias = Literal["int8", "int32", "int64"]

UNLIMITED: Final = 2**31 - 1
"""The bound of numbers that the rules do not bound."""


@dataclass(frozen=True, slots=True)
class Array:
    """The shape of one array of whole numbers, and their bounds, both included. Planes of a board come first.

    >>> Array((52,)).dtype, Array((2, 20), 1000).dtype
    ('int8', 'int32')
    """

    shape: tuple[int, ...]
    high: int = 1
    low: int = 0

    @property
    def dtype(self) -> DType:
        """The smallest of three types that holds its numbers."""
        if self.low >= -128 and self.high <= 127:
            return "int8"
        return "int32" if self.low >= -(2**31) and self.high < 2**31 else "int64"


class Arrays(ABC, Generic[AnyGame, View]):
    """The arrays of a game."""

    @abstractmethod
    def shapes(self, game: AnyGame) -> Mapping[str, Array]:
        """The name and shape of each array."""

    @abstractmethod
    def values(self, game: AnyGame, view: View, seat: Seat) -> Mapping[str, Sequence[int]]:
        """The numbers of each array in one sequence, the last axis fastest.

        Players are in seat order, unless `shapes` says otherwise. `seat` says who looks, since the view of a
        game that hides nothing is the state; observers are told it beside these arrays.
        """


def hot(places: Iterable[int], size: int) -> bytearray:
    """Ones in these places, zeros elsewhere.

    >>> list(hot((0, 2), 4))
    [1, 0, 1, 0]
    """
    cells = bytearray(size)
    for place in places:
        cells[place] = 1
    return cells


@lru_cache(maxsize=4096)
def one_hot(place: int | None, size: int) -> bytes:
    """A one in this place, zeros elsewhere; all zeros without a place."""
    return bytes(hot(() if place is None else (place,), size))


def padded(numbers: Sequence[int], size: int) -> list[int]:
    """The numbers, and zeros up to this size."""
    return [*numbers, *[0] * (size - len(numbers))]


def history(rounds: int, width: int, high: int, low: int = 0) -> dict[str, Array]:
    """The shapes of `history`, a row of numbers for each round, and of `played`, the rounds that are over."""
    return {"history": Array((rounds, width), high, low), "played": Array((1,), rounds)}


def rounds_so_far(numbers: Sequence[int], rounds: int, width: int) -> dict[str, Sequence[int]]:
    """The arrays of `history`, from the rows of the rounds that are over; rows to come are zeros."""
    return {"history": padded(numbers, rounds * width), "played": (len(numbers) // width,)}


@lru_cache(maxsize=4096)
def bits(cells: int, size: int) -> bytes:
    """The lowest bits of a set of cells, as ones and zeros.

    >>> list(bits(0b0110, 4))
    [0, 1, 1, 0]
    """
    return format(cells, f"0{size}b").encode().translate(_DIGITS)[::-1]


_DIGITS: Final = bytes(character & 1 for character in range(256))
