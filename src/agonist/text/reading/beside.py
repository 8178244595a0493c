"""What else an object holds beside the keys of the answer: nothing of it may be another answer."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Ask, Choice, InvalidAnswer, UnreadableAnswer
from agonist.core.ask import atoms
from agonist.text.reading.answers import atom_from
from agonist.text.reading.choices import OptionNames
from agonist.text.reading.doubt import takes_back
from agonist.text.reading.keys import is_thought, keys_of
from agonist.text.reading.spelling import key_form, tokens

_LATER: Final = re.compile(
    r"final|new|revis|correct|edit|updat|actual|real|instead|change|second|better|alternativ|or(?:_|$)",
    re.IGNORECASE,
)
"""Names of keys that may hold another answer."""

_VALID: Final = re.compile(r"valid|final|confirm|sure|submit|mine|real|legal|ready", re.IGNORECASE)
_VOID: Final = re.compile(r"cancel|draft|test|example|hypoth|ignore|void|undo|skip|retract", re.IGNORECASE)
"""Names of keys that say whether an answer is one."""

_AUTHORS: Final = frozenset(("by", "author", "source", "speaker", "who", "owner", "sender"))

_RECONSIDERS: Final = re.compile(
    r"\b(?:wait|scratch that|i change|chang(?:e|ed|ing) (?:my|it|the answer)|i meant"
    r"|correction|revised|edit:|make (?:that|it)"
    r"|should (?:be|have been)|on second thoughts?|take (?:that|it) back|ignore (?:this|that"
    r"|the above))\b|改|应该|不对",
    re.IGNORECASE,
)
_COMMENT: Final = re.compile(r"(?://|#)([^\n]*)|/\*(.*?)\*/", re.DOTALL)
_COUNTING: Final = re.compile(r"index|zero|0-|based", re.IGNORECASE)


def expect_one(ask: Ask, given: Mapping[str, Any], terms: OptionNames) -> None:
    """Raise `AmbiguousAnswer` if a key that was not asked for gives another answer, or takes this one back.

    >>> from agonist.core import Amount
    >>> expect_one(Amount(0, 9, about="bid"), {"bid": "3", "revised_bid": "5"}, OptionNames())
    Traceback (most recent call last):
    agonist.core.errors.AmbiguousAnswer: 'revised_bid' may be another answer than 'bid'
    """
    keys = {key_form(key): key for key in keys_of(ask)}
    known = set(keys)
    choices = [(key, atom) for key, atom in atoms(ask) if isinstance(atom, Choice)]
    for key, choice in choices:
        known |= terms.part_names(key, choice.choices)
    asked_for = [name for name in given if key_form(name) in keys]
    after = False
    for name, value in given.items():
        after = after or name in asked_for
        if key_form(name) in known or value is None or isinstance(value, dict):
            continue
        if isinstance(value, bool) and (_VOID if value else _VALID).search(name):
            raise AmbiguousAnswer(f"{name!r} says that this is no answer")
        if key_form(name) in _AUTHORS:
            raise AmbiguousAnswer(f"{name!r} says that this is somebody's answer; leave it out")
        if isinstance(value, str) and is_thought(name):
            if after and _RECONSIDERS.search(value):
                raise AmbiguousAnswer(f"{name!r} takes the answer back; give one")
            continue
        for key, atom in atoms(ask):
            if given.get(key) == value:
                continue
            related = _LATER.search(name) or set(tokens(name)) & set(tokens(key)) - {"action", "number"}
            named = (
                isinstance(atom, Choice)
                and isinstance(value, str)
                and value.strip().isalpha()
                and key in given
            )
            if (related or named) and _gives(atom, value, terms, key):
                raise AmbiguousAnswer(f"{name!r} may be another answer than {key!r}")
        if (
            isinstance(value, str)
            and _COUNTING.search(f"{name} {value}")
            and re.search("index|count|based", f"{name} {value}")
        ):
            raise AmbiguousAnswer(f"{name!r} says that numbers are counted in another way")


def expect_plain(raw: str) -> None:
    """Raise `AmbiguousAnswer` if a comment in an object takes something in it back."""
    if not any(mark in raw for mark in ("//", "#", "/*")):
        return
    try:
        json.loads(raw, strict=False)
    except (ValueError, RecursionError):
        said = " ".join(line or block for line, block in _COMMENT.findall(raw))
        if takes_back(said) or _COUNTING.search(said):
            raise AmbiguousAnswer("a comment may change the answer; leave it out") from None


def _gives(ask: Ask, value: Any, terms: OptionNames, key: str) -> bool:
    try:
        atom_from(ask, value, terms, key)
    except UnreadableAnswer:
        return False
    except InvalidAnswer:
        return True
    return True
