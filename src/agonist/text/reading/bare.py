"""An answer without a key: alone, boxed, in bold, or in a sentence."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, InvalidAnswer, Menu, Speech, Split, UnreadableAnswer
from agonist.text.formats import Format, key_of, label_of
from agonist.text.reading.amounts import without_kept
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.choices import Terms
from agonist.text.reading.keys import keys_of
from agonist.text.reading.lines import label
from agonist.text.reading.refusals import refuses
from agonist.text.reading.sentences import in_a_sentence
from agonist.text.reading.spelling import TAKES_BACK
from agonist.text.reading.statements import statements

FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)[\w+-]*[ \t]*$", re.MULTILINE)
_TAG: Final = re.compile(r"</?\s*(?:answer|final_answer|final|output|response)\s*>", re.IGNORECASE)
_BOXED: Final = re.compile(r"\\boxed\{(?:\\text\{)?([^{}]*)\}?\}")
_BOLD: Final = re.compile(r"(\*\*|__)[^*_]+\1[.!]?")
_I_SAY: Final = re.compile(
    r"(?:(?:i(?:['’]ll| will| would)?|let me) (?:choose|pick|bid|contribute|go with|select|say|play)"
    r"|my (?:answer|choice|number|bid|contribution) is)[:\s]+(?=\S+)",
    re.IGNORECASE,
)
_I_PROPOSE: Final = re.compile(
    r"(?:i (?:will )?(?:propose|suggest|offer)|(?:my|the) (?:proposal|plan|split|answer) is)"
    r"(?: the following| this)?(?: plan| split)?\s*:\s*(?=\S)",
    re.IGNORECASE,
)
_MY_CLUE: Final = re.compile(r"(?:my|the)(?: final)? (?:clue|answer|move|turn) is[:\s]+(?=\S)", re.IGNORECASE)
_PREAMBLE: Final = re.compile(
    r"(?:sure|ok(?:ay)?|certainly|of course|here(?:['’]s| is| are)|let me|let us)\b", re.IGNORECASE
)
_MARKS: Final = " \t\r\n*`#>"
_LONGEST: Final = 300
"""Characters of an answer that stands alone."""


def bare_answer(ask: Ask, text: str, form: Format, terms: Terms, *, final: bool) -> Any:
    """The action in a text without a key. `final`: the text was presented as the answer.

    Raises `UnreadableAnswer` with the form that was asked for, and `IllegalAction` for an option of another
    state.
    """
    text = _TAG.sub("", FENCE.sub("", text)).strip()
    said = text.strip(_MARKS)
    if not isinstance(ask, Form | Menu) and (head := _heading(key_of(ask)).match(said)):
        said = said[head.end() :]
    if final:
        said = re.sub(r"^is\b[\s:*_=]*", "", said)
    boxed = _BOXED.findall(said)
    if len(boxed) == 1:
        said = boxed[0]
    said = said.strip(_MARKS)
    missing = UnreadableAnswer(_wanted(ask, form))
    if said.startswith("{") and "}" not in said:  # an object that was broken off: {"d
        raise missing
    match ask:
        case Form():
            begin = _MY_CLUE.match(said)
            given = in_a_sentence(ask, said[begin.end() :] if begin else said)
            if given is None:
                raise missing
            return action_from(ask, given, terms)
        case Amount() if begin := _I_SAY.match(said) or _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Choice() if begin := _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Split() if begin := _I_PROPOSE.match(said):
            said = said[begin.end() :]
        case Speech():
            return _speech(ask, said, missing)
    ways = [said] if len(said) <= _LONGEST else []
    ways += _emphasised(text)
    ways += statements(ask, without_kept(text, ask.high) if isinstance(ask, Amount) else text)
    for way in ways:
        with suppress(UnreadableAnswer):
            if isinstance(ask, Menu):
                return action_from(ask, {"action": way}, terms)
            return atom_from(ask, way, terms, key_of(ask))
    raise missing


def _speech(ask: Speech, said: str, missing: UnreadableAnswer) -> str:
    if quote := _quoted(key_of(ask)).fullmatch(said):
        said = quote[1]
    if not said or re.search(r"[\n{]|:$", said) or refuses(said) or _PREAMBLE.match(said):
        raise missing
    quoted = said[:1] in "\"'“‘" and said[-1:] in "\"'”’" and len(said) > 1
    said = said[1:-1].strip() if quoted else said
    try:
        ask.check(said)
    except InvalidAnswer:
        raise missing from None
    return said


def _emphasised(text: str) -> list[str]:
    """The only line in bold, if a text begins or ends with it: `**120**`, and a reason below."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    bold = [line for line in lines if _BOLD.fullmatch(line)]
    if len(lines) < 2 or len(bold) != 1 or bold[0] not in (lines[0], lines[-1]) or "?" in text:
        return []
    rest = " ".join(line for line in lines if line != bold[0])
    return [] if TAKES_BACK.search(rest) else [bold[0].strip("*_. ")]


@cache
def _my(key: str) -> re.Pattern[str]:
    """How a sentence begins that gives what was asked for: `My chosen number is`."""
    return re.compile(rf"(?:my|the|our)(?: final)? {label(key)} (?:is|will be|:)[:\s]*(?=\S)", re.IGNORECASE)


@cache
def _heading(key: str) -> re.Pattern[str]:
    """What was asked for as a heading: its name alone in the first line."""
    return re.compile(rf"(?:my |your )?{label(key)}[ \t*_#]*\n\s*(?=\S)", re.IGNORECASE)


@cache
def _quoted(key: str) -> re.Pattern[str]:
    """A sentence that gives a text in quotes: `My guess is "lion".`"""
    nouns = "|".join(dict.fromkeys((label(key), label(key.rsplit("_", 1)[-1]), "answer")))
    return re.compile(
        rf"(?:my|the)(?: final)? (?:{nouns}) (?:is|will be)[:\s]*[\"“]([^\"“”\n]+)[\"”]\.?", re.IGNORECASE
    )


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
