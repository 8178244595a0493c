"""Which players can be compared: those connected by a chain of matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from agonist.ratings.arrays import Places

if TYPE_CHECKING:
    from collections.abc import Sequence


ISLAND = "no match connects this group with the others"
"""The note of a player outside the group that is rated."""


def largest_group(reach: np.ndarray[Any, np.dtype[np.bool_]]) -> Places:
    """The places of the largest group in which each player reaches each other; empty if two are largest.

    `reach[i, j]`: whether a step leads from i to j; a step is any match, or only a win, as the caller
    decides.

    >>> largest_group(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]], dtype=bool))
    array([0, 1])
    """
    size = len(reach)
    found = reach | np.eye(size, dtype=bool)
    for _ in range(size.bit_length()):
        found = (found.astype(np.float32) @ found.astype(np.float32)) > 0
    together = found & found.T
    crowd = together.sum(axis=1)
    largest = crowd.max(initial=0)
    if largest < 2 or (crowd == largest).sum() > largest:
        return np.zeros(0, dtype=np.intp)
    return np.flatnonzero(together[int(crowd.argmax())])


def blocks_of(blocks: Sequence[str | None]) -> tuple[Places, int]:
    """A number for each result's block, and how many there are; a result without one is its own block."""
    numbers: dict[object, int] = {}
    found = [
        numbers.setdefault(number if block is None else block, len(numbers))
        for number, block in enumerate(blocks)
    ]
    return np.array(found, dtype=np.intp), len(numbers)
