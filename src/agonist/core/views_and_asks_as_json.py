"""Views and asks as JSON, and back from JSON by their types."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from agonist.core.ask import Amount, Ask, Choice, Form, Menu, Pick, Speech, Split
from agonist.core.errors import UsageError

ASKS: Final = {kind.__name__: kind for kind in (Choice, Amount, Speech, Split, Pick, Form, Menu)}
"""The kinds of ask that a player can be sent, by name."""


class NotJson(UsageError):
    """A value that cannot be converted to JSON and back."""


def to_json(value: Any) -> Any:
    """A value made of plain values, tuples, mappings and dataclasses, as JSON values. Raises `NotJson`.

    >>> to_json(Choice((1, "a"), about="take"))
    {'choices': [1, 'a'], 'about': 'take'}
    """
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple | list):
        return [to_json(each) for each in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: to_json(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): to_json(each) for key, each in value.items()}
    raise NotJson(f"a {type(value).__name__} cannot be sent as JSON")


def from_json(kind: Any, data: Any) -> Any:
    """The value of this type that `to_json` wrote. Raises `NotJson` if the data does not fit the type.

    >>> from_json(tuple[int, ...] | None, [1, 2])
    (1, 2)
    """
    if kind is Any or isinstance(kind, str):
        return tuples(data)
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _one_of(get_args(kind), data)
    if origin is Literal:
        if data not in get_args(kind):
            raise NotJson(f"{data!r:.60} is not one of {get_args(kind)}")
        return data
    if origin is tuple and isinstance(data, list):
        return _tuple(get_args(kind), data)
    if isinstance(origin, type) and issubclass(origin, Mapping) and isinstance(data, dict):
        key_of, of = get_args(kind)
        return {(int(key) if key_of is int else key): from_json(of, each) for key, each in data.items()}
    if is_dataclass(kind) and isinstance(kind, type) and isinstance(data, dict):
        hints = _hints(kind)
        if set(data) != {field.name for field in fields(kind)}:
            raise NotJson(f"{kind.__name__} has the fields {sorted(hints)}, not {sorted(data)}")
        return kind(**{name: from_json(hints[name], each) for name, each in data.items()})
    if kind is type(None) and data is None:
        return None
    if kind is float and type(data) in (int, float):
        return float(data)
    if kind in (bool, int, str) and type(data) is kind:
        return data
    raise NotJson(f"{data!r:.60} is no {kind}")


def ask_to_json(ask: Ask) -> dict[str, Any]:
    """An ask with the name of its kind. Raises `NotJson` for a user-defined kind. A subclass of one of our
    kinds is sent as that kind; the answer is still checked against the whole ask.
    """
    kind = next((kind for kind in type(ask).__mro__ if kind in ASKS.values()), None)
    match ask:
        case Form():
            inner: dict[str, Any] = {"parts": [[name, ask_to_json(part)] for name, part in ask.parts]}
        case Menu():
            inner = {"verbs": [[verb, ask_to_json(form)] for verb, form in ask.verbs]}
        case _ if kind is not None:
            inner = {field.name: to_json(getattr(ask, field.name)) for field in fields(kind)}
        case _:
            raise NotJson(f"a question of the kind {type(ask).__name__} cannot be sent as JSON")
    assert kind is not None
    return {"kind": kind.__name__, "about": ask.about} | inner


def ask_from_json(data: Any) -> Ask:
    """The ask that `ask_to_json` wrote. Raises `NotJson` for anything else."""
    try:
        rest = dict(data)
        kind = ASKS[rest.pop("kind")]
        for compound in ("parts", "verbs"):
            if compound in rest:
                rest[compound] = tuple((name, ask_from_json(part)) for name, part in rest[compound])
        return kind(**{key: tuples(value) for key, value in rest.items()})
    except (KeyError, TypeError, ValueError) as error:
        raise NotJson(f"this is not an ask: {error}") from None


def tuples(value: Any) -> Any:
    """A value from JSON with every list made a tuple."""
    if not isinstance(value, list):
        return value
    if list not in map(type, value):  # so in most values
        return tuple(value)
    return tuple([tuples(part) if isinstance(part, list) else part for part in value])


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    for kind in kinds:
        try:
            return from_json(kind, data)
        except NotJson:
            continue
    raise NotJson(f"{data!r:.60} is none of {', '.join(map(str, kinds))}")


def _tuple(kinds: tuple[Any, ...], data: list[Any]) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        return tuple(from_json(kinds[0], each) for each in data)
    if len(kinds) != len(data):
        raise NotJson(f"{len(data)} values are not {len(kinds)}")
    return tuple(from_json(kind, each) for kind, each in zip(kinds, data, strict=True))


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)
