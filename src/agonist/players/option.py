"""One option of a player: what it may be, what it means, and who has it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from agonist.core import UsageError
from agonist.core.options import Range, type_in_words
from agonist.players.prompting_methods import METHODS

MODEL: Final = "model"
HTTP: Final = "http"
UCI: Final = "uci"
"""Kinds of players that have options, besides methods and built-in players, which go by their names."""

YES_OR_NO: Final[Mapping[str, str]] = {"yes": "yes", "true": "yes", "no": "no", "false": "no"}


ANY: Final = Range()


@dataclass(frozen=True, slots=True)
class Option:
    """One option of some players.

    `of`: the kinds, methods or built-in players that have it, separated by spaces. `values`: their type, a
    `Literal` with the usual one first where they are words. `range` and `default`: of numbers; `example`: of
    what must be given. `implied`: whether the normal spelling leaves the usual value out. `serving`: whether
    it only says how the player is reached, and is no part of its identity. `of_server`: whether its value
    names a variable or a file of the machine that plays, so that on a public site nobody may set it.
    """

    name: str
    values: Any
    meaning: str
    range: Range = ANY
    default: str = ""
    example: str = ""
    of: str = MODEL
    implied: bool = False
    serving: bool = False
    of_server: bool = False

    @property
    def owners(self) -> tuple[str, ...]:
        return tuple(self.of.split())

    @property
    def words(self) -> tuple[str, ...]:
        """All its values, if they are words."""
        return get_args(self.values)

    @property
    def is_number(self) -> bool:
        return self.values in (int, float)

    @property
    def is_flag(self) -> bool:
        """Whether its values are yes and no."""
        return bool(self.words) and set(self.words) <= set(YES_OR_NO)

    @property
    def usual(self) -> str:
        """Its value where none is given; empty if it has none."""
        return self.words[0] if self.words else self.default

    @property
    def allowed(self) -> str:
        """Its values in words."""
        if self.is_flag:
            return "yes or no"
        if self.words:
            return f"{', '.join(self.words[:-1])} or {self.words[-1]}"
        return f"{type_in_words(self.values)} {self.range}" if self.is_number else type_in_words(self.values)

    @property
    def help(self) -> str:
        """What it may be and means, on one line."""
        text = self.meaning or self.allowed
        if self.meaning.startswith("whether"):
            text = f"{self.allowed}: {self.meaning}"
        elif self.meaning and self.is_number:
            text = f"{self.meaning}, {self.range}"
        of = f"of {' and '.join(self.owners)}: " if self.owners[0] in METHODS else ""
        return f"{of}{text}{f' [{self.default}]' if self.default else ''}"

    def value(self, player: str, text: str) -> Any:
        """The value of a text: a number, a truth or a text. Raises `UsageError`, naming the player."""
        if self.words and text not in self.words:
            raise UsageError(f"{player!r}: {self.name} is {' or '.join(self.words)}, not {text!r}")
        if not self.is_number:
            return YES_OR_NO[text] == "yes" if self.is_flag else text
        try:
            number = self.values(text)
        except ValueError:
            what = type_in_words(self.values)
            raise UsageError(f"{player!r}: {self.name} is {what}, not {text!r}") from None
        if number not in self.range:
            raise UsageError(f"{player!r}: {self.name} must be {self.range}")
        return number

    def spelled(self, player: str, text: str) -> str:
        """The text in normal spelling: numbers without superfluous zeros, yes and no."""
        value = self.value(player, text)
        if isinstance(value, bool):
            return "yes" if value else "no"
        return text if isinstance(value, str) else str(int(value)) if value == int(value) else repr(value)
