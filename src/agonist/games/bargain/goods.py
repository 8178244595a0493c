"""Pools of items, and their values to each side."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, TypeAlias

Counts: TypeAlias = tuple[int, int, int]
"""The numbers of hats, balls and apples."""

Values: TypeAlias = tuple[int, int, int]
"""The values of one hat, one ball and one apple to a side."""

KINDS: Final = ("hats", "balls", "apples")
ONE_OF: Final = ("hat", "ball", "apple")
WHOLE: Final = 10
"""The value of a whole pool to each side."""

POOLS: Final[tuple[Counts, ...]] = tuple(
    (hats, balls, apples)
    for hats, balls, apples in product(range(1, 6), repeat=3)
    if 5 <= hats + balls + apples <= 7
)
"""Five to seven items, at least one of each kind: 31 pools."""


def total(counts: Counts, values: Values) -> int:
    """The value of these items.

    >>> total((1, 2, 3), (8, 1, 0))
    10
    """
    return sum(count * value for count, value in zip(counts, values, strict=True))


@cache
def values_of(pool: Counts) -> tuple[Values, ...]:
    """All values under which the whole pool is worth 10."""
    ranges = (range(WHOLE // count + 1) for count in pool)
    return tuple((h, b, a) for h, b, a in product(*ranges) if total(pool, (h, b, a)) == WHOLE)


def may_meet(ours: Values, theirs: Values) -> bool:
    """Whether every kind is worth something to one side, and some kind to both.

    >>> may_meet((8, 1, 0), (4, 0, 2)), may_meet((10, 0, 0), (0, 5, 1)), may_meet((8, 1, 0), (4, 3, 0))
    (True, False, False)
    """
    pairs = list(zip(ours, theirs, strict=True))
    return all(map(any, pairs)) and any(map(all, pairs))


@cache
def value_pairs(pool: Counts) -> tuple[tuple[Values, Values], ...]:
    """All values that Player 1 and Player 2 may have for a pool."""
    each = values_of(pool)
    return tuple((ours, theirs) for ours, theirs in product(each, repeat=2) if may_meet(ours, theirs))


@cache
def plans(pool: Counts) -> tuple[Counts, ...]:
    """All parts of a pool that one side can keep."""
    hats, balls, apples = (range(count + 1) for count in pool)
    return tuple(product(hats, balls, apples))


def rest(pool: Counts, share: Counts) -> Counts:
    """The part of the other side.

    >>> rest((1, 2, 3), (1, 1, 0))
    (0, 1, 3)
    """
    hats, balls, apples = (count - keep for count, keep in zip(pool, share, strict=True))
    return (hats, balls, apples)
