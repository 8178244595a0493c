"""Clues of built-in players: phrased attributes, or vague ones if there are none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations
from random import Random
from typing import Final

from agonist.core import Ask, IllegalAction

VAGUE: Final[Mapping[str, Sequence[str]]] = {
    "en": (
        "Most people have come across it.",
        "There is more than one kind of it.",
        "Children learn early what it is.",
        "It is nothing unusual.",
        "Everyone would recognise it.",
        "It has been around for a long time.",
        "People talk about it now and then.",
        "It is easier to show than to explain.",
        "Nearly every language has a name for it.",
        "Known.",
    ),
    "zh": (
        "大多数人都见过或听说过。",
        "它不止一种。",
        "小孩子很早就认识它。",
        "它并不稀奇。",
        "一提起来谁都知道。",
        "它由来已久。",
        "人们时不时会谈到它。",
        "说起来不容易，看一眼就明白。",
        "几乎每种语言都有它的名字。",
        "很常见。",
    ),
}
"""Clues that fit almost anything, for words that are not in the lexicon, by language."""

PHRASES: Final[Mapping[str, tuple[str, str, str]]] = {
    "en": ("It {}.", "It {} and {}.", " "),
    "zh": ("它{}。", "它{}，而且{}。", ""),
}
"""By language: the sentence for one attribute, for two, and the separator of sentences."""


def new_clue(
    attributes: Sequence[str], clues: Iterable[str], ask: Ask, rng: Random, language: str = "en"
) -> str:
    """The first of these attributes, alone or in pairs, that is legal and was not given; else a vague clue.

    If all of these are used or too long, any legal text.
    """
    given_before = set(map(bare, clues))
    for clue in chain(_phrased(attributes, language), _vague(rng, language)):
        if bare(clue) not in given_before and may_say(ask, clue):
            return clue
    return str(ask.sample(rng))


def _phrased(attributes: Sequence[str], language: str) -> Iterator[str]:
    alone, together, _ = PHRASES[language]
    yield from (alone.format(attribute) for attribute in attributes)
    yield from (together.format(one, two) for one, two in permutations(attributes, 2))


def _vague(rng: Random, language: str) -> Iterator[str]:
    vague, between = mixed(VAGUE[language], rng), PHRASES[language][2]
    yield from vague
    yield from (f"{one}{between}{two}" for one, two in permutations(vague, 2))


def may_say(ask: Ask, clue: str) -> bool:
    """Whether the clue is a legal answer."""
    try:
        ask.check(clue)
    except IllegalAction:
        return False
    return True


def bare(clue: str) -> str:
    """A clue in lower case, without extra spaces and the marks around it, to compare clues.

    >>> bare(" It  Barks! ")
    'it barks'
    """
    return " ".join(clue.casefold().strip(" .!。！").split())


def mixed(things: Sequence[str], rng: Random) -> list[str]:
    """These things in random order."""
    return sorted(things, key=lambda _: rng.random())
