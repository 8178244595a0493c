"""Who sits at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

Seat: TypeAlias = int
"""A place at the table: 0, 1, 2, …"""

CHANCE: Final[Seat] = -1
"""The seat that shuffles the cards and rolls the dice."""

Moves: TypeAlias = Mapping[Seat, Any]
"""An answer from each seat that was asked: a number, a string, or a tuple of those."""


def player_name(seat: Seat) -> str:
    """The name of a seat in every prompt, log and page, counted from 1.

    >>> player_name(0)
    'Player 1'
    """
    return f"Player {seat + 1}"
