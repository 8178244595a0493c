"""The meanings and values of a game's options, for users."""

from __future__ import annotations

import ast
import inspect
import textwrap
import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from itertools import pairwise
from typing import Any, Final

from agonist.core import AgonistError, Game
from agonist.kit.options import make_game, option_texts, type_in_words

COMMON: Final[Mapping[str, str]] = {
    "seats": "The number of players.",
    "rounds": "The number of rounds.",
    "told_rounds": "Whether players are told how many rounds there are.",
    "max_words": "Words in the longest message.",
}
"""Options that mean the same in several games."""

FAR: Final = 10**9
"""A number outside of every range."""


@dataclass(frozen=True, slots=True)
class OptionHelp:
    """One option of a game."""

    name: str
    default: Any
    """A JSON value."""
    values: str
    """The kind of value, and its range if the game has one."""
    meaning: str
    """One sentence or more; empty if the game has no text for it."""


def option_help(game: type[Game[Any, Any]]) -> list[OptionHelp]:
    """All options of a game in the order of its fields.

    Meanings are the docstrings below the fields; ranges come from the game's messages when it refuses a
    value.
    """
    defaults = option_texts(make_game(game, {}))
    meanings, hints = field_docs(game), typing.get_type_hints(game)
    return [
        OptionHelp(
            field.name,
            defaults[field.name],
            _values(game, field.name, hints[field.name]),
            meanings[field.name] if field.name in meanings else COMMON.get(field.name, ""),
        )
        for field in fields(game)
    ]


def field_docs(owner: type) -> dict[str, str]:
    """The docstrings below the fields of a class, on one line each.

    Empty if there is no source to read.
    """
    found: dict[str, str] = {}
    for each in reversed([each for each in owner.__mro__ if each not in (Game, object)]):
        try:
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        except (OSError, TypeError, SyntaxError, ValueError):
            continue
        lines: Sequence[ast.stmt] = body.body if isinstance(body, ast.ClassDef) else ()
        for field, text in pairwise(lines):
            match field, text:
                case (
                    ast.AnnAssign(target=ast.Name(id=name)),
                    ast.Expr(value=ast.Constant(value=str(said))),
                ):
                    found[name] = " ".join(said.split())
    return found


def _values(game: type[Game[Any, Any]], name: str, wanted: Any) -> str:
    if name == "seats":
        sizes = list(make_game(game, {}).sizes)
        whole = sizes == list(range(sizes[0], sizes[-1] + 1)) and len(sizes) > 1
        return f"from {sizes[0]} to {sizes[-1]}" if whole else " or ".join(map(str, sizes))
    kind = type_in_words(wanted)
    limits = [said for far in (-FAR, FAR) if (said := _refusal(game, name, far, wanted))]
    return "; ".join(dict.fromkeys([kind, *limits]))


def _refusal(game: type[Game[Any, Any]], name: str, far: int, wanted: Any) -> str:
    """The range in a game's message when it refuses a number far outside; empty if there is none."""
    if not {int, float} & {wanted, *typing.get_args(wanted)} or typing.get_origin(wanted) is tuple:
        return ""
    try:
        make_game(game, {name: far})
    except AgonistError as why:
        said = str(why).removeprefix(f"{game.name}: ").rpartition(", not ")[0]
        for verb in (" is ", " must be "):
            range_ = said.removeprefix(f"{name}{verb}")
            if range_ != said and not any(character * 6 in range_ for character in "09"):
                return range_.removeprefix("a number ")
    return ""
