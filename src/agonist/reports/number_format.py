"""Numbers, shares, ranks and intervals as text for people, the same in every table."""

from __future__ import annotations

from typing import Final

NOT_AVAILABLE: Final = "n/a"


def number(value: float | None, digits: int) -> str:
    """A number with `digits` digits after the decimal point; n/a for `None`.

    >>> number(25, 1), number(-0.001, 2), number(None, 1)
    ('25.0', '0.00', 'n/a')
    """
    return NOT_AVAILABLE if value is None else f"{round(value, digits) + 0.0:.{digits}f}"


def interval_text(low: float | None, high: float | None, digits: int) -> str:
    """Both ends of an interval; n/a for `None`."""
    return (
        NOT_AVAILABLE if low is None or high is None else f"{number(low, digits)} to {number(high, digits)}"
    )


def ranks(low: int | None, high: int | None) -> str:
    """A range of ranks.

    >>> ranks(1, 3), ranks(2, 2), ranks(None, None)
    ('1–3', '2', 'n/a')
    """
    if low is None or high is None:
        return NOT_AVAILABLE
    return str(low) if low == high else f"{low}–{high}"


def percent(share: float | None) -> str:
    """A share in percent.

    >>> percent(0.625), percent(None)
    ('62.5%', 'n/a')
    """
    return NOT_AVAILABLE if share is None else f"{share * 100:.1f}%"


def percents(low: float | None, high: float | None) -> str:
    """Both ends of an interval of shares.

    >>> percents(0.5, 1)
    '50.0 to 100.0'
    """
    return NOT_AVAILABLE if low is None or high is None else interval_text(low * 100, high * 100, 1)
