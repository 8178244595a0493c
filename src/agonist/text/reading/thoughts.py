"""Separating thoughts from the answer in a model's text."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_NAMES: Final = (
    r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|inner_thoughts?)"
)

_CLOSES: Final = re.compile(
    rf"</\s*(?:[a-z]+[:_])?{_NAMES}\s*>"
    r"|\[/\s*think(?:ing)?\s*\]"
    r"|◁/\s*think(?:ing)?\s*▷"
    r"|<\|/\s*(?:think|thinking|inner_prefix)\s*\|>|<\|inner_suffix\|>"
    r"|<\|end_?(?:of_?)?(?:think|thinking|thought|reasoning)\|>|<\|(?:think|thinking|thought|reasoning)_end\|>"
    r"|<channel\|>"
    r"|<\|channel\|>\s*final\b[^<{]*(?:<\|constrain\|>[^<{]*)?<\|message\|>"
    # The tool calls of models that write in channels are answers, not thoughts.
    r"|<\|channel\|>\s*commentary\s+to=[^<{]*(?:<\|constrain\|>[^<{]*)?<\|message\|>"
    # The same without special tokens, as some servers send it.
    r"|(?<=\S)assistant\s*final(?=[\s{\[\"'*A-Z0-9])",
    re.IGNORECASE,
)
_OPENS: Final = re.compile(
    rf"<\s*(?:[a-z]+[:_])?{_NAMES}\s*>"
    r"|\[\s*think(?:ing)?\s*\]"
    r"|◁\s*think(?:ing)?\s*▷"
    r"|<\|\s*(?:think|thinking|inner_prefix)\s*\|>"
    r"|<\|(?:start|begin)_?(?:of_?)?(?:think|thinking|thought|reasoning)\|>"
    r"|<\|(?:think|thinking|thought|reasoning)_start\|>"
    r"|<\|channel>\s*(?:thought|analysis)"
    r"|<\|channel\|>\s*(?:analysis|commentary)\b(?!\s+to=)",
    re.IGNORECASE,
)
_TOKENS: Final = re.compile(
    r"<\|(?:start|end)_(?:response|action|text)\|>|"
    r"<\|(?:start|end|return|call|im_end|im_start|eot_id|endoftext|message|assistant|end_of_text)\|>"
    r"|<(?:end_of_turn|eos|/s)>|</s>",
    re.IGNORECASE,
)

_MAY_THINK: Final = re.compile(r"[<\[◁]|assistant", re.IGNORECASE)
"""A part that every mark above has."""


class ThoughtParts(NamedTuple):
    """A text in parts; `unfinished`: another thought begins after the last one that ended."""

    thought: str
    answer: str
    unfinished: bool


def split_thought(text: str) -> ThoughtParts:
    """The thought and the answer in a text. Everything up to the last mark that closes a thought is thought,
    even without an opening mark.

    >>> split_thought("First {1}. Or {2}?</think>{3}")
    ThoughtParts(thought='First {1}. Or {2}?</think>', answer='{3}', unfinished=False)
    >>> split_thought("[THINK]Maybe {1}").unfinished
    True
    """
    if not _MAY_THINK.search(text):
        return ThoughtParts("", text.strip(), unfinished=False)
    ends = [found.end() for found in _CLOSES.finditer(text)]
    at = ends[-1] if ends else 0
    answer = text[at:]
    opened = _OPENS.search(answer)
    if opened:
        return ThoughtParts(text[: at + opened.start()], answer[opened.start() :], unfinished=True)
    return ThoughtParts(text[:at], _TOKENS.sub("", answer).strip(), unfinished=False)


def without_thought(text: str) -> str:
    """The text without any thought, finished or not, for others to read.

    >>> without_thought("<think>hm</think> 3"), without_thought("<think>hm")
    ('3', '')
    """
    parts = split_thought(text)
    return "" if parts.unfinished else parts.answer
