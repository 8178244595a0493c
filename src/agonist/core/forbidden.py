"""Finding a forbidden word in a text, however it is written."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import groupby
from typing import Final

PLURALS: Final = {
    "automaton": "automata",
    "brother": "brethren",
    "child": "children",
    "criterion": "criteria",
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
    "phenomenon": "phenomena",
    "staff": "staves",
    "tooth": "teeth",
    "woman": "women",
}
"""Irregular plurals. Compounds follow them: firemen, grandchildren."""

COMPOUNDED: Final = frozenset(
    ("man", "men", "child", "children", "goose", "mouse", "mice", "foot", "feet", "tooth", "teeth")
)
"""Words at whose end others are put together."""

ENDINGS: Final = (
    ("y", "ies"),
    ("f", "ves"),
    ("fe", "ves"),
    ("us", "i"),
    ("o", "i"),
    ("is", "es"),
    ("um", "a"),
    ("a", "ae"),
    ("ex", "ices"),
    ("ix", "ices"),
    ("eau", "eaux"),
    ("z", "zzes"),
    ("s", "sses"),
)
"""How other words end in the singular and the plural. Forms that are no words do no harm."""

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
        said = f" {spelling} {_spelled_out(spelling)} "
        if any(f" {form} " in said or f" {form.replace(' ', '')} " in said for form in wanted):
            return True
    return False


def _bare(text: str) -> str:
    """Letters and digits only, in lower case and without accents; anything between them is one blank."""
    letters = unicodedata.normalize("NFKD", text).casefold()
    seen = (c for c in letters if unicodedata.category(c) not in ("Mn", "Cf"))
    return " ".join(re.findall(r"[^\W_]+", "".join(seen).replace("'", "' ").replace("’", "' ")))


def _spelled_out(text: str) -> str:
    """The words that single letters in a row make: `t e a` spells `tea`."""
    runs = groupby(text.split(), key=lambda part: len(part) == 1)
    return " ".join("".join(letters) for single, letters in runs if single)


@cache
def _forms(phrase: str) -> frozenset[str]:
    """A phrase with its last word as it is, in the plural, and in the singular if it has one.

    >>> {"fire fly", "fire flies"} <= _forms("fire fly"), "scissor" in _forms("scissors")
    (True, True)
    >>> "musea" in _forms("museum"), "oases" in _forms("oasis"), "analysis" in _forms("analyses")
    (True, True, True)
    """
    *start, last = phrase.split(" ")
    return frozenset(" ".join((*start, form)) for form in {last, *_plurals(last), *_singulars(last)} if form)


def _plurals(word: str) -> set[str]:
    found = {f"{word}s", f"{word}es"}
    for one, many in ENDINGS:
        if word.endswith(one) and len(word) > len(one) + 1:
            found.add(word.removesuffix(one) + many)
    return found | {word.removesuffix(one) + many for one, many in PLURALS.items() if _ends(word, one)}


def _singulars(word: str) -> set[str]:
    found = {word.removesuffix(many) + one for one, many in PLURALS.items() if _ends(word, many)}
    for one, many in (*ENDINGS, ("", "es"), ("", "s")):
        if word.endswith(many) and len(word) > len(many) + 2 and not word.endswith("ss"):
            found.add(word.removesuffix(many) + one)
    return found


def _ends(word: str, ending: str) -> bool:
    """Whether a word is another or a compound that ends in it: `fireman` and `man`, but not `human`."""
    if word == ending:
        return True
    return ending in COMPOUNDED and word.endswith(ending)
