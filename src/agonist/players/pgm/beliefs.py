"""Two-hop beliefs (Xu et al., 2024, section 4): the probability that each player gives to each suspect.

A matrix has a row for each viewpoint and a column for each suspect; rows add up to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, log
from typing import Final, Literal, TypeAlias

from agonist.core import Seat

Row: TypeAlias = tuple[float, ...]
Matrix: TypeAlias = tuple[Row, ...]
Signs: TypeAlias = Sequence[Sequence[int]]
"""For each viewpoint and suspect: +1 if more suspicious, -1 if less, 0 if unchanged."""

Role: TypeAlias = Literal["hidden", "not hidden", "not sure"]

STEP: Final = 0.1
"""The weight of a sign in the published update."""

EVIDENCE: Final = log(2)
"""The change of the log odds by one sign in the Bayesian update: a factor of two."""


def initial(seats: int, me: Seat, role: Role) -> Matrix:
    """The beliefs before anything is said, by the player's knowledge of its own role; as published.

    >>> initial(3, 0, "not hidden")[0]
    (0.0, 0.5, 0.5)
    >>> initial(3, 2, "hidden")
    ((0.0, 0.5, 0.5), (0.5, 0.0, 0.5), (0.0, 0.0, 1.0))
    """
    even = (1 / seats,) * seats
    match role:
        case "not hidden":
            return tuple(_others(seats, me) if seat == me else even for seat in range(seats))
        case "hidden":
            known = tuple(float(seat == me) for seat in range(seats))
            return tuple(known if seat == me else _others(seats, seat) for seat in range(seats))
        case "not sure":
            return (even,) * seats


def _others(seats: int, me: Seat) -> Row:
    return tuple(0.0 if seat == me else 1 / (seats - 1) for seat in range(seats))


def published_update(matrix: Matrix, signs: Signs) -> Matrix:
    """Each row becomes the softmax of itself times 1 + 0.1 sign, as in the published code.

    The softmax of numbers from 0 to 1 is flat, so older evidence is nearly forgotten; see `bayesian_update`.

    >>> [round(p, 3) for p in published_update(((0.0, 0.5, 0.5),), ((0, 0, 0),))[0]]
    [0.233, 0.384, 0.384]
    """
    return tuple(
        _softmax([belief * (1 + STEP * sign) for belief, sign in zip(row, by, strict=True)])
        for row, by in zip(matrix, signs, strict=True)
    )


def bayesian_update(matrix: Matrix, signs: Signs) -> Matrix:
    """Each sign doubles or halves the weight of a suspect, and rows are normalised: evidence adds up.

    >>> bayesian_update(((0.0, 0.5, 0.5),), ((1, 1, -1),))
    ((0.0, 0.8, 0.2),)
    """
    return tuple(
        _normalised([belief * exp(EVIDENCE * sign) for belief, sign in zip(row, by, strict=True)])
        for row, by in zip(matrix, signs, strict=True)
    )


def rows_of(shares: Sequence[Sequence[int]]) -> Matrix:
    """A matrix from rows of percentages."""
    return tuple(_normalised([float(share) for share in row]) for row in shares)


def top(row: Row, among: Sequence[Seat]) -> Seat:
    """The likeliest of these suspects; of equally likely ones the highest seat, as in the published code."""
    return max(among, key=lambda seat: (row[seat], seat))


def suspects_me_most(matrix: Matrix, me: Seat) -> Seat:
    """The other player who suspects this one most."""
    return max((seat for seat in range(len(matrix)) if seat != me), key=lambda seat: (matrix[seat][me], seat))


def suspects_me_least(matrix: Matrix, me: Seat) -> Seat:
    """The other player who suspects this one least."""
    return min(
        (seat for seat in range(len(matrix)) if seat != me), key=lambda seat: (matrix[seat][me], -seat)
    )


def _softmax(row: Sequence[float]) -> Row:
    return _normalised([exp(value) for value in row])


def _normalised(row: Sequence[float]) -> Row:
    total = sum(row)
    return tuple(value / total for value in row) if total else (1 / len(row),) * len(row)
