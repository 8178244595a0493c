"""The stages of reading: thought off, candidates found, one of them chosen, and its parts read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from agonist.core import (
    AmbiguousAnswer,
    Amount,
    Ask,
    Choice,
    EmptyAnswer,
    Form,
    InvalidAnswer,
    Menu,
    RefusedAnswer,
    Speech,
    TruncatedAnswer,
    UnreadableAnswer,
)
from agonist.text.formats import Format, Say, key_of, label_of, plain
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.bounds import expect_possible
from agonist.text.reading.choices import Terms
from agonist.text.reading.direct import NOT_SO, direct_answer
from agonist.text.reading.keys import answers_in, keys_of
from agonist.text.reading.lines import label, lines, without_tables
from agonist.text.reading.objects import Found, objects
from agonist.text.reading.refusals import refuses
from agonist.text.reading.sentences import in_a_sentence
from agonist.text.reading.tags import tagged
from agonist.text.reading.thoughts import split_thought
from agonist.text.vocabulary import PLAIN, Vocabulary

LONGEST: Final = 200_000
"""Characters beyond which an answer is not looked at: no question here needs a book."""

_FINAL: Final = re.compile(
    r"\bfinal[ \t]+(?:answer|decision|choice|response|move|action|bid|vote|output|proposal|plan|clue)\b"
    r"|<\s*(?:answer|final_answer|final|output|response)\s*>"
    r"|^[\s>*_#]*(?:answer|response|output)[\s*_:]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Where a text presents what follows as its answer."""

_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_TAG: Final = re.compile(r"</?\s*(?:answer|final_answer|final|output|response)\s*>", re.IGNORECASE)
_BOXED: Final = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]*)\}?\}")
_I_SAY: Final = re.compile(
    r"(?:(?:i(?:['’]ll| will| would)?|let me) (?:choose|pick|bid|contribute|go with|select|say|play)"
    r"|my (?:answer|choice|number|bid|contribution) is)[:\s]+(?=\S+)",
    re.IGNORECASE,
)
_PREAMBLE: Final = re.compile(
    r"(?:sure|ok(?:ay)?|certainly|of course|here(?:['’]s| is| are)|let me|let us)\b", re.IGNORECASE
)
_MARKS: Final = " \t\r\n*`#>"


def read(
    ask: Ask,
    text: str,
    form: Format,
    say: Say = plain,
    *,
    vocabulary: Vocabulary = PLAIN,
    cut_off: bool = False,
    refused: bool = False,
) -> Any:
    """The action in an answer; it may still be illegal in ways that only `ask.check` knows.

    Raises an `InvalidAnswer` that tells the player what to do. `cut_off`: the text ended at the length limit,
    so that only an answer it begins with counts. `refused`: the endpoint says that this is a refusal.

    >>> read(Choice(("go", "stay"), about="decision"), "I am tired.\\nDecision: Stay", "line")
    'stay'
    >>> read(Choice(("go", "stay"), about="decision"), "{'Decision': 'STAY',}", "line")
    'stay'
    """
    if refused:
        raise RefusedAnswer("the endpoint or its model refused to answer")
    if not cut_off and (action := direct_answer(ask, text, say)) is not NOT_SO:
        expect_possible(ask, action, vocabulary)
        return action
    if len(text) > LONGEST:
        raise UnreadableAnswer(f"the answer is longer than {LONGEST} characters")
    parts = split_thought(text)
    if parts.unfinished:
        raise TruncatedAnswer("the answer ended before its thought did")
    if not parts.answer:
        problem = "the answer is empty"
        raise (
            TruncatedAnswer(f"{problem}: it was cut off at the length limit")
            if cut_off
            else EmptyAnswer(problem)
        )
    terms = Terms(say, vocabulary)
    try:
        action = _read(ask, parts.answer, form, terms, cut_off=cut_off)
    except UnreadableAnswer as why:
        if cut_off:
            raise TruncatedAnswer(f"the answer was cut off at the length limit ({why})") from None
        if refuses(parts.answer):
            raise RefusedAnswer("the answer is a refusal") from None
        raise
    expect_possible(ask, action, vocabulary)
    return action


def _read(ask: Ask, text: str, form: Format, terms: Terms, *, cut_off: bool) -> Any:
    text = without_tables(text)
    found = objects(text)
    if cut_off:
        # Later than at the start, what looks like an answer may be a draft of one that never came.
        text, found = _beginning(text, found)
    marks = [m for m in _FINAL.finditer(text) if not any(f.start < m.start() < f.end for f in found)]
    if marks:
        at = marks[-1].end()
        at += len(text[at:]) - len(text[at:].lstrip(" \t\n:*_="))
        after = [Found(f.value, f.start - at, f.end - at) for f in found if f.start >= at]
        try:
            return _from(ask, text[at:], after, form, terms, final=True)
        except UnreadableAnswer:
            pass
    return _from(ask, text, found, form, terms)


def _beginning(text: str, found: list[Found]) -> tuple[str, list[Found]]:
    first = found[0] if found else None
    if first and first.value is not None and not _FENCE.sub("", text[: first.start]).strip():
        return text[: first.end], [first]
    whole_lines = text[: text.rfind("\n") + 1]
    return (whole_lines.split("\n")[0], []) if ":" in whole_lines.split("\n")[0] else ("", [])


def _from(ask: Ask, text: str, found: list[Found], form: Format, terms: Terms, *, final: bool = False) -> Any:
    """The action in a text, by the first of the ways of writing that it uses."""
    ways = (_from_lines, _from_objects) if form == "line" else (_from_objects, _from_lines)
    for way in (*ways, _from_tags):
        given = way(ask, text, found)
        if given is not None:
            return _only(ask, given, terms)
    return _bare(ask, text, form, terms, final=final)


def _from_objects(ask: Ask, text: str, found: list[Found]) -> list[Mapping[str, Any] | None] | None:
    """The objects that speak of the answer; `None` in the list for one that does and cannot be read."""
    given: list[Mapping[str, Any] | None] = []
    for value, start, _ in found:
        if value is None:
            if _speaks(ask, text[start : start + 2000]):
                given.append(None)
        else:
            given += answers_in(ask, value)
    return given or None


def _speaks(ask: Ask, text: str) -> bool:
    labels = (re.escape(key).replace("_", r"[ _\\-]*") for key in keys_of(ask))
    return re.search(rf"\b(?:{'|'.join(labels)})[\"'”’*`\\]*\s*[:=]", text, re.IGNORECASE) is not None


def _from_lines(ask: Ask, text: str, found: list[Found]) -> list[Mapping[str, Any] | None] | None:
    del found
    given = lines(ask, text)
    return None if given is None else [given]


def _from_tags(ask: Ask, text: str, found: list[Found]) -> list[Mapping[str, Any] | None] | None:
    del found
    given = tagged(ask, text)
    return None if given is None else [given]


def _only(ask: Ask, given: list[Mapping[str, Any] | None], terms: Terms) -> Any:
    """The one action that all places agree on."""
    readings: list[Any] = []
    for one in given:
        try:
            if one is None:
                raise UnreadableAnswer("the JSON object cannot be read")
            readings.append(action_from(ask, one, terms))
        except InvalidAnswer as why:
            readings.append(why)
    errors = [reading for reading in readings if isinstance(reading, InvalidAnswer)]
    if errors and len(errors) == len(readings):
        raise errors[-1]
    if errors or any(action != readings[0] for action in readings):
        raise AmbiguousAnswer(f"the answer holds {len(readings)} different actions; give one")
    return readings[0]


def _bare(ask: Ask, text: str, form: Format, terms: Terms, *, final: bool) -> Any:
    """An action that stands alone, without a key."""
    said = _TAG.sub("", _FENCE.sub("", text)).strip(_MARKS)
    if final:
        said = re.sub(r"^is\b[\s:*_=]*", "", said)
    boxed = _BOXED.findall(said)
    if len(boxed) == 1:
        said = boxed[0]
    said = said.strip(_MARKS)
    missing = UnreadableAnswer(_wanted(ask, form))
    match ask:
        case Form():
            given = in_a_sentence(ask, said)
            if given is None:
                raise missing
            return action_from(ask, given, terms)
        case Amount() if begin := _I_SAY.match(said) or _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Choice() if begin := _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Speech():
            if not said or re.search(r"[\n{]|:$", said) or refuses(said) or _PREAMBLE.match(said):
                raise missing
            quoted = said[:1] in "\"'“‘" and said[-1:] in "\"'”’" and len(said) > 1
            said = said[1:-1].strip() if quoted else said
            try:
                ask.check(said)
            except InvalidAnswer:
                raise missing from None
            return said
    if len(said) > 300:
        raise missing
    try:
        if isinstance(ask, Menu):
            return action_from(ask, {"action": said}, terms)
        return atom_from(ask, said, terms, key_of(ask))
    except UnreadableAnswer:
        raise missing from None


@cache
def _my(key: str) -> re.Pattern[str]:
    """How a sentence begins that gives what was asked for: `My chosen number is`."""
    return re.compile(rf"(?:my|the|our)(?: final)? {label(key)} (?:is|will be|:)[:\s]*(?=\S)", re.IGNORECASE)


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
