"""Styles in which models write answers: each turns a tidy JSON answer into one as some models write it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from agonist.models.endpoint.model import MockModel
from agonist.models.endpoint.words import one

_THOUGHT: Final = "Others may expect the middle. I could do that too, but then so could everyone."


def plain(answer: str) -> str:
    """Unchanged."""
    return answer


def fenced(answer: str) -> str:
    """In a code block, after a sentence."""
    return f"Here is my answer:\n\n```json\n{answer}\n```"


def line_break(answer: str) -> str:
    """With a line break inside a string.

    >>> line_break('{"n": 1}')
    '{"reasoning": "First this,\\nthen that.", "n": 1}'
    """
    return '{"reasoning": "First this,\nthen that.", ' + answer.lstrip()[1:]


def unopened_thought(answer: str) -> str:
    """After a thought whose opening tag was part of the prompt."""
    return f"{_THOUGHT} Say {answer[: len(answer) // 2]}… yes.\n</think>\n\n{answer}"


def thought(answer: str) -> str:
    """After a thought between tags."""
    return f"<think>\n{_THOUGHT}\n</think>\n\n{answer}"


def single_quotes(answer: str) -> str:
    """With single quotes, as Python prints a dictionary."""
    try:
        return repr(json.loads(answer))
    except json.JSONDecodeError:
        return answer


def trailing_comma(answer: str) -> str:
    """With a comma before the last brace."""
    return re.sub(r"\}\s*$", ",}", answer)


def escaped_key(answer: str) -> str:
    """With keys escaped for Markdown."""
    return re.sub(r'"(\w+)"(?=\s*:)', lambda key: f'"{key[1].replace("_", chr(92) + "_")}"', answer)


def other_case(answer: str) -> str:
    """With keys in capitals."""
    return re.sub(r'"(\w+)"(?=\s*:)', lambda key: f'"{key[1].title()}"', answer)


def wrapped(answer: str) -> str:
    """Inside another object."""
    return f'{{"answer": {answer}}}'


def final(answer: str) -> str:
    """After a heading, as in a report."""
    return f"**Analysis**\n\n{_THOUGHT}\n\n**Final answer**\n\n{answer}"


def channels(answer: str) -> str:
    """In channels, one for thought and one for the answer."""
    analysis = f"<|channel|>analysis<|message|>{_THOUGHT}<|end|>"
    return f"{analysis}<|start|>assistant<|channel|>final<|message|>{answer}"


def comment(answer: str) -> str:
    """With a comment behind it."""
    return re.sub(r"\}\s*$", "  // what I decided\n}", answer)


STYLES: Final[Mapping[str, Callable[[str], str]]] = {
    style.__name__: style
    for style in (
        plain, fenced, line_break, unopened_thought, thought, single_quotes, trailing_comma, escaped_key,
        other_case, wrapped, final, channels, comment,
    )
}  # fmt: skip
"""Styles by name."""


def untidy(mock_model: MockModel, style: str = "") -> MockModel:
    """A mock model's answer in one style; without a style, each answer in a random one."""

    def talk(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        answer = mock_model(messages, rng)
        if not answer.lstrip().startswith("{"):
            return answer
        return STYLES[style or one(tuple(STYLES), rng)](answer)

    return talk
