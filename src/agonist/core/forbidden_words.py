"""Finding a forbidden word in a text, however it is written."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import chain, groupby, pairwise
from typing import Final

from agonist.core.word_families import is_form

LEAST_PART_LETTERS: Final = 3
"""The fewest letters in each part of a word that a space splits: `is land` does not count as `island`."""

MOST_ADDED_LETTERS: Final = 4
"""The most letters that a form is longer than its word."""

SENTENCES: Final = re.compile(r"(?<=\w\w)[.,:;!?…]+(?=\w\w)")
"""Marks between two words without a space after them, which part no word: `Shake.Speak`."""

LOOKALIKES: Final = {
    ord(other): latin
    for others, latins in (
        ("авекмнорстухѕіјԁԛԝһӏ", "abekmhopctyxsijdqwhl"),
        ("αβεικνορτυχω", "abeikvoptuxw"),
        ("ıøłđ", "iold"),
    )
    for other, latin in zip(others, latins, strict=True)
}
"""Cyrillic, Greek and other letters that look like Latin ones."""


def says(text: str, word: str) -> bool:
    """Whether a text has this word or phrase or a form of it (a plural, a tense), not inside another word.

    Case, accents, look-alike letters of other alphabets, invisible characters, and whatever separates the
    words of a phrase or the letters of a word are ignored.

    >>> says("I like ICE_CREAMS.", "ice cream"), says("te-a", "tea"), says("Steam rises.", "tea")
    (True, True, False)
    """
    phrase = bare(word).split()
    if not phrase:
        return False
    chunks = [bare(chunk).split() for chunk in SENTENCES.sub(" ", text).split()]
    words, whole = list(chain(*chunks)), "".join(phrase)
    for at in range(len(words) - len(phrase) + 1):
        if all(map(is_form, words[at:], phrase)):
            return True
    joined = chain(_parted(chunks, len(whole) + MOST_ADDED_LETTERS), _spelled_out(words), _split(words))
    return any(is_form(each, whole) for each in (*words, *joined))


def bare(text: str) -> str:
    """Letters and digits only, in lower case, Latin where they look so, and without accents; anything between
    them becomes one space.

    >>> bare("Café_au\N{CYRILLIC SMALL LETTER ES}")
    'cafe auc'
    """
    letters = unicodedata.normalize("NFKD", text).casefold()
    seen = "".join(c for c in letters if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(re.findall(r"[^\W_]+", seen.translate(LOOKALIKES)))


def _parted(chunks: list[list[str]], most: int) -> Iterator[str]:
    """What neighbours without a space between them make: `te-a` says `tea`."""
    for parts in chunks:
        for at in range(len(parts)):
            joined = parts[at]
            for part in parts[at + 1 :]:
                joined += part
                if len(joined) > most:
                    break
                yield joined


def _spelled_out(words: list[str]) -> Iterator[str]:
    """The words that single letters in a row make: `t e a` spells `tea`."""
    for single, letters in groupby(words, key=lambda part: len(part) == 1):
        if single:
            yield "".join(letters)


def _split(words: list[str]) -> Iterator[str]:
    """Every two neighbours of three letters or more as one word: `foot ball` says `football`."""
    return (one + other for one, other in pairwise(words) if len(one) >= LEAST_PART_LETTERS <= len(other))
