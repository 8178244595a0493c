"""The words on the cards, and the teams."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

from agonist.core import UsageError
from agonist.core.forbidden_words import bare

Team: TypeAlias = Literal["red", "blue"]
Colour: TypeAlias = Literal["red", "blue", "neutral", "assassin"]

TEAMS: Final[tuple[Team, Team]] = ("red", "blue")

WORDS: Final[tuple[str, ...]] = tuple(
    Path(__file__).with_name("words.txt").read_text(encoding="utf-8").split("\n")[1:-1]
)
"""Our own list, `words.txt`, without its first line (the source)."""


def rival(team: Team) -> Team:
    """The other team."""
    return "blue" if team == "red" else "red"


def check_words(game: str, words: Sequence[str], needed: int) -> None:
    """Raise `UsageError` unless these are enough different words or names, such as "ice cream"."""
    for word in words:
        if not bare(word) or word.casefold() == "stop":
            raise UsageError(f"{game}: a card has a word or a few, other than 'stop', not {word!r}")
    if len({word.casefold() for word in words}) < len(words):
        raise UsageError(f"{game}: a word is given twice")
    if len(words) < needed:
        raise UsageError(f"{game}: {needed} cards need as many words; there are {len(words)}")
