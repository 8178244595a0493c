"""From options as text to a game, and back."""

from __future__ import annotations

import dataclasses
import inspect
import types
import typing
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from agonist.core import Game, GameError, UsageError, nearest
from agonist.core.options import type_in_words, types_of
from agonist.kit.limits_of_user_code import code_of


class HasOptions(Protocol):
    """A dataclass that declares its options as a game does."""

    name: ClassVar[str]


def make_game(game: type[Game[Any, Any]], options: Mapping[str, Any]) -> Game[Any, Any]:
    """The game with these options, given as text or as values. Raises `UsageError` for wrong options."""
    for name in sorted(game.__abstractmethods__):
        _, *arguments = inspect.signature(getattr(game, name)).parameters
        raise GameError(
            f"the game {game.name} has no function {name}({', '.join(arguments)}), which every game needs"
        )
    values = typed_options(game, options)
    for field in dataclasses.fields(game):
        unset = field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
        if unset and field.name not in values:
            raise UsageError(f"{game.name} needs the option {field.name}: {game.name}?{field.name}=…")
    with code_of(f"the options of {game.name}"):
        return game(**values)


def typed_options(owner: type[HasOptions], options: Mapping[str, Any]) -> dict[str, Any]:
    """The options of a game, or of a policy, as values of their fields' types. `players` is `seats`, too."""
    known = types_of(owner)
    values: dict[str, Any] = {}
    for given, value in options.items():
        key = option_key(owner, given)
        if key in values:
            raise UsageError(f"{owner.name}: players and seats are the same: give one of them")
        if key not in known:
            raise UsageError(nearest(f"option of {owner.name}", key, known))
        values[key] = typed_value(owner.name, key, value, known[key])
    return values


def option_key(owner: type[HasOptions], given: str) -> str:
    """What the owner calls this option: `players` is `seats`, unless it has both."""
    known = types_of(owner)
    return "seats" if given == "players" and "seats" in known and given not in known else given


def typed_value(owner: str, key: str, value: Any, wanted: Any) -> Any:
    """One option of a game or an agent, as a value of this type. Raises `UsageError`.

    >>> typed_value("bot:Bot", "depth", "3", int)
    3
    """
    try:
        return _typed(value, wanted)
    except (ValueError, TypeError, ZeroDivisionError):
        raise UsageError(f"{owner}: {key} is {type_in_words(wanted)}, not {value!r}") from None


def option_texts(game: Game[Any, Any]) -> dict[str, Any]:
    """The options of a game as plain JSON values, defaults included.

    Tuples become lists; `typed_options` reads them back.
    """
    return {key: _with_lists(value) for key, value in dataclasses.asdict(game).items()}


def _with_lists(value: Any) -> Any:
    return [_with_lists(v) for v in value] if isinstance(value, tuple | list) else value


def _typed(value: Any, wanted: Any) -> Any:
    if type(value) is wanted and wanted is not float:  # as most values are; analysing types is slow
        return value
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin in (typing.Union, types.UnionType):
        if value is None or (isinstance(value, str) and value.casefold() in ("", "none")):
            return _allow(None, type(None) in inner)
        (wanted,) = [kind for kind in inner if kind is not type(None)]
        return _typed(value, wanted)
    if origin is typing.Literal:
        return _allow(value, value in inner)
    if origin is tuple:
        if isinstance(value, str):
            value = [part for part in value.split(",") if part]
        if not isinstance(value, Sequence):
            raise TypeError(value)
        kinds = [inner[0]] * len(value) if len(inner) == 2 and inner[1] is Ellipsis else inner
        return tuple(_typed(part, kind) for part, kind in zip(value, kinds, strict=True))
    if wanted is bool:
        truths = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
        return value if isinstance(value, bool) else _allow(truths.get(str(value).casefold()))
    if wanted is int:
        return _allow(int(value), not isinstance(value, bool) and float(value) == int(value))
    if wanted is float:
        return float(
            Fraction(value) if isinstance(value, str) else _allow(value, not isinstance(value, bool))
        )
    if wanted is str:
        return _allow(value, isinstance(value, str))
    return value


def _allow(value: Any, right: bool | None = None) -> Any:
    """The value, if it is `right`; by default, any but `None` is. Raises `ValueError` otherwise."""
    if not (value is not None if right is None else right):
        raise ValueError(value)
    return value
