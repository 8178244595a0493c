"""Questions that ask for a word, a number or a marked passage, instead of an answer in the game's format."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from agonist.models.endpoint.words import REASONS, SAYINGS, one

_WORDS: Final = re.compile(r"\b[Ww]rite (\w+) or (\w+) and nothing else")
_RANGE: Final = re.compile(r"\bfrom (\d+) \([^)]*\) to (\d+) \([^)]*\)\? Write the number")
_NUMBER: Final = re.compile(r"\bWrite its number and nothing else")
_NUMBERED: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)
_TAGS: Final = re.compile(r"between <(\w+)> and </\1>")


def aside(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """A possible answer to such a question; empty if the last message asks none.

    >>> aside([{"role": "user", "content": "Is it good? Write yes or no and nothing else."}], Random(1))
    'yes'
    """
    last = messages[-1]["content"]
    if found := _WORDS.search(last):
        return found[1 + int(rng.random() * 2)]
    if found := _RANGE.search(last):
        low, high = int(found[1]), int(found[2])
        return str(low + int(rng.random() * (high - low + 1)))
    if _NUMBER.search(last):
        numbers = _NUMBERED.findall(messages[-2]["content"]) if len(messages) > 1 else []
        return str(one(numbers or ("0",), rng))
    if found := _TAGS.search(last):
        lines = dict.fromkeys(str(one(SAYINGS, rng)) for _ in range(4))
        said = "\n".join(lines) if found[1] == "actions" else f"{one(REASONS, rng)} {one(REASONS, rng)}"
        return f"<{found[1]}>\n{said}\n</{found[1]}>"
    return ""
