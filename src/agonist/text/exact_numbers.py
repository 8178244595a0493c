"""Exact numbers as people write them."""

from __future__ import annotations

from fractions import Fraction


def decimal(number: Fraction | int, places: int = 2) -> str:
    """A number with at most `places` decimals, rounded half away from zero, without zeros at the end.

    >>> decimal(Fraction(2, 3)), decimal(Fraction(5, 2)), decimal(Fraction(-1, 200)), decimal(7)
    ('0.67', '2.5', '-0.01', '7')
    """
    scale = 10**places
    below = number.denominator
    units = (2 * abs(number.numerator) * scale + below) // (2 * below)
    sign = "-" if number.numerator < 0 and units else ""
    whole, rest = divmod(units, scale)
    return f"{sign}{whole}.{rest:0{places}d}".rstrip("0").rstrip(".") if rest else f"{sign}{whole}"


def percent(share: Fraction) -> str:
    """A share of one in hundredths.

    >>> percent(Fraction(3, 5)), percent(Fraction(1, 3))
    ('60%', '33.33%')
    """
    return f"{decimal(share * 100)}%"
