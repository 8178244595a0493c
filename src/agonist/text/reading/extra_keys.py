"""What else an object holds beside the keys of the answer: only thoughts, and what says nothing about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Set
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Ask, Choice, Form, Menu, Speech
from agonist.core.ask import atoms
from agonist.text.reading.denial_wording import CONCLUDES, RETRACTS
from agonist.text.reading.object_keys import ASIDES, COUNTS, SPOKEN, VERB_KEYS, WRAPPERS, is_thought, keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.own_final_answer import last_sentence, takes_back
from agonist.text.reading.text_comparison import key_form

_RECONSIDERS: Final = re.compile(
    r"\b(?:make (?:that|it)|should (?:be|have been)|on second thoughts?|take (?:that|it) back|not my|(?:this"
    r"|that|it) (?:is|was) (?:for|from|of) (?:round|turn|player|another|my|their|the (?:next|last"
    r"|previous)))\b"
    rf"|不对|{RETRACTS.pattern}",
    re.IGNORECASE,
)
_OF_ME: Final = re.compile(r"\W*(?:i|my)\b", re.IGNORECASE)
_COMMENT: Final = re.compile(r"(?://|#)([^\n]*)|/\*(.*?)\*/", re.DOTALL)


def expect_one(ask: Ask, given: Mapping[str, Any], terms: OptionNames) -> None:
    """Raise `AmbiguousAnswer` for a key that was not asked for: it may give another answer, or take this one
    back. Thoughts are read past, and behind the answer only if they do not take it back.

    >>> from agonist.core import Amount
    >>> expect_one(Amount(0, 9, about="bid"), {"bid": "3", "revised_bid": "5"}, OptionNames())
    Traceback (most recent call last):
    agonist.core.errors.AmbiguousAnswer: 'revised_bid' was not asked for: leave it out
    """
    keys = {key_form(key) for key in keys_of(ask)}
    there = {key_form(name): value for name, value in given.items()}
    known = keys | _more_keys(ask)
    for key, atom in atoms(ask):
        if key_form(key) not in there:
            known |= terms.part_names(key, atom.choices) if isinstance(atom, Choice) else frozenset()
            known |= SPOKEN if isinstance(atom, Speech) else {one for one in there if _joins(there, one, key)}
    after = False
    for name, value in given.items():
        after = after or key_form(name) in keys
        if is_thought(name) and key_form(name) not in known:
            if after and isinstance(value, str) and _RECONSIDERS.search(value):
                raise AmbiguousAnswer(f"{name!r} takes the answer back; give one")
        elif (
            key_form(name) not in known | ASIDES
            and value not in (None, "", [], {})
            and not _repeats(value, there, keys)
        ):
            raise AmbiguousAnswer(f"{name!r} was not asked for: leave it out")


def expect_consistent(
    given: Iterable[Mapping[str, Any] | None],
    names_another: Callable[[str], bool],
    says_another: Callable[[str], bool],
) -> None:
    """Raise `AmbiguousAnswer` where a thought beside an answer ends in another one: it names one where it
    concludes, or says one of its writer (`says_another`)."""
    for one in given:
        for name, value in (one or {}).items():
            if not isinstance(value, str) or not is_thought(name):
                continue
            concluded, last = CONCLUDES.search(value), last_sentence(value)
            if (concluded and names_another(concluded[0])) or (_OF_ME.match(last) and says_another(last)):
                raise AmbiguousAnswer(f"{name!r} ends in another answer; give one")


def _repeats(value: Any, there: Mapping[str, Any], keys: Set[str]) -> bool:
    return isinstance(value, str) and value.isalpha() and value in map(there.get, keys)


def _joins(there: Mapping[str, Any], name: str, key: str) -> bool:
    """Whether a key holds an object with the rest of another: `keep` with `hats` for `keep_hats`."""
    return isinstance(there[name], dict) and key_form(key) in {name + key_form(rest) for rest in there[name]}


def _more_keys(ask: Ask) -> frozenset[str]:
    """Other keys that may hold a part of an answer."""
    match ask:
        case Menu():
            return frozenset(key_form(verb) for verb, _ in ask.verbs) | WRAPPERS | frozenset(VERB_KEYS)
        case Form():
            return COUNTS
    return frozenset()


def expect_plain(raw: str) -> None:
    """Raise `AmbiguousAnswer` if a comment in an object takes something in it back."""
    if not any(mark in raw for mark in ("//", "#", "/*")):
        return
    try:
        json.loads(raw, strict=False)
    except (ValueError, RecursionError):
        said = " ".join(line or block for line, block in _COMMENT.findall(raw))
        if takes_back(said):
            raise AmbiguousAnswer("a comment may change the answer; leave it out") from None
