"""Sampling hidden whole numbers, given what is known of them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random


def numbers_with_sum(total: int, ranges: Sequence[tuple[int, int]], rng: Random) -> tuple[int, ...]:
    """One whole number from each range (both ends included), at random, `total` in all.

    Raises `ValueError` if no such numbers exist.

    >>> numbers = numbers_with_sum(12, [(0, 10), (5, 6), (0, 1)], Random(0))
    >>> sum(numbers), all(n in range(a, b + 1) for n, (a, b) in zip(numbers, [(0, 10), (5, 6), (0, 1)]))
    (12, True)
    """
    least, most = sum(low for low, _ in ranges), sum(high for _, high in ranges)
    if not least <= total <= most:
        raise ValueError(f"numbers from {list(ranges)} cannot add up to {total}")
    chosen = []
    for low, high in ranges:
        least, most = least - low, most - high
        first, last = max(low, total - most), min(high, total - least)
        number = first + int(rng.random() * (last - first + 1))
        chosen.append(number)
        total -= number
    return tuple(chosen)
