"""The stages of reading: thoughts are removed, candidates are found, the only one is taken, and its parts are
read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from agonist.core import (
    AmbiguousAnswer,
    Amount,
    Ask,
    Choice,
    EmptyAnswer,
    InvalidAnswer,
    Menu,
    RefusedAnswer,
    TruncatedAnswer,
    UnreadableAnswer,
)
from agonist.text.formats import Format, Say, option_text
from agonist.text.reading.answers import action_from
from agonist.text.reading.bounds import expect_possible
from agonist.text.reading.choices import OptionNames
from agonist.text.reading.direct import NOT_SO, direct_answer
from agonist.text.reading.keys import answers_in, keys_of
from agonist.text.reading.lines import lines, without_tables
from agonist.text.reading.objects import Found, objects
from agonist.text.reading.prose import stated
from agonist.text.reading.refusals import refuses
from agonist.text.reading.retractions import expect_kept, taken_back
from agonist.text.reading.tags import tagged
from agonist.text.reading.thoughts import split_thought
from agonist.text.reading.unlabelled import FENCE, bare_answer
from agonist.text.vocabulary import PLAIN, Vocabulary

ANSWER_CHARACTERS: Final = 200_000
"""Longer answers, in characters, are unreadable."""

_FINAL: Final = re.compile(
    r"\bfinal[ \t]+(?:answer|decision|choice|response|move|action|bid|vote|output|proposal|plan|clue)\b"
    r"|<\s*(?:answer|final_answer|final|output|response)\s*>"
    r"|^[\s>*_#]*(?:answer|response|output)[\s*_:]*$",
    re.IGNORECASE | re.MULTILINE,
)
"""Phrases after which a text gives its answer."""
_OF_OTHERS: Final = re.compile(r"\b(?:their|his|her|your|opponent['’]s|player \d+['’]s)\s*$", re.IGNORECASE)
"""What makes a final bid somebody else's."""

_STRUCK: Final = re.compile(r"~~[^~\n]{1,200}~~")
"""Words that are struck out."""


def read(
    ask: Ask,
    text: str,
    form: Format,
    say: Say = option_text,
    *,
    vocabulary: Vocabulary = PLAIN,
    cut_off: bool = False,
    complete: bool = False,
    refused: bool = False,
) -> Any:
    """The action in an answer; `ask.check` may still refuse it.

    Raises an `InvalidAnswer` whose message tells the player what to do. `cut_off`: the text ended at the
    length limit, so only an answer at its beginning counts. `complete`: the endpoint says that the model
    ended the text, so a bracket missing at the end is added. `refused`: the endpoint says that this is a
    refusal.

    >>> from agonist.core import Choice
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
    if len(text) > ANSWER_CHARACTERS:
        raise UnreadableAnswer(f"the answer is longer than {ANSWER_CHARACTERS} characters")
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
    terms = OptionNames(say, vocabulary)
    try:
        action = _read(ask, parts.answer, form, terms, cut_off=cut_off, complete=complete)
    except UnreadableAnswer as why:
        if cut_off:
            raise TruncatedAnswer(f"the answer was cut off at the length limit ({why})") from None
        if taken_back(ask, parts.answer, terms):
            raise AmbiguousAnswer("the answer is taken back, and another is named; give one") from None
        if refuses(parts.answer):
            raise RefusedAnswer("the answer is a refusal") from None
        raise
    expect_possible(ask, action, vocabulary)
    return action


def _read(ask: Ask, text: str, form: Format, terms: OptionNames, *, cut_off: bool, complete: bool) -> Any:
    text = _STRUCK.sub("", without_tables(text))
    found = objects(text, complete=complete and not cut_off)
    if cut_off:
        # After the start, what looks like an answer may be a draft of one that is missing.
        text, found = _beginning(text, found)
    marks = [
        m
        for m in _FINAL.finditer(text)
        if not any(f.start < m.start() < f.end for f in found)
        and not _OF_OTHERS.search(text[: m.start()].rpartition("\n")[2])
    ]
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
    if first and first.value is not None and not FENCE.sub("", text[: first.start]).strip():
        return text[: first.end], [first]
    whole_lines = text[: text.rfind("\n") + 1]
    return (whole_lines.split("\n")[0], []) if ":" in whole_lines.split("\n")[0] else ("", [])


def _from(
    ask: Ask, text: str, found: list[Found], form: Format, terms: OptionNames, *, final: bool = False
) -> Any:
    """The action in a text, by the first form of answer that it uses."""
    ways = (_from_lines, _from_objects) if form == "line" else (_from_objects, _from_lines)
    for way in (*ways, _from_tags):
        given = way(ask, text, found)
        if given is not None:
            try:
                action = _only(ask, given, terms)
            except UnreadableAnswer:
                action = _in_a_label(ask, given, terms)
            expect_kept(ask, action, text, max((f.end for f in found), default=0), terms)
            return action
    return bare_answer(ask, text, form, terms, final=final)


def _in_a_label(ask: Ask, given: list[Mapping[str, Any] | None], terms: OptionNames) -> Any:
    """The action that a sentence after a label states: `Answer: I contribute 5 tokens.`"""
    match given:
        case [{**only}] if len(only) == 1 and isinstance(ask, Choice | Amount | Menu):
            ((key, said),) = only.items()
            if isinstance(said, str) and (key == "action" or not isinstance(ask, Menu)):
                with suppress(UnreadableAnswer):
                    return stated(ask, said, terms)
    return _only(ask, given, terms)


def _from_objects(ask: Ask, text: str, found: list[Found]) -> list[Mapping[str, Any] | None] | None:
    """The objects with the answer's keys; `None` in the list for one that cannot be read."""
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


def _only(ask: Ask, given: list[Mapping[str, Any] | None], terms: OptionNames) -> Any:
    """The action, if all objects or lines agree on one."""
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
