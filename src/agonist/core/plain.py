"""Answers as plain values, of the types that a record can hold."""

from __future__ import annotations

from typing import Any, Final

from agonist.core.errors import IllegalAction

DEEPEST: Final = 20
"""The most levels of nested lists in an answer; the answers of our games have three at most."""


def plain(action: Any, levels: int = DEEPEST) -> Any:
    """An answer with the types of the standard library: lists are tuples, NumPy's numbers are numbers.

    No value changes: `4.0` stays a float, which the rules then refuse. Raises `IllegalAction` for anything
    that a record cannot hold, such as lists nested more than `levels` deep.

    >>> plain(["keep", [1, 2]])
    ('keep', (1, 2))
    """
    if action is None or type(action) in (bool, int, float, str):
        return action
    if isinstance(action, str):
        return str.__str__(action)
    if isinstance(action, int):
        return int(action)
    if levels == 0:
        raise IllegalAction(f"an answer has at most {DEEPEST} levels of lists in lists")
    if isinstance(action, tuple | list):
        return tuple(plain(part, levels - 1) for part in action)
    if hasattr(action, "tolist"):
        return plain(action.tolist(), levels - 1)
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
