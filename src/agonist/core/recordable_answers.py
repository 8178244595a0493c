"""Answers as plain values, of the types that a record can hold."""

from __future__ import annotations

from operator import is_
from typing import Any, Final

from agonist.core.errors import IllegalAction
from agonist.core.plain_values import LARGEST_NUMBER, shown

DEEPEST: Final = 20
"""The most levels of nested lists in an answer; the answers of our games have three at most."""


MOST_PARTS: Final = 10_000
"""The most parts of an answer, those of its parts included."""

MOST_LETTERS: Final = 1_000_000
"""The most characters of a text in an answer, as in an endpoint's."""


def plain(action: Any) -> Any:
    """An answer with the types of the standard library: lists are tuples, NumPy's numbers are numbers.

    No value changes: `4.0` stays a float, which the rules then refuse. Raises `IllegalAction` for anything
    that a record cannot hold, such as lists nested more than `DEEPEST` deep, and for what no answer needs:
    more than `MOST_PARTS` parts, texts beyond `MOST_LETTERS`, numbers beyond 10**15.

    >>> plain(["keep", [1, 2]])
    ('keep', (1, 2))
    """
    return action if _is_flat(action) else _checked(action, DEEPEST, [MOST_PARTS])


def _is_flat(action: Any) -> bool:
    """Whether this is a plain number, text or tuple of those, as most answers are, and within all limits."""
    parts = action if type(action) is tuple and len(action) <= MOST_PARTS else (action,)
    for part in parts:
        kind = type(part)
        if kind is str:
            if len(part) > MOST_PARTS:
                return False
        elif kind is not int or not -LARGEST_NUMBER <= part <= LARGEST_NUMBER:
            return False
    return True


def _checked(action: Any, levels: int, left: list[int]) -> Any:
    kind = type(action)
    if action is None or kind is bool or kind is float:
        return action
    if isinstance(action, str):
        text = action if kind is str else str.__str__(action)
        if len(text) > MOST_LETTERS:
            raise IllegalAction(f"a text has at most {MOST_LETTERS:,} characters, not {len(text):,}")
        return text
    if isinstance(action, int):
        number = action if kind is int else int.__int__(action)
        if not -LARGEST_NUMBER <= number <= LARGEST_NUMBER:
            raise IllegalAction(f"{shown(number)} is too large for a game")
        return number
    if levels == 0:
        raise IllegalAction(f"an answer has at most {DEEPEST} levels of lists in lists")
    if isinstance(action, (tuple, list)):
        left[0] -= len(action)
        if left[0] < 0:
            raise IllegalAction(f"an answer has at most {MOST_PARTS:,} parts")
        parts = tuple([_checked(part, levels - 1, left) for part in action])
        # Most are plain already, and are returned unchanged.
        return action if type(action) is tuple and all(map(is_, parts, action)) else parts
    if hasattr(action, "tolist"):
        return _checked(action.tolist(), levels - 1, left)
    raise IllegalAction(
        f"an answer is a text, a whole number or a tuple of those, not {type(action).__name__}"
    )


def alike(action: Any, option: Any) -> bool:
    """Whether an action is the same as an option. Unlike in Python, the action `4.0` is not the option `4`,
    and `True` is not `1`; the parts of tuples are compared in the same way.

    >>> alike((1, "a"), (1, "a")), alike(4.0, 4), alike((True,), (1,))
    (True, False, False)
    """
    if isinstance(action, tuple) and isinstance(option, tuple):
        return len(action) == len(option) and all(map(alike, action, option))
    same_kind = type(action) not in (bool, float) or type(action) is type(option)
    return same_kind and bool(action == option)
