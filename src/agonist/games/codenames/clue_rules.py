"""Which clues may be given: the rulebook's, as far as a list of word families can tell.

A clue is one word, or a number in digits. It must not be a visible word or a form of one, nor share what it
is derived from or a part of a compound with one. Words inside other words by coincidence are allowed: CARROT
is a legal clue for CAR. Two words of one spelling are one word here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Choice, Form, IllegalAction, Speech
from agonist.core.forbidden_words import bare
from agonist.core.word_families import is_form, lemmas, shared
from agonist.games.codenames.cards import WORDS

Number: TypeAlias = int | Literal["unlimited"]

NUMBERS: Final[tuple[Number, ...]] = (*range(10), "unlimited")

NUMERALS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def fault(clue: str, number: Number, visible: Sequence[str]) -> str:
    """Why this clue is illegal; empty if it is legal. Words that sound alike are not checked.

    >>> fault("carrot", 2, ["car"]), fault("waitress", 2, ["waiter"])
    ('', "'waitress' shares 'waiter' with the card WAITER")
    """
    word = clue.strip()
    if not re.fullmatch(r"[^\W\d_]+|\d+", word):
        return f"a clue is one word, of letters only, or a number in digits; {word!r} is not"
    if number in (word.lstrip("0") or "0", word.casefold(), _value(word)):
        return f"the clue {word!r} may not repeat the number {number}"
    for card in visible:
        if found := kinship(word, card):
            return f"{word!r} {found} the card {card.upper()}"
    return ""


def kinship(clue: str, card: str) -> str:
    """How a clue is akin to a card of one or more words; empty if it is not.

    >>> kinship("icy", "Ice cream"), kinship("MICE", "mouse"), kinship("snowshoe", "horseshoe")
    ("shares 'ice' with", 'is a form of', "shares 'shoe' with")
    """
    word, parts = bare(clue), bare(card).split()
    whole = "".join(parts)
    if is_form(word, whole) or set(lemmas(word)) & set(lemmas(whole)):
        return "is a form of"
    found = next(filter(None, (shared(word, part) for part in (whole, *parts))), "")
    return f"shares {found!r} with" if found else ""


def _value(word: str) -> int | None:
    """The number that a word says."""
    if word.casefold() in NUMERALS:
        return NUMERALS.index(word.casefold())
    return int(word) if word.isdecimal() else None


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
