"""The meanings and values of a game's options, for users."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from itertools import pairwise
from typing import Any, Final

from agonist.core import Game
from agonist.core.options import ranges_of, type_in_words, types_of
from agonist.kit.options_from_text import make_game, option_texts

COMMON: Final[Mapping[str, str]] = {
    "seats": "The number of players.",
    "rounds": "The number of rounds.",
    "told_rounds": "Whether players are told how many rounds there are.",
    "max_words": "Words in the longest message.",
}
"""Options that mean the same in several games."""


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


@cache
def option_help(game: type[Game[Any, Any]]) -> Sequence[OptionHelp]:
    """All options of a game in the order of its fields; cached, since source files are read for it.

    Meanings are the docstrings below the fields; ranges are those that the fields declare.
    """
    defaults = option_texts(make_game(game, {}))
    meanings = field_docs(game)
    return tuple(
        OptionHelp(
            field.name,
            defaults[field.name],
            _values(game, field.name),
            meanings[field.name] if field.name in meanings else COMMON.get(field.name, ""),
        )
        for field in fields(game)
    )


def field_docs(owner: type) -> dict[str, str]:
    """The docstrings below the fields of a class, on one line each.

    Empty if there is no source to read.
    """
    found: dict[str, str] = {}
    # Not `abc` and `typing`: parsing their sources takes three times as long as parsing a game's.
    declaring = [each for each in owner.__mro__ if each is not Game and "__dataclass_fields__" in vars(each)]
    for each in reversed(declaring):
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


def _values(game: type[Game[Any, Any]], name: str) -> str:
    if name == "seats":
        sizes = list(make_game(game, {}).sizes)
        whole = sizes == list(range(sizes[0], sizes[-1] + 1)) and len(sizes) > 1
        return f"from {sizes[0]} to {sizes[-1]}" if whole else " or ".join(map(str, sizes))
    kind, range_ = type_in_words(types_of(game)[name]), ranges_of(game).get(name)
    return kind if range_ is None else f"{kind}; {range_}"
