"""The stages of reading: thoughts are removed, candidates are found, the only one is taken, and its parts are
read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

from agonist.core import (
    AmbiguousAnswer,
    Ask,
    EmptyAnswer,
    Form,
    InvalidAnswer,
    Menu,
    RefusedAnswer,
    Speech,
    TruncatedAnswer,
    UnreadableAnswer,
)
from agonist.text.accepted_words import PLAIN, Vocabulary
from agonist.text.answer_formats import Format, Say, option_text
from agonist.text.reading.actions import action_from
from agonist.text.reading.another_answer_named import names_another, own_words
from agonist.text.reading.answer_in_one_sentence import sentence
from agonist.text.reading.bare_answers import NOT_SO, direct_answer
from agonist.text.reading.denial_wording import SENTENCE_END
from agonist.text.reading.explanations import expect_kept
from agonist.text.reading.extra_keys import expect_consistent, expect_one, expect_plain
from agonist.text.reading.function_calls import called
from agonist.text.reading.impossible_numbers import expect_possible
from agonist.text.reading.json_objects import Found, objects
from agonist.text.reading.keyless_speech import FENCE
from agonist.text.reading.labelled_lines import each_in_a_line, lines
from agonist.text.reading.object_keys import answers_in, holds_an_answer, keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.other_keys import renamed
from agonist.text.reading.own_final_answer import expect_own, last_sentence, presents
from agonist.text.reading.prose import bare_answer
from agonist.text.reading.refusals import refuses
from agonist.text.reading.tags import tagged
from agonist.text.reading.thoughts import split_thought

ANSWER_CHARACTERS: Final = 200_000
"""Longer answers, in characters and without thoughts, are unreadable."""

_FINAL: Final = re.compile(
    r"\bfinal[ \t]+(?:answer|decision|choice|response|move|action|bid|vote|output|proposal|plan|clue)\b"
    r"|^[ \t>*_#]{0,20}(?:answer|response|output)[ \t*_:]{0,20}$",
    re.IGNORECASE | re.MULTILINE,
)
"""Phrases after which a text gives its answer."""

_BOXED_OBJECT: Final = re.compile(r"\\boxed\{\s*\\\{([^{}\\]*)\\\}\s*\}")
"""An object as LaTeX writes it in a box."""

_QUOTED: Final = re.compile(r"^[ \t]*>[^\n]*", re.MULTILINE)
"""Lines that are quoted."""


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
    parts = split_thought(text, keys_of(ask))
    if parts.unfinished:
        raise TruncatedAnswer("the answer ended before its thought did")
    if not parts.answer:
        problem = "the answer is empty"
        raise (
            TruncatedAnswer(f"{problem}: it was cut off at the length limit")
            if cut_off
            else EmptyAnswer(problem)
        )
    if len(parts.answer) > ANSWER_CHARACTERS:
        raise UnreadableAnswer(f"the answer is longer than {ANSWER_CHARACTERS} characters")
    terms = OptionNames(say, vocabulary)
    try:
        action = _read(ask, parts.answer, form, terms, cut_off=cut_off, complete=complete)
    except (UnreadableAnswer, AmbiguousAnswer) as why:
        if cut_off:
            raise TruncatedAnswer(f"the answer was cut off at the length limit ({why})") from None
        if isinstance(why, UnreadableAnswer) and refuses(parts.answer):
            raise RefusedAnswer("the answer is a refusal") from None
        raise
    expect_possible(ask, action, vocabulary)
    return action


def _read(ask: Ask, text: str, form: Format, terms: OptionNames, *, cut_off: bool, complete: bool) -> Any:
    text = each_in_a_line(ask, _BOXED_OBJECT.sub(r"{\1}", _QUOTED.sub("", text)))
    found = objects(text, complete=complete and not cut_off)
    if cut_off:
        # After the start, what looks like an answer may be a draft of one that is missing.
        text, found = _beginning(text, found)
    finals = _finals(text, found)
    if finals:
        at = finals[0]
        after = [Found(f.value, f.start - at, f.end - at) for f in found if f.start >= at]
        try:
            action = _from(ask, text[at:], after, form, terms)
        except UnreadableAnswer:
            return _from(ask, text, found, form, terms)
        for before in finals[1:]:
            line = text[before:].partition("\n")[0]
            with suppress(UnreadableAnswer):
                if _from(ask, line, objects(line), form, terms) != action:
                    raise AmbiguousAnswer("two final answers differ; give one")
        return action
    return _from(ask, text, found, form, terms)


def _finals(text: str, found: list[Found]) -> list[int]:
    """Where answers begin that the text presents as its final one, the last first."""
    ends = []
    inside = [(one.start, one.end) for one in found]
    for mark in reversed([*_FINAL.finditer(text)][-_MOST_FINAL:]):
        line = text[text.rfind("\n", 0, mark.start()) + 1 : mark.end()]
        if presents(last_sentence(line)) and not any(start < mark.start() < end for start, end in inside):
            at = mark.end()
            is_ = re.compile(r"[ \t]*(?:is|will be)?[\s:*_=]*", re.IGNORECASE).match(text, at)
            ends.append(is_.end() if is_ else at)
    return ends


_MOST_FINAL: Final = 20


def _beginning(text: str, found: list[Found]) -> tuple[str, list[Found]]:
    first = found[0] if found else None
    if first and first.value is not None and not FENCE.sub("", text[: first.start]).strip():
        return text, [first]
    whole_lines = text[: text.rfind("\n") + 1]
    return (whole_lines.split("\n")[0], []) if ":" in whole_lines.split("\n")[0] else ("", [])


def _from(ask: Ask, text: str, found: list[Found], form: Format, terms: OptionNames) -> Any:
    """The action in a text, by the first form of answer that it uses."""
    given, spans = _from_objects(ask, text, found, terms)
    start, end = (spans[0][0], spans[-1][1]) if spans else (0, 0)
    if not given:
        if found and len(text) > 2:
            text = _without(text, found)
        for way in (lines, tagged, called):
            if one := way(ask, text):
                given, spans, start, end = [one.value], [], one.start, one.end
                break
    if given:
        action = _labelled(ask, given, terms)
    else:
        action, start, end = bare_answer(ask, text, form, terms)
    another = names_another(ask, action, terms)
    expect_consistent(given, another, lambda said: _says_another(ask, action, said, terms))
    for at, (begins, _) in zip([0, *(ends for _, ends in spans)], spans or [(start, end)], strict=False):
        if text[at:begins].strip():
            expect_own(text[at:begins], own_words(ask, terms), another)
            own = (said for said in SENTENCE_END.split(text[at:begins]) if said.startswith("I "))
            if any(_says_another(ask, action, said, terms) for said in own):
                raise AmbiguousAnswer("a sentence before the answer is another answer; give one")
    expect_kept(text, end, another, speech=isinstance(ask, Speech))
    return action


def _says_another(ask: Ask, action: Any, said: str, terms: OptionNames) -> bool:
    """Whether a sentence by itself is another answer."""
    try:
        return not isinstance(ask, Speech) and bool(sentence(ask, said, terms) != action)
    except InvalidAnswer:
        return False


def _labelled(ask: Ask, given: list[Mapping[str, Any] | None], terms: OptionNames) -> Any:
    """The action that all candidates agree on; behind a label, it may be in a sentence: `Answer: I bid 5.`"""
    try:
        return _only(ask, given, terms)
    except UnreadableAnswer:
        match given:
            case [{**only}] if len(only) == 1 and not isinstance(ask, Speech):
                ((key, said),) = only.items()
                if isinstance(said, str) and (key == "action" or not isinstance(ask, Form | Menu)):
                    with suppress(UnreadableAnswer):
                        return sentence(ask, said, terms)
        raise


def _without(text: str, found: list[Found]) -> str:
    """The text without its objects."""
    kept, at = list[str](), 0
    for one in found:
        kept.append(text[at : one.start])
        at = max(at, one.end)
    return "".join([*kept, text[at:]])


def _from_objects(
    ask: Ask, text: str, found: list[Found], terms: OptionNames
) -> tuple[list[Mapping[str, Any] | None], list[tuple[int, int]]]:
    """The objects with the answer's keys, `None` for an unreadable one, and where they begin and end."""
    given: list[Mapping[str, Any] | None] = []
    spans: list[tuple[int, int]] = []
    for value, start, end in found:
        if value is None:
            if _speaks(ask, text[start : start + 2000]):
                given.append(None)
                spans.append((start, end))
            continue
        inside: list[dict[str, Any]] = [*answers_in(ask, renamed(ask, value, terms), terms)]
        for one in inside:
            expect_one(ask, one, terms)
        if inside:
            expect_plain(text[start:end])
            given += inside
            spans.append((start, end))
        elif holds_an_answer(ask, value):
            raise UnreadableAnswer("it is not clear that the object in the answer is meant: give it alone")
    return given, spans


def _speaks(ask: Ask, text: str) -> bool:
    labels = (re.escape(key).replace("_", r"[ _\\-]*") for key in keys_of(ask))
    return re.search(rf"\b(?:{'|'.join(labels)})[\"'”’*`\\]*\s*[:=]", text, re.IGNORECASE) is not None


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
