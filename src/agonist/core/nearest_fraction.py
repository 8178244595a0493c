"""Ratios that people write as decimals, made exact."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=1024)
def nearest_fraction(ratio: float) -> Fraction:
    """The nearest fraction with a denominator up to 1,000; cached, since rules need it at every turn.

    >>> nearest_fraction(0.6666667)
    Fraction(2, 3)
    """
    return Fraction(ratio).limit_denominator(1000)
