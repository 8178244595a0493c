"""Re-skins: other words for a game whose rules stay, and counterfactuals: other rules than everybody knows.

A player who has read a game often may play its names from memory. Under other names only its rules say what
is good, and under other rules memory is wrong. The cells of such a test are called plain, labels (other
names), payoffs (other rules) and both, as in arXiv 2603.19167.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, Final, TypeAlias

Draw: TypeAlias = Callable[[Random, Any], Mapping[str, Any]]
"""(rng, the game with its usual options) -> the options that differ."""

VOWELS: Final = frozenset("aeiou")
"""Before these, a is an."""


@dataclass(frozen=True)
class Story:
    """A setting in which a game is told, and the names that fit into it."""

    opening: str
    """A sentence or two before the rules."""

    names: Mapping[str, str]
    """Names to choose from, for one or more blanks of `Skins.words`, both separated by spaces.

    The blanks of one entry get different names. Endings are added to names, as in `{act}ed`, so they are
    regular; `_` stands for a space within one."""


@dataclass(frozen=True)
class Skins:
    """The re-skins of one game: which of its words have other names, and the stories that they come from.

    Only what everybody would call otherwise in another setting has other names: actions, things, marks and
    the title. What the question is called in an answer (`Ask.about`) stays.
    """

    words: Mapping[str, str]
    """By a word of the game's own (or several, or one of its forms), the words in its place, with blanks. A
    single letter is replaced only in its case; any other word in lower or upper case, and also where an s is
    added to it, which is then added to the words in its place."""

    stories: Sequence[Story]

    plain_only: Container[str] = frozenset()
    """Other words for options, in lower case, that only the game's own names have."""

    def drawn(self, seed: int, game: str) -> Skin:
        """The re-skin of this seed.

        >>> skins = Skins({"X": "{one}", "O": "{other}"}, [Story("Two signs.", {"one other": "A B C"})])
        >>> skins.drawn(1, "a game").say("X wins, O loses.")
        'B wins, C loses.'
        """
        rng = Random(f"labels/{game}/{seed}")
        story = rng.choice(self.stories)
        chosen: dict[str, str] = {}
        for blanks, names in story.names.items():
            wanted = blanks.split()
            drawn = rng.sample(names.split(), len(wanted))
            chosen |= zip(wanted, [name.replace("_", " ") for name in drawn], strict=True)
        words = {plain: template.format(**chosen) for plain, template in self.words.items()}
        return Skin(words, story.opening.format(**chosen), self.plain_only)


@dataclass(frozen=True)
class Skin:
    """Other words for those of a game."""

    words: Mapping[str, str]
    opening: str = ""
    plain_only: Container[str] = field(default=frozenset(), repr=False)
    """No part of the text: a set has another order in another process."""

    def say(self, text: str) -> str:
        """A text of the game in other words.

        >>> Skin({"defect": "fold", "X": "K"}).say("Defect, defector? X, x!")
        'Fold, defector? K, x!'
        >>> Skin({"ace": "king", "king": "ace"}).say("An ace beats kings.")
        'A king beats aces.'
        """
        return self._pattern.sub(self._other, text)

    @cached_property
    def _lower(self) -> Mapping[str, str]:
        return {(word if len(word) == 1 else word.casefold()): new for word, new in self.words.items()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # The longest first, so that a phrase goes before a word of it.
        words = sorted(self.words, key=lambda word: (-len(word), word))
        each = (re.escape(word) if len(word) == 1 else f"(?i:{re.escape(word)})s?" for word in words)
        return re.compile(rf"(?<!\w)(?:([Aa])n? )?({'|'.join(each)})(?!\w)" if words else r"(?!)")

    def _other(self, found: re.Match[str]) -> str:
        article, old = found.groups()
        plain = old if len(old) == 1 else old.casefold()
        new = self._lower.get(plain) or f"{self._lower[plain.removesuffix('s')]}s"
        if article and len(old) > 1:
            article += "n " if new[:1].casefold() in VOWELS else " "
        elif article:
            article = found[0].removesuffix(old)
        return f"{article or ''}{new[:1].upper() + new[1:] if old[:1].isupper() else new}"


@dataclass(frozen=True)
class Counterfactual:
    """Other rules than a game's usual ones, under its usual names.

    Most are other values of its options (`draw`). Where a game has none that change what is good, names are
    exchanged (`exchanged`): what is called rock then does what paper did, and the rules say so.
    """

    changes: str
    """A phrase that says what is good now, and what was."""

    draw: Draw = field(default=lambda _rng, _game: {})
    """The options that differ, drawn for a game."""

    exchanged: Sequence[Sequence[str]] = ()
    """Groups of words, all of one size: each word takes the place of another one of its group, in each group
    in the same way."""

    kept: Sequence[str] = ()
    """Phrases with such words that stay, such as the title."""

    def swap(self, seed: int) -> Skin:
        """The exchange of names that a seed draws, of which none stays.

        >>> sorted(Counterfactual("", exchanged=[("rock", "paper")]).swap(1).words.items())
        [('paper', 'rock'), ('rock', 'paper')]
        """
        if not self.exchanged:
            return Skin({})
        by = Random(f"exchanged/{seed}").randrange(1, len(self.exchanged[0]))
        other = {
            name: group[(nth + by) % len(group)] for group in self.exchanged for nth, name in enumerate(group)
        }
        return Skin({**other, **{phrase: phrase for phrase in self.kept}})

    def options(self, game: Any, seed: int) -> Mapping[str, Any]:
        """The options that a seed draws, for a game with its usual options."""
        return self.draw(Random(f"options/{seed}"), game)


def exchanged(changes: str, *groups: Sequence[str], kept: str = "") -> Sequence[Counterfactual]:
    """The only counterfactual of a game in which nothing but names can be exchanged."""
    return (Counterfactual(changes, exchanged=groups, kept=(kept,) if kept else ()),)


def counterfactual_of(among: Sequence[Counterfactual], game: str, seed: int) -> Counterfactual:
    """The counterfactual that a seed draws for the game of this name."""
    return Random(f"payoffs/{game}/{seed}").choice(among)
