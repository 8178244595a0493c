"""Lemmas, derivations and compounds of English words.

`word_families.txt.gz` is from the NIH SPECIALIST Lexicon, WordNet 3.0, Wiktionary by way of Etymological
Wordnet, and the CMU Pronouncing Dictionary (`word_families.LICENSE`); `scripts/word-families` makes it. A
line has a word, its lemmas as a noun, its lemmas otherwise, and the words that it is made from; `-` stands
for none. It is read when the first word is looked up.
"""

from __future__ import annotations

import gzip
from bisect import bisect_left
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

REMEMBERED: Final = 20_000
"""The most words whose entries are kept at hand."""


class WordEntry(NamedTuple):
    """What is known of a word: its lemmas as a noun and otherwise, and the words that it is made from."""

    nouns: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()


@cache
def _text() -> str:
    return gzip.decompress(Path(__file__).with_name("word_families.txt.gz").read_bytes()).decode()


@lru_cache(REMEMBERED)
def entry(word: str) -> WordEntry:
    """What is known of a word in lower case; words that have no other lemma and no parts have an empty entry.

    >>> entry("leaves"), entry("sunrise").bases
    (WordEntry(nouns=('leaf', 'leave'), others=('leave',), bases=()), ('rise', 'sun'))
    """
    text, start = _text(), f"{word} "

    def line(at: int) -> str:
        begin = text.rfind("\n", 0, at) + 1
        return text[begin : text.find("\n", at)] if text[at] != "\n" else text[begin:at]

    at = bisect_left(range(len(text)), start, key=line)
    found = line(at) if at < len(text) else ""
    if not found.startswith(start):
        return WordEntry()
    columns = found.split(" ")[1:]
    return WordEntry(*(tuple(column.split(",")) if column != "-" else () for column in columns))


@lru_cache(REMEMBERED)
def lemmas(word: str) -> tuple[str, ...]:
    """A word and its lemmas.

    >>> lemmas("broken"), lemmas("tea"), lemmas("rose")
    (('broken', 'break'), ('tea',), ('rose', 'rise'))
    """
    known = entry(word)
    return tuple(dict.fromkeys((word, *known.nouns, *known.others)))


@lru_cache(REMEMBERED)
def roots(word: str) -> tuple[str, ...]:
    """A word, its lemmas, and all words that these are made from, nearest first.

    A word that is a lemma itself has only itself as lemma here: a rose has no part in sunrise.

    >>> roots("waitresses"), roots("rose"), roots("snowshoe")
    (('waitresses', 'waitress', 'waiter', 'wait'), ('rose',), ('snowshoe', 'shoe', 'snow'))
    """
    known = entry(word)
    found = [word] if word in (*known.nouns, *known.others) else list(lemmas(word))
    for each in found:
        found += (base for base in entry(each).bases if base not in found)
    return tuple(found)


@lru_cache(REMEMBERED)
def origins(word: str) -> frozenset[str]:
    """The words that a word comes from and that come from no others themselves.

    >>> sorted(origins("waitresses")), sorted(origins("sunglasses")), sorted(origins("drunk"))
    (['wait'], ['glass', 'sun'], ['drink'])
    """
    first, *others = lemmas(word)
    found = {root for lemma in others or [first] for root in roots(lemma)}
    return frozenset(root for root in found if lemmas(root) == roots(root) == (root,)) or frozenset(found)


def is_form(text: str, word: str) -> bool:
    """Whether a text is a word, a form of it (its plural or another), or its singular.

    A plural in -s or -es that the list does not have is a form too.

    >>> is_form("broken", "break"), is_form("break", "broken"), is_form("wife", "wives")
    (True, False, True)
    """
    if word in lemmas(text) or set(entry(word).nouns) & {text, *entry(text).nouns}:
        return True
    plurals = (f"{word}s", f"{word}es") if word.endswith(("s", "x", "z", "ch", "sh")) else (f"{word}s",)
    return text in plurals and entry(text) == WordEntry()


def shared(one: str, other: str) -> str:
    """The nearest lemma, base or part that two words share; empty if there is none.

    >>> shared("waitress", "waiter"), shared("snowshoe", "horseshoe"), shared("carrot", "car")
    ('waiter', 'shoe', '')
    """
    for mine, theirs in ((lemmas(one), lemmas(other)), (roots(one), roots(other))):
        if found := next((root for root in mine if root in theirs), ""):
            return found
    return ""
