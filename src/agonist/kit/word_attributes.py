"""Attributes of words, and how well a clue fits a word."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import chain
from math import log
from pathlib import Path
from typing import Final

from agonist.core.word_families import origins

EMPTY: Final = frozenset(
    """a about all also an and any are as at be because been but by can could do does for from get gets goes
    had has have he her his how i if in into is it its just like many may might more most much my not of
    often on one or other our out over own she so some something sometimes than that the their them then
    there these they thing things think this to too us used very was we were what when where which while
    who will with word would you your""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Words without meaning for a clue."""

PARTICLES: Final = frozenset(
    "的地得是有在一二两个种了着过和与跟很也都会能可以用要就这那我你他它们来去上下里中到被把让给从为又不"
)
"""Chinese characters that alone say nothing about a thing."""


@dataclass(frozen=True)
class Lexicon:
    """Attributes by word, each to be read after "It" (in Chinese, after 它)."""

    attributes: Mapping[str, tuple[str, ...]]
    language: str = "en"

    @cached_property
    def _terms(self) -> Mapping[str, frozenset[str]]:
        return {
            word: self.terms(" ".join((word, *attributes))) for word, attributes in self.attributes.items()
        }

    def terms(self, text: str) -> frozenset[str]:
        """The meaningful terms of a text."""
        return characters(text) if self.language == "zh" else terms(text)

    @cached_property
    def _weights(self) -> Mapping[str, float]:
        """The weight of each term: the logarithm of the number of words divided by the number of words that
        have it."""
        counts = Counter(term for found in self._terms.values() for term in found)
        return {term: log(len(self._terms) / count) for term, count in counts.items()}

    def knows(self, word: str) -> bool:
        return word in self.attributes

    def fit(self, clue: str, word: str) -> float | None:
        """The share of a clue's terms that fit a word, from 0 to 1; `None` if none of its terms is known.

        >>> ours().fit("You drink it hot, from a cup.", "tea")
        1.0
        >>> ours().fit("It barks.", "tea")
        0.0
        >>> ours().fit("Xyzzy!", "tea")
        """
        weights = self._weights
        known = [term for term in self.terms(clue) if term in weights]
        if not known:
            return None
        has = self._terms[word]
        return sum(weights[t] for t in known if t in has) / sum(weights[t] for t in known)

    def related(self, word: str, count: int = 6) -> tuple[str, ...]:
        """The words with the most in common with a word, nearest first.

        >>> ours().related("tea", 1)
        ('coffee',)
        """
        return _kindred(self, word, count)

    def likeness(self, word: str, other: str) -> float:
        """The total weight of the terms that two words share."""
        return sum(self._weights[term] for term in self._terms[word] & self._terms[other])

    def __hash__(self) -> int:
        return id(self)


@cache
def _kindred(lexicon: Lexicon, word: str, count: int) -> tuple[str, ...]:
    near = sorted(lexicon.attributes, key=lambda other: (-lexicon.likeness(word, other), other))
    return tuple(other for other in near if other != word)[:count]


@cache
def ours(language: str = "en") -> Lexicon:
    """The lexicon of our own words, in English or Chinese (`zh`).

    >>> ours("zh").fit("要用开水泡叶子喝", "茶") > ours("zh").fit("要用开水泡叶子喝", "咖啡")
    True
    """
    name = "word_attributes_zh.csv" if language == "zh" else "word_attributes.csv"
    lines = Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines()[1:]
    attributes = {row["word"]: tuple(row["attributes"].split(";")) for row in csv.DictReader(lines)}
    return Lexicon(attributes, language)


@cache
def terms(text: str) -> frozenset[str]:
    """The words that the meaningful words of a text come from.

    >>> sorted(terms("It is served in cups, and drinking it keeps people awake."))
    ['awake', 'cup', 'drink', 'keep', 'person', 'serve']
    """
    words = (word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word not in EMPTY)
    return frozenset(chain.from_iterable(map(origins, words)))


@cache
def characters(text: str) -> frozenset[str]:
    """The pairs of adjacent characters of a Chinese text, since its words are not separated by spaces.

    Particles are left out and separate pairs; a character between two of them counts alone.

    >>> sorted(characters("它是一种水果，长在树上"))
    ['树', '水果', '长']
    """
    letters = "".join(
        letter if "\u4e00" <= letter <= "\u9fff" and letter not in PARTICLES else " " for letter in text
    )
    return frozenset(part[at : at + 2] for part in letters.split() for at in range(max(1, len(part) - 1)))
