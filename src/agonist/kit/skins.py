"""Re-skins: other words for a game whose rules stay, and counterfactuals: other rules than everybody knows.

A player who has read a game often may play its names from memory. Under other names only its rules say what
is good, and under other rules memory is wrong. The cells of such a test are called plain, labels (other
names), payoffs (other rules) and both, as in arXiv 2603.19167.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any, TypeAlias

Draw: TypeAlias = Callable[[Random, Any], Mapping[str, Any]]
"""(rng, the game with its usual options) -> the options that differ."""


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
    single letter is replaced only in its case; any other word in lower or upper case."""

    stories: Sequence[Story]

    plain_only: frozenset[str] = frozenset()
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
    plain_only: frozenset[str] = frozenset()

    def say(self, text: str) -> str:
        """A text of the game in other words.

        >>> Skin({"defect": "fold", "X": "K"}).say("Defect, defector? X, x!")
        'Fold, defector? K, x!'
        """
        return self._pattern.sub(self._other, text)

    def over(self, first: Skin) -> Skin:
        """This skin over another one, whose new words are words of the game's own.

        >>> swapped = Skin({"rock": "paper", "paper": "rock"})
        >>> Skin({"rock": "oak", "paper": "elm"}).over(swapped).say("rock")
        'elm'
        """
        return replace(self, words={**self.words, **{old: self.say(new) for old, new in first.words.items()}})

    @cached_property
    def _lower(self) -> Mapping[str, str]:
        return {(word if len(word) == 1 else word.casefold()): new for word, new in self.words.items()}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        # The longest first, so that a phrase goes before a word of it.
        words = sorted(self.words, key=lambda word: (-len(word), word))
        each = (re.escape(word) if len(word) == 1 else f"(?i:{re.escape(word)})" for word in words)
        return re.compile(rf"(?<!\w)(?:{'|'.join(each)})(?!\w)" if words else r"(?!)")

    def _other(self, found: re.Match[str]) -> str:
        old = found[0]
        new = self._lower[old if len(old) == 1 else old.casefold()]
        return new[:1].upper() + new[1:] if old[:1].isupper() else new


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

    def swap(self, seed: int) -> Skin:
        """The exchange of names that a seed draws, of which none stays.

        >>> sorted(Counterfactual("", exchanged=[("rock", "paper")]).swap(1).words.items())
        [('paper', 'rock'), ('rock', 'paper')]
        """
        if not self.exchanged:
            return Skin({})
        by = Random(f"exchanged/{seed}").randrange(1, len(self.exchanged[0]))
        return Skin(
            {
                name: group[(nth + by) % len(group)]
                for group in self.exchanged
                for nth, name in enumerate(group)
            }
        )

    def options(self, game: Any, seed: int) -> Mapping[str, Any]:
        """The options that a seed draws, for a game with its usual options."""
        return self.draw(Random(f"options/{seed}"), game)


def counterfactual_of(among: Sequence[Counterfactual], game: str, seed: int) -> Counterfactual:
    """The counterfactual that a seed draws for the game of this name."""
    return Random(f"payoffs/{game}/{seed}").choice(among)
