"""Finding a forbidden word in a text, however it is written."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby, pairwise
from typing import Final

PLURALS: Final = {
    "brother": "brethren",
    "cherub": "cherubim",
    "child": "children",
    "corpus": "corpora",
    "die": "dice",
    "foot": "feet",
    "genus": "genera",
    "goose": "geese",
    "louse": "lice",
    "man": "men",
    "mouse": "mice",
    "ox": "oxen",
    "penny": "pence",
    "person": "people",
    "seraph": "seraphim",
    "staff": "staves",
    "tooth": "teeth",
    "woman": "women",
}
"""Irregular plurals. Compounds follow them: firemen, grandchildren."""

COMPOUNDED: Final = frozenset(
    ("man", "men", "child", "children", "goose", "mouse", "mice", "foot", "feet", "tooth", "teeth")
)
"""Words that end compounds."""

ENDINGS: Final = (
    ("y", "ies"),
    ("ey", "ies"),
    ("f", "ves"),
    ("fe", "ves"),
    ("us", "i"),
    ("o", "i"),
    ("is", "es"),
    ("is", "ides"),
    ("um", "a"),
    ("on", "a"),
    ("a", "ae"),
    ("ma", "mata"),
    ("ex", "ices"),
    ("ix", "ices"),
    ("nx", "nges"),
    ("eau", "eaux"),
    ("ieu", "ieux"),
    ("z", "zzes"),
    ("s", "sses"),
)
"""Endings in the singular and the plural. Forms that are not words do no harm."""

PART: Final = 3
"""The fewest letters in each part of a word that is split in two: `is land` does not count as `island`."""

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
    """Whether a text has this word or phrase, in the singular or plural, but not inside another word.

    Case, accents, look-alike letters of other alphabets, invisible characters, and whatever separates the
    words of a phrase or the letters of a word are ignored.

    >>> says("I like ICE_CREAMS.", "ice cream"), says("t-e-a", "tea"), says("Steam rises.", "tea")
    (True, True, False)
    """
    wanted = _forms(_bare(word))
    if wanted == frozenset({""}):
        return False
    bare = _bare(text)
    for spelling in {bare, bare.translate(LOOKALIKES)}:
        said = f" {spelling} {_spelled_out(spelling)} {_joined(spelling)} "
        if any(f" {form} " in said or f" {form.replace(' ', '')} " in said for form in wanted):
            return True
    return False


def _bare(text: str) -> str:
    """Letters and digits only, in lower case and without accents; anything between them becomes one space."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    seen = (c for c in letters if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(re.findall(r"[^\W_]+", "".join(seen).replace("'", "' ").replace("’", "' ")))


def _spelled_out(text: str) -> str:
    """The words that single letters in a row make: `t e a` spells `tea`."""
    runs = groupby(text.split(), key=lambda part: len(part) == 1)
    return " ".join("".join(letters) for single, letters in runs if single)


def _joined(text: str) -> str:
    """Every two neighbours of three letters or more as one word: `foot ball` says `football`."""
    pairs = pairwise(text.split())
    return " ".join(one + other for one, other in pairs if len(one) >= PART <= len(other))


@cache
def _forms(phrase: str) -> frozenset[str]:
    """A phrase with its first or last word as it is, in the plural, and in the singular if it has one.

    >>> {"fire fly", "fire flies"} <= _forms("fire fly"), "scissor" in _forms("scissors")
    (True, True)
    >>> "musea" in _forms("museum"), "oases" in _forms("oasis"), "analysis" in _forms("analyses")
    (True, True, True)
    """
    *start, last = phrase.split(" ")
    found = {" ".join((*start, form)) for form in (last, *_plurals(last), *_singulars(last)) if form}
    if start:
        # As in runners-up.
        first, *rest = phrase.split(" ")
        found |= {" ".join((form, *rest)) for form in (*_plurals(first), *_singulars(first)) if form}
    return frozenset(found)


def _plurals(word: str) -> set[str]:
    found = {f"{word}s", f"{word}es"}
    for one, many in ENDINGS:
        if word.endswith(one) and len(word) > len(one) + 1:
            found.add(word.removesuffix(one) + many)
    return found | {word.removesuffix(one) + many for one, many in PLURALS.items() if _ends(word, one)}


def _singulars(word: str) -> set[str]:
    found = {word.removesuffix(many) + one for one, many in PLURALS.items() if _ends(word, many)}
    for one, many in (*ENDINGS, ("", "es"), ("", "s")):
        # A short form without an ending may be another word: `be` is not the singular of `bees`.
        least = len(many) + (2 if one else 3)
        if word.endswith(many) and len(word) >= least and not word.endswith("ss"):
            found.add(word.removesuffix(many) + one)
    return found


def _ends(word: str, ending: str) -> bool:
    """Whether a word is another or a compound that ends in it: `fireman` and `man`, but not `human`."""
    if word == ending:
        return True
    return ending in COMPOUNDED and word.endswith(ending)
