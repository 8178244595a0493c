"""The pieces of Hive by number, name and kind."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from agonist.core import Seat

Piece: TypeAlias = int
"""From 0: the pieces of Player 1 (white), then as many of Player 2 (black)."""

Kind: TypeAlias = Literal["Q", "S", "B", "G", "A", "M", "L", "P"]

IN_WORDS: Final[Mapping[Kind, str]] = MappingProxyType(
    {
        "Q": "Queen Bee",
        "S": "Spider",
        "B": "Beetle",
        "G": "Grasshopper",
        "A": "Ant",
        "M": "Mosquito",
        "L": "Ladybug",
        "P": "Pillbug",
    }
)
PIECE_COUNT: Final[Mapping[Kind, int]] = MappingProxyType(
    {"Q": 1, "S": 2, "B": 2, "G": 3, "A": 3, "M": 1, "L": 1, "P": 1}
)
"""The number of pieces of each kind that each player has."""

COLOURS: Final = ("w", "b")

ONE_SIDE: Final[tuple[Kind, ...]] = tuple(kind for kind, number in PIECE_COUNT.items() for _ in range(number))
EACH: Final = len(ONE_SIDE)

KIND: Final[tuple[Kind, ...]] = ONE_SIDE * 2
OWNER: Final[tuple[Seat, ...]] = (0,) * EACH + (1,) * EACH
NAMES: Final[tuple[str, ...]] = tuple(
    f"{COLOURS[seat]}{kind}{ONE_SIDE[: at + 1].count(kind) if PIECE_COUNT[kind] > 1 else ''}"
    for seat in (0, 1)
    for at, kind in enumerate(ONE_SIDE)
)
BY_NAME: Final[Mapping[str, Piece]] = MappingProxyType({name: piece for piece, name in enumerate(NAMES)})

QUEENS: Final[tuple[Piece, Piece]] = (0, EACH)
