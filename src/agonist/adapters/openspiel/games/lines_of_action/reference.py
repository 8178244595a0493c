"""A player of Lines of Action that draws its pieces together and keeps the other's apart."""

from __future__ import annotations

from typing import Any, Final

from agonist.adapters.openspiel.lookahead import lookahead
from agonist.core import Seat


def estimate(spiel: Any, seat: Seat) -> float:
    """How much further apart the other's pieces are than this seat's."""
    found: tuple[list[complex], list[complex]] = ([], [])
    for row, line in enumerate(str(spiel).splitlines()[:8]):
        for column, sign in enumerate(line[1:]):
            if sign != ".":
                found["xo".index(sign)].append(complex(column, row))
    spreads = [spread(pieces) for pieces in found]
    return spreads[1 - seat] - spreads[seat]


def spread(pieces: list[complex]) -> float:
    """The mean distance of pieces from their middle.

    >>> spread([0, 2]), spread([])
    (1.0, 0.0)
    """
    if not pieces:
        return 0.0
    middle = sum(pieces) / len(pieces)
    return sum(abs(piece - middle) for piece in pieces) / len(pieces)


strong: Final = lookahead(estimate, 2)
