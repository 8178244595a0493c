"""Answers in tags: `<bid>3</bid>`, and the parameters of a tool call in this form."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Ask, Form, Menu, Speech
from agonist.text.formats import key_of
from agonist.text.reading.keys import keys_of
from agonist.text.reading.lines import label

_DRAFT: Final = re.compile(r"<\s*(/?)\s*(draft|example|candidate|alternative|option)s?\s*>", re.IGNORECASE)
"""Tags that never contain an answer."""

_GENERIC: Final = re.compile(
    r"<\s*(?P<name>move|action|choice|decision|vote|bid|guess|number|selection|pick|play)\s*>(?P<value>[^<]*)"
    r"</\s*(?P=name)\s*>",
    re.IGNORECASE,
)
_OTHERS: Final = re.compile(
    r"\b(?:opponents?|they|their|your|last|previous|example|e\.g|format|like|if|not|player \d)\b",
    re.IGNORECASE,
)
"""Words that prevent a tag in their line from being the answer: it may be another player's, or an example."""


def tagged(ask: Ask, text: str) -> dict[str, Any] | None:
    """The value of each key that has a tag, or `None` if none has.

    Raises `AmbiguousAnswer` where the tags of one key say different things.

    >>> from agonist.core import Amount
    >>> tagged(Amount(0, 9, about="bid"), "<function=answer> <parameter=bid>\\n3\\n</parameter> </function>")
    {'bid': '3'}
    """
    if "</" not in text:
        return None
    text = _without_drafts(text)
    given: dict[str, Any] = {}
    for key in keys_of(ask):
        values = {found["value"].strip() for found in _tag(key).finditer(text)}
        if len(values) > 1:
            raise AmbiguousAnswer(f"there are {len(values)} different tags named {key!r}")
        if values:
            given[key] = values.pop()
    if not given and not isinstance(ask, Form | Speech):
        found = _GENERIC.finditer(text)
        own = [match for match in found if not _OTHERS.search(text[: match.start()].rpartition("\n")[2])]
        values = {value for match in own if (value := match["value"].strip())}
        if len(values) > 1:
            raise AmbiguousAnswer(f"there are {len(values)} different answers in tags")
        if values:
            given["action" if isinstance(ask, Menu) else key_of(ask)] = values.pop()
    return given or None


def _without_drafts(text: str) -> str:
    kept, at, inside, begun = list[str](), 0, "", 0
    for found in _DRAFT.finditer(text):
        closes, name = bool(found[1]), found[2].casefold()
        if not inside and not closes:
            inside, begun = name, found.start()
        elif closes and name == inside:
            kept.append(text[at:begun])
            at, inside = found.end(), ""
    return "".join([*kept, text[at:]])


@cache
def _tag(key: str) -> re.Pattern[str]:
    name = label(key)
    return re.compile(
        rf"<\s*(?:(?P<own>{name})|(?:parameter|param|arg)(?:=|\s+name\s*=\s*)[\"']?{name}[\"']?)\s*>"
        rf"(?P<value>[^<]*)</\s*(?(own){name}|(?:parameter|param|arg))\s*>",
        re.IGNORECASE,
    )
