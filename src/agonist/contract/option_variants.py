"""A game with other options, since what holds with some need not hold with others."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from types import UnionType
from typing import Any

from agonist.core import UsageError
from agonist.kit import Kit, make_game


def variants(kit: Kit) -> Iterator[tuple[Mapping[str, Any], Kit]]:
    """The game's quick options with one option changed, or with those of a preset; each with the changes.

    Changed are options with few values (yes or no, one of some names), to each of their values, and numbers
    to 0 or none, which often turn something off. Changes that the game refuses are left out.
    """
    usual, hints = make_game(kit.game, kit.quick_options), typing.get_type_hints(kit.game)
    changes: list[Mapping[str, Any]] = [
        {field.name: value}
        for field in fields(kit.game)
        for value in _values(hints[field.name])
        if value != getattr(usual, field.name) and field.name != "seats"
    ]
    seen = [usual]
    for change in (*changes, *kit.presets().values()):
        variant = replace(kit, quick_options={**kit.quick_options, **change})
        try:
            game = make_game(variant.game, variant.quick_options)
        except UsageError:
            continue
        if game not in seen:
            seen.append(game)
            yield change, variant


def _values(wanted: Any) -> tuple[Any, ...]:
    """The values of an option of this type that are tried."""
    origin, inner = typing.get_origin(wanted), typing.get_args(wanted)
    if origin is typing.Literal:
        return inner
    if origin in (typing.Union, UnionType):
        return tuple(value for kind in inner for value in _values(kind))
    return {bool: (False, True), int: (0,), type(None): (None,)}.get(wanted, ())
