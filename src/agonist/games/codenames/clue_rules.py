"""Which clues may be given: the rulebook's, as far as they can be checked by spelling.

A clue is one word, or a number in digits. It must not be a visible word, a form of one, or a part of a
compound. Words inside other words by coincidence are allowed: CARROT is a legal clue for CAR.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Choice, Form, IllegalAction, Speech
from agonist.core.forbidden import says
from agonist.core.stems import stem
from agonist.games.codenames.cards import WORDS

Number: TypeAlias = int | Literal["unlimited"]

NUMBERS: Final[tuple[Number, ...]] = (*range(10), "unlimited")

UNRELATED: Final[Mapping[str, tuple[str, ...]]] = {
    "brother": ("broth", "broths"),
    "car": ("carry", "carries", "carried", "carrying", "carrier", "cared", "caring"),
    "chess": ("cheese", "cheeses", "cheesy"),
    "ear": ("early", "earn", "earns", "earned", "earning"),
    "ferry": ("ferment", "fermented"),
    "horse": ("horror", "horrors"),
    "letter": ("let", "lets", "letting"),
    "purse": ("purr", "purrs"),
    "ruby": ("rub", "rubs", "rubber", "rubbing"),
    "shower": ("show", "shows", "showing"),
    "wine": ("win", "wins", "winner", "winning"),
}
"""Words of our cards, and other words that look like forms of them but are not."""

NUMERALS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")

ENDINGS: Final = (
    "s", "es", "ed", "ing", "er", "or", "y", "ly", "ies", "age", "able", "en", "ness", "less", "ful",
    "ment", "ish", "ist", "al", "ian", "ery",
)  # fmt: skip
"""Endings that make another form of a word."""

COMPOUNDS: Final[Mapping[str, tuple[str, ...]]] = {
    line.replace("+", ""): tuple(line.split("+"))
    for line in Path(__file__).with_name("compounds.txt").read_text(encoding="utf-8").split("\n")[1:-1]
}
"""Compounds on our cards, and others that may be clues."""


def fault(clue: str, number: Number, visible: Sequence[str]) -> str:
    """Why this clue is illegal; empty if it is legal. Words that sound alike are not checked.

    >>> fault("carrot", 2, ["car"]), fault("driving", 2, ["driver"])
    ('', "'driving' is a form of 'driver', which is on the table")
    """
    word = clue.strip()
    if not re.fullmatch(r"[^\W\d_]+|\d+", word):
        return f"a clue is one word, of letters only, or a number in digits; {word!r} is not"
    if number in (word.lstrip("0") or "0", word.casefold(), _value(word)):
        return f"the clue {word!r} may not repeat the number {number}"
    for card in visible:
        if says(word, card):
            return f"{word!r} says {card!r}, which is on the table"
        if is_form(word, card):
            return f"{word!r} is a form of {card!r}, which is on the table"
        if shared := part_shared(word, card):
            return f"{word!r} and {card!r}, which is on the table, share the part {shared!r}"
    return ""


def _value(word: str) -> int | None:
    """The number that a word says."""
    if word.casefold() in NUMERALS:
        return NUMERALS.index(word.casefold())
    return int(word) if word.isdecimal() else None


def is_form(one: str, other: str) -> bool:
    """Whether two words are forms of one word.

    >>> is_form("Teaching", "teacher"), is_form("broken", "breakage"), is_form("boil", "oil")
    (True, True, False)
    """
    one, other = one.casefold(), other.casefold()
    if one in UNRELATED.get(other, ()) or other in UNRELATED.get(one, ()):
        return False
    return bool(_stems(one) & _stems(other))


@cache
def _stems(word: str) -> frozenset[str]:
    """A word and its stems, without endings."""
    found = {word, stem(word)}
    for _ in range(2):
        for each in tuple(found):
            for ending in ENDINGS:
                short = each.removesuffix(ending)
                if short != each and len(short) >= 3:
                    found |= {short, stem(short)}
                    if short[-1] == short[-2]:
                        found.add(short[:-1])
    return frozenset(found)


def part_shared(one: str, other: str) -> str:
    """A part that two words share if one or both are compounds; empty if there is none.

    >>> part_shared("snowshoe", "horseshoe"), part_shared("horse", "horseshoe"), part_shared("rot", "carrot")
    ('shoe', 'horse', '')
    """
    left, right = _parts(one), _parts(other)
    if len(left) == len(right) == 1:
        return ""
    return next((a for a in left for b in right if is_form(a, b)), "")


def _parts(word: str) -> tuple[str, ...]:
    word = word.casefold()
    single = word.removesuffix("s")
    return COMPOUNDS.get(word) or COMPOUNDS.get(single) or (word,)


@dataclass(frozen=True, slots=True)
class ClueWord(Speech):
    """A clue of one word, or an empty text for none. `forbidden` is empty, since `fault` checks more."""

    visible: tuple[str, ...] = ()

    def sample(self, rng: Random) -> str:
        """A word of our cards that is a legal clue."""
        at = int(rng.random() * len(WORDS))
        return next(word for word in (*WORDS[at:], *WORDS[:at]) if not fault(word, 0, self.visible))

    def check(self, action: Any) -> None:
        # Named explicitly: with slots, the dataclass is another class than the one that `super()` refers to
        # here.
        Speech.check(self, action)
        if action.strip() and (why := fault(action, "unlimited", self.visible)):
            raise IllegalAction(why)


@dataclass(frozen=True, slots=True)
class ClueForm(Form):
    """A clue and its number; the clue must not be the same number."""

    def check(self, action: Any) -> None:
        Form.check(self, action)
        word, number = action
        if word.strip() and (why := fault(word, number, ())):
            raise IllegalAction(why)


def clue_ask(visible: Sequence[str]) -> ClueForm:
    """The question to a spymaster while these words are visible."""
    word = ClueWord(max_words=1, optional=True, visible=tuple(visible))
    return ClueForm((("clue", word), ("number", Choice(NUMBERS))), about="clue")
