"""What a seat sees as named arrays of numbers, for programs that learn.

A game's `arrays.py` declares its arrays, and fills them from a view, which holds only what the seat may know.
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

DType: TypeAlias = Literal["int8", "int32", "float32"]

UNLIMITED: Final = 2**31 - 1
"""The bound of whole numbers that the rules do not bound."""


@dataclass(frozen=True, slots=True)
class Array:
    """The shape of one array, and the bounds of its numbers, both included. Planes of a board come first.

    >>> Array((52,)).dtype, Array((2, 20), 1000).dtype
    ('int8', 'int32')
    """

    shape: tuple[int, ...]
    high: float = 1
    low: float = 0
    whole: bool = True
    """Whether its numbers are whole."""

    @property
    def dtype(self) -> DType:
        """The smallest type that holds its numbers."""
        if not self.whole:
            return "float32"
        return "int8" if self.low >= -128 and self.high <= 127 else "int32"


class Arrays(ABC, Generic[AnyGame, View]):
    """The arrays of a game."""

    @abstractmethod
    def shapes(self, game: AnyGame) -> Mapping[str, Array]:
        """The name and shape of each array."""

    @abstractmethod
    def values(self, game: AnyGame, view: View, seat: Seat) -> Mapping[str, Sequence[float]]:
        """The numbers of each array in one sequence, the last axis fastest.

        `seat` says who looks, since the view of a game that hides nothing is the state.
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


def padded(numbers: Sequence[float], size: int) -> list[float]:
    """The numbers, and zeros up to this size."""
    return [*numbers, *[0] * (size - len(numbers))]


def bits(cells: int, size: int) -> bytes:
    """The lowest bits of a set of cells, as ones and zeros.

    >>> list(bits(0b0110, 4))
    [0, 1, 1, 0]
    """
    return format(cells, f"0{size}b").encode().translate(_DIGITS)[::-1]


_DIGITS: Final = bytes(character & 1 for character in range(256))
