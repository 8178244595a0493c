"""Answers to questions for a word, a number, a passage between tags or a program, instead of a move."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from agonist.models.mock_endpoint.filler_sentences import REASONS, SAYINGS, one

_WORDS: Final = re.compile(r"\b[Ww]rite (\w+) or (\w+) and nothing else")
_RANGE: Final = re.compile(r"\bfrom (\d+) \([^)]*\) to (\d+) \([^)]*\)\? Write the number")
_NUMBER: Final = re.compile(r"\bWrite its number and nothing else")
_NUMBERED: Final = re.compile(r"^(\d+)\. ", re.MULTILINE)
_PROGRAM: Final = "choose(view, request, options, rng)"
_TAGS: Final = re.compile(r"between <(\w+)> and </\1>")

AT_RANDOM: Final = """```python
import json
import re


def choose(view, request, options, rng):
    if options:
        return rng.choice(options)
    return json.dumps({key: "hm" for key in re.findall(r'^- "(\\w+)"', request, re.MULTILINE)})
```"""
"""A program that answers at random."""


def short_answer(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
    """A possible answer to such a question; empty if the last message asks none.

    >>> short_answer([{"role": "user", "content": "Good? Write yes or no and nothing else."}], Random(1))
    'yes'
    """
    last = messages[-1]["content"]
    if _PROGRAM in last:
        return AT_RANDOM
    if found := _WORDS.search(last):
        return str(one(found.groups(), rng))
    if found := _RANGE.search(last):
        return str(one(range(int(found[1]), int(found[2]) + 1), rng))
    if _NUMBER.search(last):
        numbers = _NUMBERED.findall(messages[-2]["content"]) if len(messages) > 1 else []
        return str(one(numbers or ("0",), rng))
    if found := _TAGS.search(last):
        lines = dict.fromkeys(str(one(SAYINGS, rng)) for _ in range(4))
        passage = "\n".join(lines) if found[1] == "actions" else f"{one(REASONS, rng)} {one(REASONS, rng)}"
        return f"<{found[1]}>\n{passage}\n</{found[1]}>"
    return ""
