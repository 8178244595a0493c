"""The equilibrium of greatest entropy of a zero-sum game between two: Nash averaging, and maximal lotteries.

Nash averaging (Balduzzi et al. 2018, section 3) lets two meta-players each choose a player to send, or one of
them a player and the other a game. What the equilibrium sends is what counts: whom nobody needs to fear gets
no weight, and copies of a player share one weight. Where there are several equilibria, that of the greatest
entropy is unique (their theorem 1). On margins of votes it is the maximal lottery (Fishburn 1984).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.arrays import Array

Truths: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

STEPS: Final = 50
"""The most steps of Newton's method, which polishes the weights; it needs about 5."""

NEGLIGIBLE: Final = 1e-9
"""A weight, or a multiplier, below which there is none."""


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """How likely each row and each column is played, and what the row player gets on average."""

    rows: Array
    columns: Array
    value: float


def equilibrium(payoffs: Array) -> Equilibrium:
    """The equilibrium of greatest entropy of the game in which the column player pays the row player these.

    `payoffs[i, j]`: finite, best between -1 and 1. Raises `UsageError` for anything else.

    >>> paper = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0.0]])
    >>> equilibrium(paper).rows.round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    if payoffs.ndim != 2 or not payoffs.size or not np.isfinite(payoffs).all():
        raise UsageError("an equilibrium needs finite payoffs, a row and a column at least")
    at = _saddle(payoffs)
    if at is not None:
        rows_of, columns_of = (np.eye(size)[place] for size, place in zip(payoffs.shape, at, strict=True))
        return Equilibrium(rows_of, columns_of, float(payoffs[at]))
    value, rows, columns = _supports(payoffs)
    return Equilibrium(
        _most_even(payoffs, rows, columns, value), _most_even(-payoffs.T, columns, rows, -value), value
    )


def _saddle(payoffs: Array) -> tuple[int, int] | None:
    """The row that is best against a column for which that column is best: then nothing else is played.

    `None` if there is none, or another is as good.
    """
    row = int(payoffs.min(axis=1).argmax())
    column = int(payoffs[row].argmin())
    others = np.delete(payoffs[:, column], row), np.delete(payoffs[row], column)
    value = payoffs[row, column]
    return (row, column) if (others[0] < value).all() and (others[1] > value).all() else None


def _supports(payoffs: Array) -> tuple[float, Truths, Truths]:
    """The value, and which rows and columns some equilibrium plays.

    A linear programme with a pair of equilibria that are strictly complementary: each row is either played or
    worse than the value (Goldman and Tucker 1956), and `t` is by how much at least.
    """
    from scipy.optimize import linprog  # slow to load

    height, width = payoffs.shape
    none, one = np.zeros, np.ones
    # Unknown are the rows' weights, the columns' weights, the value and t.
    at_most = np.vstack(
        [
            np.hstack([-payoffs.T, none((width, width)), one((width, 1)), none((width, 1))]),
            np.hstack([none((height, height)), payoffs, -one((height, 1)), none((height, 1))]),
            np.hstack([-np.eye(height), payoffs, -one((height, 1)), one((height, 1))]),
            np.hstack([-payoffs.T, -np.eye(width), one((width, 1)), one((width, 1))]),
        ]
    )
    sums = np.zeros((2, height + width + 2))
    sums[0, :height] = sums[1, height : height + width] = 1
    found = linprog(
        np.append(none(height + width + 1), -1.0),
        A_ub=at_most,
        b_ub=none(len(at_most)),
        A_eq=sums,
        b_eq=one(2),
        bounds=[*((0, None) for _ in range(height + width)), (None, None), (None, 1)],
        method="highs",
    )
    if found.x is None:
        raise ArithmeticError(f"a zero-sum game without equilibrium: {found.message}")
    rows, columns, value = found.x[:height], found.x[height : height + width], float(found.x[-2])
    return value, rows >= value - payoffs @ columns, columns >= rows @ payoffs - value


def _most_even(payoffs: Array, played: Truths, tight: Truths, value: float) -> Array:
    """The row weights of greatest entropy that are worth `value` against each column at least.

    `played`: the rows that have weight. `tight`: the columns against which they are worth exactly `value`.
    The dual has one multiplier for each column: weights are proportional to exp(payoffs @ multipliers).
    """
    weights = np.zeros(len(payoffs))
    among = payoffs[played]
    start = np.zeros(payoffs.shape[1])
    found = _polished(among, tight, value, start)
    if found is None:
        rough = _descended(among, tight, value)
        found = _polished(among, tight | (rough > NEGLIGIBLE), value, rough)
        if found is None:
            found = _softened(among @ rough)
    weights[played] = found
    return weights


def _polished(among: Array, active: Truths, value: float, start: Array) -> Array | None:
    """The weights with which the rows are worth exactly `value` against the active columns (by Newton).

    `None` if it doesn't converge, or a column that is not active gives less.
    """
    multipliers = np.where(active, start, 0.0)
    for _ in range(STEPS):
        found = _softened(among @ multipliers)
        gap = found @ among[:, active] - value
        if np.abs(gap).max(initial=0.0) < 1e-13:
            return found if (found @ among > value - NEGLIGIBLE).all() else None
        centred = among[:, active] - found @ among[:, active]
        step = np.linalg.lstsq((centred.T * found) @ centred, gap, rcond=1e-12)[0]
        multipliers[active] -= step * min(1.0, 20 / max(float(np.abs(step).max()), 1e-300))
    return None


def _descended(among: Array, tight: Truths, value: float) -> Array:
    """The multipliers, roughly, where some columns that are not tight are worth `value` too."""
    from scipy.optimize import minimize

    def dual(multipliers: Array) -> tuple[float, Array]:
        powers = among @ multipliers
        top = powers.max()
        height = top + np.log(np.exp(powers - top).sum()) - value * multipliers.sum()
        return float(height), _softened(powers) @ among - value

    bounds = [(None, None) if exact else (0.0, None) for exact in tight]
    start = np.zeros(among.shape[1])
    found = minimize(dual, start, jac=True, method="L-BFGS-B", bounds=bounds, options={"gtol": 1e-9})
    return np.asarray(found.x, dtype=np.float64)


def _softened(powers: Array) -> Array:
    parts = np.exp(powers - powers.max())
    return np.asarray(parts / parts.sum(), dtype=np.float64)


def levels(margins: Array) -> list[list[tuple[int, float]]]:
    """Players by level, the best first, each with its probability in the maximal lottery of its level.

    `margins[i, j]` is by how many votes i is preferred to j, so that it is -`margins[j, i]`. Those whom the
    lottery plays are one level; without them the next one is drawn (iterated maximal lotteries, Lanctot et
    al. 2023).

    >>> levels(np.array([[0, 2, 1], [-2, 0, 3], [-1, -3, 0.0]]))
    [[(0, 1.0)], [(1, 1.0)], [(2, 1.0)]]
    """
    left, found = list(range(len(margins))), []
    scale = max(float(np.abs(margins).max(initial=0.0)), 1.0)
    while left:
        lottery = equilibrium(margins[np.ix_(left, left)] / scale).rows
        level = [(left[at], float(lottery[at])) for at in np.flatnonzero(lottery > NEGLIGIBLE)]
        found.append(sorted(level, key=lambda entry: -entry[1]))
        left = [player for player in left if player not in {chosen for chosen, _ in level}]
    return found
