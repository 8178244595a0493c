"""Styles in which models write answers: each turns a tidy JSON answer into one as some models write it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from agonist.core import UsageError, nearest
from agonist.models.mock_endpoint.filler_sentences import one
from agonist.models.mock_endpoint.mock_model_type import MockModel

_ALL: Final = r"(?s)\A((.{0,6}).*)\Z"
_END: Final = r"\}\s*\Z"
_KEY: Final = r'"(\w+)"(?=\s*:)'
_THOUGHT: Final = "Others may expect the middle. I could do that too, but then so could everyone."

STYLES: Final[Mapping[str, tuple[str, str | Callable[[re.Match[str]], str]]]] = {
    "plain": (_ALL, r"\1"),
    "fenced": (_ALL, "Here is my answer:\n\n```json\n\\1\n```"),
    "line_break": (r"\A\s*\{", '{"reasoning": "First this,\nthen that.", '),
    "unopened_thought": (_ALL, rf"{_THOUGHT} Say \2… yes.\n</think>\n\n\1"),
    "thought": (_ALL, rf"<think>\n{_THOUGHT}\n</think>\n\n\1"),
    "single_quotes": (_ALL, lambda answer: repr(json.loads(answer[0]))),
    "trailing_comma": (_END, ",}"),
    "escaped_key": (_KEY, lambda key: key[0].replace("_", r"\_")),
    "other_case": (_KEY, lambda key: key[0].title()),
    "wrapped": (_ALL, r'{"answer": \1}'),
    "final": (_ALL, rf"**Analysis**\n\n{_THOUGHT}\n\n**Final answer**\n\n\1"),
    "channels": (
        _ALL,
        rf"<|channel|>analysis<|message|>{_THOUGHT}<|end|><|start|>assistant<|channel|>final<|message|>\1",
    ),
    "comment": (_END, "  // what I decided\n}"),
}
"""Styles by name: a pattern, and what takes its place in an answer (as in `re.sub`)."""


def untidy(mock_model: MockModel, style: str = "") -> MockModel:
    """A mock model's JSON answers in one style; without a style, each answer in a random one."""
    if style and style not in STYLES:
        raise UsageError(nearest("style", style, STYLES))

    def model(messages: Sequence[Mapping[str, str]], rng: Random) -> str:
        answer = mock_model(messages, rng)
        if not answer.lstrip().startswith("{"):
            return answer
        return re.sub(*STYLES[style or one(tuple(STYLES), rng)], answer)

    return model
