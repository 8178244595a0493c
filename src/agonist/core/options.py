"""The options of a game: what each may be, by its type and by the range that it declares."""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from math import inf
from types import MappingProxyType
from typing import Any, Final, TypeVar

from agonist.core.errors import UsageError

Value = TypeVar("Value")

_RANGE: Final = "range"


@dataclass(frozen=True, slots=True)
class Range:
    """Numbers from `low` to `high`, both included; infinity and NaN are never among them.

    >>> 5 in Range(1, 5), 6 in Range(1, 5), float("inf") in Range(1)
    (True, False, False)
    >>> str(Range(1, 5)), str(Range(1)), str(Range(high=5))
    ('from 1 to 5', '1 or more', '5 or less')
    """

    low: float = -inf
    high: float = inf

    def __contains__(self, number: float) -> bool:
        return self.low <= number <= self.high and abs(number) != inf

    def __str__(self) -> str:
        if self.high == inf:
            return f"{self.low} or more"
        return f"{self.high} or less" if self.low == -inf else f"from {self.low} to {self.high}"


def option(default: Value, *, low: float = -inf, high: float = inf) -> Value:
    """An option of a game with a range, as in `rows: int = option(6, low=1, high=20)`.

    The range is what the number may be whatever the other options are. `Game` checks it, and help shows it.
    A limit that depends on another option is checked in `__post_init__`, and the docstring below the option
    says so.
    """
    declared: Value = field(default=default, metadata={_RANGE: Range(low, high)})
    return declared


@cache
def types_of(game: type) -> Mapping[str, Any]:
    """The types of a game's options; cached, since annotations are text that must be compiled."""
    hints = typing.get_type_hints(game)
    return MappingProxyType({each.name: hints[each.name] for each in fields(game)})


@cache
def ranges_of(game: type) -> Mapping[str, Range]:
    """The ranges of a game's options that have one, declared by the game or a class that it derives from."""
    classes = [vars(each).get("__dataclass_fields__", {}) for each in reversed(game.__mro__)]
    declared = [each for options in classes for each in options.values() if _RANGE in each.metadata]
    return MappingProxyType({each.name: each.metadata[_RANGE] for each in declared})


@cache
def _allowed(game: type) -> Mapping[str, Range | tuple[Any, ...]]:
    words = {name: typing.get_args(kind) for name, kind in types_of(game).items() if _is_literal(kind)}
    return MappingProxyType({**words, **ranges_of(game)})


def check_options(game: Any) -> None:
    """Raise `UsageError` for an option out of its range, or that is none of the values its type lists."""
    kind: type = type(game)
    for name, allowed in _allowed(kind).items():
        value = getattr(game, name)
        if value is not None and value not in allowed:
            wanted = allowed if isinstance(allowed, Range) else type_in_words(types_of(kind)[name])
            raise UsageError(f"{game.name}: {name} is {wanted}, not {value!r}")


def _is_literal(kind: Any) -> bool:
    return typing.get_origin(kind) is typing.Literal


def type_in_words(wanted: Any) -> str:
    """A description of a type's values for users.

    >>> type_in_words(int | None)
    'a whole number or none'
    """
    if _is_literal(wanted):
        return "one of " + ", ".join(map(repr, typing.get_args(wanted)))
    names = {int: "a whole number", float: "a number", bool: "true or false", str: "a text"}
    if typing.get_origin(wanted) is tuple:
        return "a list separated by commas"
    kinds = [kind for kind in typing.get_args(wanted) if kind is not types.NoneType]
    return f"{type_in_words(kinds[0])} or none" if kinds else names.get(wanted, str(wanted))
