"""Answers that are alone in the last line of a text, below its reasoning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, InvalidAnswer, Menu, Split, UnreadableAnswer
from agonist.text.formats import key_of
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.choices import OptionNames, option
from agonist.text.reading.sentences import in_a_sentence

_EMPHASIS: Final = re.compile(r"[*_`]+")
_BOLD_END: Final = re.compile(
    r"(?:(?<=[.!?:;,→])|(?<==)|(?<=->)|(?<==>))\s+\*\*(?P<said>[^*\n]+)\*\*[.!]?\s*$"
)
_MINE: Final = re.compile(
    r"\b(?:my|answer|i(?:['’]ll| will|['’]d| would)?|i am|i['’]m|so|therefore|thus|decision|final"
    r"|here(?:['’]s| is))\b",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:they|their|he|his|she|her|opponents?|others?|everyone|last|previous|if|would|could|should|might"
    r"|maybe|perhaps|or|average|example|e\.g|said|says?|told|proposed|format)\b|[?]",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"[-•–]\s|\d{1,2}[.)]\s")
_PAIR_LINE: Final = re.compile(
    r"[\s>*•–-]*(?:\d{1,2}[.)]\s+)?(?P<name>[^\W_][\w ()]{0,40}?)[\s*_]*(?:[:=]|→|->|[–—]"
    r"|\bgets\b)[\s*_]*(?P<number>\d[^\n]{0,40})$"
)
_SENTENCES: Final = re.compile(r"(?<=[.!])\s+")
_MOST_CHARACTERS: Final = 60


def ending(ask: Ask, text: str, terms: OptionNames) -> Any:
    """The action at the end of a text: in its last line, in bold, or in the last sentence of its only line;
    for a split, the shares in lines of their own.

    Raises `UnreadableAnswer` if there is none or it is in doubt.
    """
    missing = UnreadableAnswer("the last line is not an answer")
    if isinstance(ask, Split):
        return _pairs_below(ask, text, terms, missing)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    last = _BOLD_END.search(text)
    if last:
        said, before = last["said"], [*lines[:-1], text[: last.start()].splitlines()[-1]]
    elif len(lines) > 1 and re.search(r"\n\s*\n[^\n]+$|:[\s*_]*\n[^\n]+$", text.rstrip()):
        said, before = lines[-1], lines[:-1]
    elif isinstance(ask, Choice) and len(lines) == 1 and len(sentences := _SENTENCES.split(lines[0])) > 1:
        said, before = sentences[-1], sentences[:-1]
        if "?" in lines[0] or any(map(str.isdigit, said)) or any(_OTHERS.search(one) for one in before):
            raise missing
    else:
        raise missing
    if "?" in said or len(said) > _MOST_CHARACTERS or _LISTED.match(said):
        raise missing
    lead = _EMPHASIS.sub("", before[-1]).strip()
    if not lead.endswith((".", "!", "…", ")", "→", "=", "->", "=>")) and (
        not _MINE.search(lead) or _OTHERS.search(lead)
    ):
        raise missing
    action = _alone(ask, _EMPHASIS.sub("", said).strip(), terms)
    if action is None or any(_alone(ask, line, terms) not in (None, action) for line in before):
        raise missing
    return action[0]


def _alone(ask: Ask, said: str, terms: OptionNames) -> list[Any] | None:
    """A list with the action of a line that contains nothing else; otherwise `None`."""
    said = said.strip(" \t.!*_`#")
    with suppress(InvalidAnswer):
        match ask:
            case Amount() | Choice():
                return [atom_from(ask, said, terms, key_of(ask))]
            case Form() if (given := in_a_sentence(ask, said, terms)) is not None:
                return [action_from(ask, given, terms)]
            case Menu():
                return [action_from(ask, {"action": said}, terms)]
    return None


def _pairs_below(ask: Split, text: str, terms: OptionNames, missing: UnreadableAnswer) -> Any:
    """The shares in the only list of a text, one per line: `Player 1: 97`."""
    lines = text.splitlines()
    found = [(nth, *pair) for nth, line in enumerate(lines) for pair in _pair(ask, line, terms)]
    if len(found) < 2:
        raise missing
    first, last = found[0][0], found[-1][0]
    if any(lines[nth].strip() for nth in range(first, last) if nth not in {at for at, _, _ in found}):
        raise missing
    lead = next((line for line in reversed(lines[:first]) if line.strip()), "")
    if _OTHERS.search(lead) or len({name for _, name, _ in found}) < len(found):
        raise missing
    return atom_from(ask, {name: number for _, name, number in found}, terms, key_of(ask))


def _pair(ask: Split, line: str, terms: OptionNames) -> Iterator[tuple[str, str]]:
    if found := _PAIR_LINE.fullmatch(_EMPHASIS.sub("", line)):
        name = found["name"].strip()
        with suppress(InvalidAnswer):
            option(ask.among, name, key_of(ask), terms)
            if any(map(str.isalpha, name)):
                yield name, found["number"].strip()
