"""Numbers of things in words."""

from __future__ import annotations


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "life", "lives"), counted(2, "card")
    ('1 life', '2 cards')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
