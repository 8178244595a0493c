"""Plain values in what games return: numbers and texts that records, ratings and databases can hold."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Any, Final

LARGEST_NUMBER: Final = 10**15
"""Larger numbers are refused: no score, amount or count is so large."""


HUGE: Final = 10_000
"""Longer collections are not written out, not even to be shortened."""


class NotPlain(ValueError):
    """A value is not plain, or a part of it is not; the message names it."""


def number(value: Any) -> int | float:
    """A number as a plain one: those of numpy, `Fraction` and `Decimal` are converted.

    Raises `NotPlain` for anything but a finite number up to 10**15.

    >>> number(Fraction(1, 4)), number(True), number(3)
    (0.25, 1, 3)
    >>> number(10**400)
    Traceback (most recent call last):
    agonist.core.plain_values.NotPlain: a number of 401 digits, beyond 10**15
    """
    kind = type(value)
    if kind is bool:
        return int(value)
    if kind is not int and kind is not float:
        if isinstance(value, Fraction | Decimal):
            value = _float(value)
        elif kind.__module__.partition(".")[0] == "numpy" and getattr(value, "ndim", None) == 0:
            return number(value.item())
        elif isinstance(value, int | float) and not isinstance(value, bool):
            value = int(value) if isinstance(value, int) else float(value)
        else:
            raise NotPlain(f"{shown(value)}, which is not a number")
    if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
        if isinstance(value, float) and not isfinite(value):
            raise NotPlain(f"{value}, which is not finite")
        raise NotPlain(
            f"{shown(value)}, beyond 10**15" if type(value) is int else f"{value:g}, beyond 10**15"
        )
    return value  # type: ignore[no-any-return]  # it is an int or a float here


def plain_value(value: Any) -> Any:
    """A value made of texts, numbers, truth values, `None` and tuples; lists and NumPy values are converted.

    Raises `NotPlain` for anything else, and for numbers beyond 10**15.

    >>> plain_value(["a", (1, Fraction(1, 2))])
    ('a', (1, 0.5))
    """
    kind = type(value)
    if kind is str or kind is bool or value is None:
        return value
    if kind is tuple:
        # Most are plain already, and are returned unchanged.
        return value if _is_plain(value) else tuple(map(plain_value, value))
    if kind is int or kind is float:
        return number(value)
    if isinstance(value, str):
        return str(value)
    if kind.__module__.partition(".")[0] == "numpy":
        if getattr(value, "dtype", None) is not None and value.dtype.kind == "b" and value.ndim == 0:
            return bool(value)
        if getattr(value, "ndim", 0):
            return tuple(map(plain_value, value.tolist()))
    if isinstance(value, list | tuple):
        return tuple(map(plain_value, value))
    try:
        return number(value)
    except NotPlain:
        raise NotPlain(f"{shown(value)}, which is neither text, number nor tuple") from None


def _is_plain(values: tuple[Any, ...]) -> bool:
    for value in values:
        kind = type(value)
        if kind is int or kind is float:
            if not -LARGEST_NUMBER <= value <= LARGEST_NUMBER:
                return False
        elif kind is tuple:
            if not _is_plain(value):
                return False
        elif kind is not str and kind is not bool and value is not None:
            return False
    return True


def numbers(values: Any) -> tuple[int | float, ...]:
    """Some plain numbers from a tuple, list or array. Raises `NotPlain`."""
    if getattr(values, "ndim", 0) == 1 and hasattr(values, "tolist"):
        values = values.tolist()
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise NotPlain(f"{shown(values)}, which is no tuple of numbers")
    return tuple(map(number, values))


def shown(value: Any) -> str:
    """A value for a message: short, and with its type."""
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        # Python refuses to write out thousands of digits.
        digits = (
            len(str(abs(value))) if value.bit_length() < 10_000 else int(value.bit_length() * 0.30103) + 1
        )
        return f"a number of {digits} digits"
    if type(value) in (list, tuple, set, dict, str, bytes) and len(value) > HUGE:
        return f"a {type(value).__name__} of {len(value):,} parts"
    try:
        text = repr(value)
    except BaseException:  # noqa: BLE001  the repr of a user's value may raise anything, too
        text = "a value that cannot be shown"
    text = text if len(text) <= 60 else f"{text[:57]}…"
    return text if value is None else f"{text} ({type(value).__name__})"


def _float(value: Fraction | Decimal) -> float:
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise NotPlain(f"{type(value).__name__} beyond 10**15") from None
