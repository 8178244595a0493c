"""Clues that built-in players give: phrased attributes, and vague ones for want of better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, permutations
from random import Random
from typing import Final

from agonist.core import Ask, IllegalAction

VAGUE: Final = (
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
)
"""Clues that are true of almost anything, for words that the lexicon does not have."""


def new_clue(attributes: Sequence[str], given: Iterable[str], ask: Ask, rng: Random) -> str:
    """The first of these attributes, alone or in pairs, that is legal and was not given; else a vague clue.

    Where clues must be so short, or are so many, that none is left to say, any text that may be said.
    """
    said = set(map(bare, given))
    for clue in chain(_phrased(attributes), _vague(rng)):
        if bare(clue) not in said and may_say(ask, clue):
            return clue
    return str(ask.sample(rng))


def _phrased(attributes: Sequence[str]) -> Iterator[str]:
    yield from (f"It {attribute}." for attribute in attributes)
    yield from (f"It {one} and {two}." for one, two in permutations(attributes, 2))


def _vague(rng: Random) -> Iterator[str]:
    vague = mixed(VAGUE, rng)
    yield from vague
    yield from (f"{one} {two}" for one, two in permutations(vague, 2))


def may_say(ask: Ask, clue: str) -> bool:
    """Whether this clue is a legal answer."""
    try:
        ask.check(clue)
    except IllegalAction:
        return False
    return True


def bare(clue: str) -> str:
    """A clue without what does not make it another one.

    >>> bare(" It  Barks! ")
    'it barks'
    """
    return " ".join(clue.casefold().strip(" .!").split())


def mixed(things: Sequence[str], rng: Random) -> list[str]:
    """These things in random order."""
    return sorted(things, key=lambda _: rng.random())
