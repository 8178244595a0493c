"""Answers that are taken back in the same text: `{"column": 3} No wait: 5`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Amount, Ask, Choice, InvalidAnswer, Menu
from agonist.text.formats import key_of, verb_choice
from agonist.text.reading.answers import atom_from
from agonist.text.reading.choices import OptionNames, mentions
from agonist.text.reading.keys import keys_of
from agonist.text.reading.lines import label
from agonist.text.reading.number_words import in_digits

_TAKES_BACK: Final = re.compile(
    r"\b(?:no,? wait|wait\b[,.!:…–—-]|wait,? (?:no|actually)|hm+,? (?:wait|no|actually)"
    r"|actually,? (?:no|wait|let|i)\b"
    r"|scratch that|strike that|on second thoughts?|(?:let me|i should|i must) (?:reconsider|rethink|correct)"
    r"|correction|i(?:['’]ve| have)? changed? my mind|i meant?\b|oops|sorry,)",
    re.IGNORECASE,
)
_NO: Final = re.compile(r"[?.,;:–—-]\s*no\b[,.:;]", re.IGNORECASE)
_MOST_CHARACTERS: Final = 1000


def expect_kept(ask: Ask, action: Any, text: str, after: int, terms: OptionNames) -> None:
    """Raise `AmbiguousAnswer` if the text after an answer takes it back and names another.

    `after`: the end of the last object in the text. A line that is labelled as the answer ends it, too.
    """
    labels = "|".join(map(label, keys_of(ask)))
    ends = [after, *(m.end() for m in re.finditer(rf"\b(?:{labels})\b[\W_]*[:=]", text, re.IGNORECASE))]
    found = _TAKES_BACK.search(text, max(ends))
    if found and any(_others(ask, action, text[found.end() :], terms)):
        raise AmbiguousAnswer("the answer is taken back, and another is named; give one")


def taken_back(ask: Ask, text: str, terms: OptionNames) -> bool:
    """Whether a text without a clear answer takes one back for another: `3. No wait: 5`."""
    if not isinstance(ask, Amount | Choice) or len(text) > _MOST_CHARACTERS:
        return False
    found = _TAKES_BACK.search(text) or _NO.search(text)
    if found is None:
        return False
    before, after = text[: found.start()].strip(), text[found.end() :]
    last = re.split(r"[.!?\n:]\s+", before.rstrip(" .!?,;–—-…"))[-1]
    with suppress(InvalidAnswer):
        action = atom_from(ask, last, terms, key_of(ask))
        return any(_others(ask, action, after, terms))
    return False


def _others(ask: Ask, action: Any, rest: str, terms: OptionNames) -> Iterator[bool]:
    match ask:
        case Amount():
            yield any(int(number) != action for number in re.findall(r"\d{1,18}", in_digits(rest)))
        case Choice():
            others = [option for option in ask.choices if option != action]
            yield mentions(others, rest, key_of(ask), terms) or (
                isinstance(action, int) and any(int(n) != action for n in re.findall(r"\d{1,9}", rest))
            )
        case Menu():
            verbs = [verb for verb in verb_choice(ask).choices if verb != action[0]]
            yield mentions(verbs, rest, "action", terms)
            parts = dict(ask.verbs)[action[0]].parts
            for (key, part), value in zip(parts, action[1:], strict=True):
                if isinstance(part, Choice):
                    yield mentions([o for o in part.choices if o != value], rest, key, terms)
