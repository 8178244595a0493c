"""What the options of a question are called."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from agonist.text.accepted_words import PLAIN, Vocabulary
from agonist.text.answer_formats import Say, option_text
from agonist.text.reading.text_comparison import key_form, tokens


@dataclass(frozen=True, slots=True)
class OptionNames:
    """The names of options in one question: as listed, and their aliases."""

    say: Say = option_text
    vocabulary: Vocabulary = PLAIN
    memo: dict[tuple[Any, ...], Mapping[Any, Sequence[tuple[str, ...]]]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def spellings(self, key: str, option: Any) -> list[str]:
        """All names of an option."""
        return [self.say(key, option), *self.vocabulary.aliases(key, option)]

    def part_names(self, key: str, options: Sequence[Any]) -> frozenset[str]:
        """The names, as `key_form` gives them, of the parts of these options."""
        parts = (part for option in options for part in self.vocabulary.parts(key, option))
        return frozenset(key_form(name) for names, _ in parts for name in names)

    def names(self, key: str, options: Sequence[Any], said: str) -> bool:
        """Whether this is what one of these options is called."""
        return any(tokens(said) in ways for ways in self.spelled(key, options).values())

    def spelled(self, key: str, options: Sequence[Any]) -> Mapping[Any, Sequence[tuple[str, ...]]]:
        """The tokens of all the ways to call each option, its label first."""
        known = (key, *options)
        if known not in self.memo:
            self.memo[known] = {o: [tokens(way) for way in self.spellings(key, o)] for o in options}
        return self.memo[known]
