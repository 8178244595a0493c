"""Separating thoughts from the answer in a model's text."""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, NamedTuple

from agonist.text.reading.text_comparison import key_form

_NAMES: Final = (
    r"(?:think|thinking|thought|thoughts|reasoning|reflection|scratchpad|analysis|inner_thoughts?"
    r"|ant_?thinking)"
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
    r"<\|start_header_id\|>\w*<\|end_header_id\|>|\[TOOL_CALLS\]|"
    r"<\|(?:start|end)_(?:response|action|text)\|>|"
    r"<\|(?:start|end|return|call|im_end|im_start|eot_id|endoftext|message|assistant|end_of_text|python_tag|eom_id)\|>|"
    r"<(?:end_of_turn|eos|/s)>",
    re.IGNORECASE,
)

_MARK: Final = re.compile(
    r"<(?P<closes>/?)\s*(?P<tag>[^\W\d_][\w.:-]{0,40})(?P<more>\s+[\w:-]+=[^<>\n]{0,80}|=[^<>\n]{0,80})?\s*(?P<void>/?)>"
    r"|\[(?P<ends>/?)\s*(?P<name>[^\W\d_][\w ]{0,30})\s*\]"
    r"|^[ \t]*(?P<fence>```|~~~)(?P<language>[^\n`]*)$"
    r"|(?P<comment><!--|/\*)"
    r"|^[ \t]*(?P<line>//)[^\n]*$"
    r"|(?P<struck>~~)(?!~)",
    re.MULTILINE,
)
_TRANSPARENT: Final = frozenset(
    """answer finalanswer final output response result reply toolcall toolcalls functioncall functioncalls
    functions function invoke tooluse tool parameter parameters param arg args arguments name argkey
    argvalue json code text message content decision action move choice vote bid guess number selection
    pick play value b i u em strong p br hr pre span div ul ol li table tbody thead tr td th h1 h2 h3 h4
    center font sub sup small mark body html assistant model""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Tags, as `key_form` gives them, whose content is text like any other."""

_LANGUAGES: Final = frozenset(
    """json json5 jsonc jsonl text txt plaintext plain markdown md yaml yml xml html python py toolcall
    toolcode toolcalls tool javascript js typescript ts answer output response action move bash sh
    none""".split()  # noqa: SIM905  as above
)
"""Languages of code blocks that hold an answer, as `key_form` gives them."""

_ENDS: Final = {"<!--": "-->", "/*": "*/", "~~": "~~"}
_MAY_THINK: Final = re.compile(r"[<\[◁]|assistant|```|~~|/\*|//")
"""A part that every mark above has."""

_LONGEST_STRUCK: Final = 1000
_MOST_TRIES: Final = 10
"""The most braces that begin no object, after which tags are no longer looked for in objects."""


class ThoughtParts(NamedTuple):
    """A text in parts; `unfinished`: another thought begins after the last one that ended."""

    thought: str
    answer: str
    unfinished: bool


def split_thought(text: str, keys: Iterable[str] = ()) -> ThoughtParts:
    """The thought and the answer in a text. Everything up to the last mark that closes a thought is
    thought, even without an opening mark. A tag, a code block or a comment that is no answer is thought,
    too, whatever it is called; inside a JSON object, marks are text. `keys`: of the answer, which may be
    tags.

    >>> split_thought("First {1}. Or {2}?</think>{3}")
    ThoughtParts(thought='First {1}. Or {2}?</think>', answer='{3}', unfinished=False)
    >>> split_thought("[THINK]Maybe {1}").unfinished
    True
    >>> split_thought('<plan>{1}</plan> {"a": "<think>"}').answer
    '{"a": "<think>"}'
    """
    if not _MAY_THINK.search(text):
        return ThoughtParts("", text.strip(), unfinished=False)
    inside = _Spans(text)
    at = max((found.end() for found in _CLOSES.finditer(text) if found.start() not in inside), default=0)
    opened = next((found for found in _OPENS.finditer(text, at) if found.start() not in inside), None)
    if opened:
        return ThoughtParts(text[: opened.start()], text[opened.start() :], unfinished=True)
    kept, open_at = _without_marked(text, at, inside, frozenset(map(key_form, keys)))
    if open_at is not None:
        return ThoughtParts(text[:open_at], text[open_at:], unfinished=True)
    return ThoughtParts(text[:at], _TOKENS.sub("", kept).strip(), unfinished=False)


def _without_marked(text: str, at: int, inside: _Spans, keys: frozenset[str]) -> tuple[str, int | None]:
    """The text from `at` without what is in marks, and where a mark begins that does not end."""
    marks = [mark for mark in _MARK.finditer(text, at) if mark.start() not in inside]
    ends: dict[str, list[int]] = {}
    for mark in reversed(marks):
        if mark["closes"] or mark["ends"] or (mark["fence"] and not mark["language"].strip()):
            ends.setdefault(_name(mark), []).append(mark.start())
    by_start = {mark.start(): mark for mark in marks}
    kept: list[str] = []
    in_block = -1
    for mark in marks:
        name = _name(mark)
        if mark.start() < at or mark.start() == in_block or name in keys:
            continue
        if (mark["line"] or mark["comment"]) and inside.ends and inside.ends[0] <= mark.start():
            continue  # behind an answer, a comment may take it back
        after = ends.get(name, [])
        while after and after[-1] <= mark.start():
            after.pop()
        if _is_plain(mark, name):
            in_block = after[-1] if mark["fence"] and after else in_block
            continue
        if mark["closes"] or mark["ends"]:
            kept, at = [], mark.end()
            continue
        end = _end_of(text, mark, by_start[after[-1]].end() if after else None)
        if end is None:
            if mark["name"] or mark["struck"]:
                continue
            return "".join([*kept, text[at : mark.start()]]), mark.start()
        kept.append(text[at : mark.start()])
        at = end
    return "".join([*kept, text[at:]]), None


def _end_of(text: str, mark: re.Match[str], closed: int | None) -> int | None:
    if mark["line"]:
        return mark.end()
    if said := mark["comment"] or mark["struck"]:
        found = text.find(
            _ENDS[said], mark.end(), mark.end() + _LONGEST_STRUCK if mark["struck"] else len(text)
        )
        return found + len(_ENDS[said]) if found >= 0 else None
    return closed


def _name(mark: re.Match[str]) -> str:
    return mark["fence"] or key_form(mark["tag"] or mark["name"] or "")


def _is_plain(mark: re.Match[str], name: str) -> bool:
    """Whether a mark is none of a thought: what it holds is text like any other."""
    if mark["fence"]:
        return not mark["language"].strip() or key_form(mark["language"]) in _LANGUAGES
    if mark["tag"]:
        return name in _TRANSPARENT or bool(mark["void"]) or (mark["more"] or "").startswith("=")
    return bool(mark["name"]) and name in _TRANSPARENT


class _Spans:
    """Where the JSON objects of a text are; marks in them are text."""

    def __init__(self, text: str) -> None:
        self.starts, self.ends = list[int](), list[int]()
        at, tries = text.find("{"), 0
        while at >= 0 and tries < _MOST_TRIES:
            try:
                _, end = _DECODER.raw_decode(text, at)
                self.starts.append(at)
                self.ends.append(end)
            except (ValueError, RecursionError):
                tries, end = tries + 1, at + 1
            at = text.find("{", end)

    def __contains__(self, at: int) -> bool:
        nth = bisect_left(self.starts, at) - 1
        return nth >= 0 and at < self.ends[nth]


_DECODER: Final = json.JSONDecoder(strict=False)


def without_thought(text: str, keys: Iterable[str] = ()) -> str:
    """The text without any thought, finished or not, for others to read. `keys`: tags that were asked for.

    >>> without_thought("<think>hm</think> 3"), without_thought("<think>hm")
    ('3', '')
    """
    parts = split_thought(text, keys)
    return "" if parts.unfinished else parts.answer
