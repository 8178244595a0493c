"""Answers written as the call of a function: `drop_disc(column=4)`."""

from __future__ import annotations

import re
from typing import Final

from agonist.core import Ask, Menu
from agonist.text.answer_formats import key_of
from agonist.text.reading.labelled_lines import Given
from agonist.text.reading.object_keys import keys_of, values_of
from agonist.text.reading.own_final_answer import is_own
from agonist.text.reading.text_comparison import key_form

_CALL: Final = re.compile(
    r"\[?(?:print\()?(?:[\w]{1,40}\.)?(?P<name>\w{1,60})\((?P<given>[^()\n{}]{0,400}(?:\([^()\n]{0,100}\)[^()\n]{0,100}){0,3})\)\)?\]?;?"
)
_ARGUMENT: Final = re.compile(
    r"\s*(?P<key>\w{1,60})\s*=\s*(?:\"(?P<a>[^\"\\]*)\"|'(?P<b>[^'\\]*)'|(?P<c>\([^()]*\)|\[[^\[\]]*\]|[^,\"'()\[\]]+))\s*(?:,|$)"
)
_ONLY: Final = re.compile(r"\s*(?:(?P<quote>[\"'])(?P<quoted>[^\"'\\]+)(?P=quote)|(?P<number>\d{1,15}))\s*")
"""An argument without a name."""


def called(ask: Ask, text: str) -> Given | None:
    """The arguments, by name, of a call that is the whole text, or its last line and the only call; `None`
    for any other text.

    >>> from agonist.core import Choice
    >>> called(Choice((1, 2), about="column"), "drop_disc(column=2)").value
    {'column': '2'}
    """
    bare = text.strip(" \t\n`")
    found = _CALL.fullmatch(bare)
    begins = 0
    if found is None:
        lead, _, last = bare.rpartition("\n")
        found = None if "(" in lead else _CALL.fullmatch(last.strip())
        begins = text.rfind(last) if found else 0
    if found is None:
        return None
    name = re.sub(r"[_.]", " ", found[0].partition("(")[0])
    if not isinstance(ask, Menu) and not is_own(name):
        return None
    only = _ONLY.fullmatch(found["given"])
    if only is not None:
        verbs = {key_form(verb) for verb, _ in ask.verbs} if isinstance(ask, Menu) else frozenset()
        said = (only["quoted"] or only["number"]).strip()
        if key_form(found["name"]) in verbs:
            return Given({found["name"]: said}, begins, len(text))
        values = values_of({found["name"]: said}, key_of(ask), alone=True)
        return Given({key_of(ask): said}, begins, len(text)) if values and not verbs else None
    given, at = {}, 0
    while at < len(found["given"]):
        argument = _ARGUMENT.match(found["given"], at)
        if argument is None or argument["key"] in given:
            return None
        given[argument["key"]] = next(
            said for said in argument.group("a", "b", "c") if said is not None
        ).strip()
        at = argument.end()
    if isinstance(ask, Menu) and not any(key_form(key) == "action" for key in given):
        given = {"action": found["name"], **given}
    known = {key_form(key) for key in keys_of(ask)}
    if not any(key_form(key) in known for key in given):
        return None
    return Given(given, begins, len(text))
