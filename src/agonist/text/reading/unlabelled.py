"""An answer without a key: alone, boxed, in bold, or in a sentence."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Menu, Speech, Split, UnreadableAnswer
from agonist.text.formats import Format, key_of, label_of
from agonist.text.reading.amounts import without_kept
from agonist.text.reading.answers import action_from, atom_from
from agonist.text.reading.choices import OptionNames
from agonist.text.reading.divisions import parcels
from agonist.text.reading.endings import ending
from agonist.text.reading.free_text import free_text
from agonist.text.reading.keys import keys_of
from agonist.text.reading.lines import label
from agonist.text.reading.prose import stated
from agonist.text.reading.sentences import in_a_sentence
from agonist.text.reading.spelling import TAKES_BACK

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
    r"(?: the following| this)?(?: plan| split)?\s*(?::|\b)\s*(?=\S)",
    re.IGNORECASE,
)
_MY_CLUE: Final = re.compile(
    r"(?:(?:my|the)(?: final)? (?:clue|answer|move|turn) is|i(?:['’]ll| will|['’]d| would)? (?:give"
    r"|say)(?: the clue)?)[:\s]+(?=\S)",
    re.IGNORECASE,
)
_I_WILL: Final = re.compile(
    r"i(?:['’]ll| will|['’]d like to| would like to| choose to| have decided to| decide to"
    r"|['’]m going to) (?=\w)",
    re.IGNORECASE,
)
_AS_YOU_LIKE: Final = re.compile(
    r"^(?:(?:ok|okay|sure|alright|all right|well|fine|great|right|yes)[,.!:]|definitely|clearly|so"
    r"|then)\s+(?=\w)",
    re.IGNORECASE,
)
_MARKS: Final = " \t\r\n*`#>"
_MOST_CHARACTERS: Final = 300
"""The most characters of an answer without a key."""


def bare_answer(ask: Ask, text: str, form: Format, terms: OptionNames, *, final: bool) -> Any:
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
    said = _AS_YOU_LIKE.sub("", said.strip(_MARKS))
    missing = UnreadableAnswer(_wanted(ask, form))
    if said.startswith("{") and "}" not in said:  # a truncated object: {"d
        raise missing
    match ask:
        case Form():
            said = said.replace("**", "")
            begin = _MY_CLUE.match(said) or _I_WILL.match(said)
            given = in_a_sentence(ask, said[begin.end() :] if begin else said, terms)
            if given is not None:
                return action_from(ask, given, terms)
            with suppress(UnreadableAnswer):
                return ending(ask, text, terms)
            raise missing
        case Amount() if begin := _I_SAY.match(said) or _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Choice() if begin := _my(key_of(ask)).match(said):
            said = said[begin.end() :]
        case Split() if begin := _I_PROPOSE.match(said):
            said = said[begin.end() :]
        case Speech():
            return free_text(ask, said, text, missing)
    ways = [*dict.fromkeys((said, said.replace("**", "")))] if len(said) <= _MOST_CHARACTERS else []
    ways += _emphasised(text)
    for way in ways:
        with suppress(UnreadableAnswer):
            if isinstance(ask, Menu):
                return action_from(ask, {"action": way}, terms)
            return atom_from(ask, way, terms, key_of(ask))
    if isinstance(ask, Menu) and (given := parcels(ask, said) or _speech_of_verb(ask, said)):
        return action_from(ask, given, terms)
    with suppress(UnreadableAnswer):
        return stated(ask, without_kept(text, ask.high) if isinstance(ask, Amount) else text, terms)
    with suppress(UnreadableAnswer):
        return ending(ask, text, terms)
    raise missing


def _emphasised(text: str) -> list[str]:
    """The only line in bold, if a text begins or ends with it: `**120**`, and a reason below."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    bold = [line for line in lines if _BOLD.fullmatch(line)]
    if len(lines) < 2 or len(bold) != 1 or bold[0] not in (lines[0], lines[-1]) or "?" in text:
        return []
    rest = " ".join(line for line in lines if line != bold[0])
    return [] if TAKES_BACK.search(rest) else [bold[0].strip("*_. ")]


def _speech_of_verb(ask: Menu, said: str) -> dict[str, str] | None:
    """A verb as the label of a speech: `say: "Who has the key?"`."""
    found = re.fullmatch(r"(\w+)\s*:\s*[\"“]([^\"“”\n]+)[\"”]", said)
    keys = [
        key
        for verb, form in ask.verbs
        for key, part in form.parts
        if found and verb == found[1].casefold() and isinstance(part, Speech) and len(form.parts) == 1
    ]
    return {"action": found[1].casefold(), keys[0]: found[2]} if found and keys else None


@cache
def _my(key: str) -> re.Pattern[str]:
    """The beginning of a sentence that gives the answer: `My chosen number is`."""
    return re.compile(rf"(?:my|the|our)(?: final)? {label(key)} (?:is|will be|:)[:\s]*(?=\S)", re.IGNORECASE)


@cache
def _heading(key: str) -> re.Pattern[str]:
    """The key as a heading: its name alone in the first line."""
    return re.compile(rf"(?:my |your )?{label(key)}[ \t*_#]*\n\s*(?=\S)", re.IGNORECASE)


def _wanted(ask: Ask, form: Format) -> str:
    keys = keys_of(ask)
    if form == "line":
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in keys)
        return f"there is no line of the form {wanted}"
    return f"there is no JSON object with the key {' or '.join(map(repr, keys))}"
