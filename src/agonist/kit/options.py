"""From options as text to a game, and back."""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from agonist.core import Game, UsageError, nearest
from agonist.core.options import type_in_words, types_of
from agonist.kit.code import code_of


def make_game(game: type[Game[Any, Any]], options: Mapping[str, Any]) -> Game[Any, Any]:
    """The game with these options, given as text or as values. Raises `UsageError` for wrong options."""
    values = typed_options(game, options)
    for field in dataclasses.fields(game):
        unset = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if unset and field.name not in values:
            raise UsageError(f"{game.name} needs the option {field.name}: {game.name}?{field.name}=…")
    with code_of(f"the options of {game.name}"):
        return game(**values)


def typed_options(game: type[Game[Any, Any]], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options as values of their fields' types."""
    known = types_of(game)
    values = {}
    for key, given in options.items():
        if key not in known:
            raise UsageError(nearest(f"option of {game.name}", key, known))
        values[key] = typed_value(game.name, key, given, known[key])
    return values


def typed_value(owner: str, key: str, given: Any, wanted: Any) -> Any:
    """One option of a game or an agent, as a value of this type. Raises `UsageError`.

    >>> typed_value("bot:Bot", "depth", "3", int)
    3
    """
    try:
        return _typed(given, wanted)
    except (ValueError, TypeError, ZeroDivisionError):
        raise UsageError(f"{owner}: {key} is {type_in_words(wanted)}, not {given!r}") from None


def option_texts(game: Game[Any, Any]) -> dict[str, Any]:
    """The options of a game as plain JSON values, defaults included.

    Tuples become lists; `typed_options` reads them back.
    """
    return {key: _plain(value) for key, value in dataclasses.asdict(game).items()}


def _plain(value: Any) -> Any:
    return [_plain(v) for v in value] if isinstance(value, tuple | list) else value


def _typed(given: Any, wanted: Any) -> Any:
    if type(given) is wanted and wanted is not float:  # as most values are; analysing types is slow
        return given
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        if given is None or (isinstance(given, str) and given.casefold() in ("", "none")):
            return _allow(None, type(None) in inner)
        (wanted,) = [kind for kind in inner if kind is not type(None)]
        return _typed(given, wanted)
    if origin is typing.Literal:
        return _allow(given, given in inner)
    if origin is tuple:
        if isinstance(given, str):
            given = [part for part in given.split(",") if part]
        if not isinstance(given, Sequence):
            raise TypeError(given)
        kinds = [inner[0]] * len(given) if len(inner) == 2 and inner[1] is Ellipsis else inner
        return tuple(_typed(part, kind) for part, kind in zip(given, kinds, strict=True))
    if wanted is bool:
        truths = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        return given if isinstance(given, bool) else _allow(truths.get(str(given).casefold()))
    if wanted is int:
        return _allow(int(given), not isinstance(given, bool) and float(given) == int(given))
    if wanted is float:
        return float(
            Fraction(given) if isinstance(given, str) else _allow(given, not isinstance(given, bool))
        )
    if wanted is str:
        return _allow(given, isinstance(given, str))
    return given


def _allow(value: Any, right: bool | None = None) -> Any:
    """The value, if it is `right`; by default, any but `None` is. Raises `ValueError` otherwise."""
    if not (value is not None if right is None else right):
        raise ValueError(value)
    return value
