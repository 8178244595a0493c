"""Answers in tags: `<bid>3</bid>`, and the parameters of a tool call in this form."""

from __future__ import annotations

import re
from functools import cache

from agonist.core import AmbiguousAnswer, Ask
from agonist.text.reading.labelled_lines import Given, label
from agonist.text.reading.object_keys import keys_of


def tagged(ask: Ask, text: str) -> Given | None:
    """The value of each key that has a tag, and where the tags are, or `None` if none has.

    Raises `AmbiguousAnswer` where the tags of one key say different things.

    >>> from agonist.core import Amount
    >>> tagged(Amount(0, 9, about="bid"), "<function=answer> <parameter=bid>3</parameter> </function>").value
    {'bid': '3'}
    """
    if "</" not in text:
        return None
    found = {key: [*_tag(key).finditer(text)] for key in keys_of(ask)}
    found = {key: tags for key, tags in found.items() if tags}
    for key, tags in found.items():
        if len({tag["value"].strip() for tag in tags}) > 1:
            raise AmbiguousAnswer(f"there are different tags for {key!r}")
    if not found:
        return None
    every = [tag for tags in found.values() for tag in tags]
    return Given(
        {key: tags[0]["value"].strip() for key, tags in found.items()},
        min(tag.start() for tag in every),
        max(tag.end() for tag in every),
    )


@cache
def _tag(key: str) -> re.Pattern[str]:
    name = label(key)
    return re.compile(
        rf"<\s*(?:(?P<own>{name})|(?:parameter|param|arg)(?:=|\s+name\s*=\s*)[\"']?{name}[\"']?)\s*>"
        rf"(?P<value>[^<]*)</\s*(?(own){name}|(?:parameter|param|arg))\s*>",
        re.IGNORECASE,
    )
