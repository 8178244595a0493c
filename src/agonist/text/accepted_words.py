"""Further accepted words: aliases of options, and units of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Part: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""A part of an option: what it may be called as a key, and how its value may be written."""

Notation: TypeAlias = Callable[[str, str], Sequence[Any] | None]
"""(key, text) -> the options that a text stands for; `None` if it is not written in the notation."""


def _no_aliases(key: str, option: Any) -> Sequence[str]:
    del key, option
    return ()


def _no_roles(key: str) -> Sequence[str]:
    del key
    return ()


def _no_parts(key: str, option: Any) -> Sequence[Part]:
    del key, option
    return ()


def _no_units(key: str) -> Mapping[str, int]:
    del key
    return {}


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a game accepts besides the words that it lists; each function gets the key of the answer.

    `aliases`: other words for an option. `units`: words and signs that may stand beside a number, and how
    much one of them is in the unit asked for. `known`: the options of any state of the game, in words;
    `None` where the game does not say, and then the shape of the options that are listed decides. `bounds`:
    the least and the greatest number of any state, or total of what is shared out; `None` where the game does
    not say, and then only the numbers asked for are known to be numbers of the game. `roles`: what the one
    is called for whom a vote is: to say that the spy is Player 3 is to vote for Player 3. `parts`: the
    parts of an option, so that it may be given as an object: `{"row": 1, "column": 3}`.
    `notation`: how the game writes options, where case or order tell them apart, as in chess: then nothing
    else names an option but its label, letter for letter.
    `rules`: the rules in words, whose words may stand beside an option. `scene`: what the player knows, in
    words, which may say what round this is.
    """

    aliases: Callable[[str, Any], Sequence[str]] = _no_aliases
    units: Callable[[str], Mapping[str, int]] = _no_units
    known: Callable[[str], Sequence[str] | None] = lambda _key: None
    bounds: Callable[[str], tuple[int, int] | None] = lambda _key: None
    roles: Callable[[str], Sequence[str]] = _no_roles
    parts: Callable[[str, Any], Sequence[Part]] = _no_parts
    notation: Notation | None = None
    rules: Callable[[], str] = lambda: ""
    scene: Callable[[], str] = lambda: ""


PLAIN: Final = Vocabulary()
"""Only the words that are listed."""

MONEY: Final[Mapping[str, int]] = dict.fromkeys(
    ("$", "€", "£", "¥", "us$", "usd", "eur", "dollar", "dollars", "euro", "euros", "buck", "bucks"), 1
)
"""Signs and names of money, where the question's unit is the same."""

CENTS: Final[Mapping[str, int]] = dict.fromkeys(MONEY, 100) | dict.fromkeys(
    ("¢", "c", "ct", "cent", "cents"), 1
)
"""The same if the question asks for cents."""


def nouns(*names: str) -> dict[str, int]:
    """Nouns that may follow a number, in the singular and the plural.

    >>> nouns("token", "gold coin")
    {'token': 1, 'tokens': 1, 'gold coin': 1, 'gold coins': 1}
    """
    return {form: 1 for name in names for form in (name, f"{name}s")}
