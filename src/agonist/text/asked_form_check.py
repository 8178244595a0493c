"""Whether an answer is written as the instruction asks for it, so that nothing has to be looked for."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Menu, Pick, Speech, Split
from agonist.text.answer_formats import Format, Say, key_of, label_of, option_text, verb_choice
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.thoughts import split_thought

_BLOCK: Final = re.compile(r"```(?:json)?[ \t]*\n(.*)\n[ \t]*```", re.DOTALL)
_WHOLE: Final = re.compile(r"0|-?[1-9][0-9]*")


def as_asked(ask: Ask, text: str, form: Format, say: Say = option_text, *, reasoning: bool = False) -> bool:
    """Whether a text that was read is what `instruction` asks for with the same arguments.

    JSON: one valid object and nothing else, with exactly these keys and kinds of value; spaces and the order
    of keys are free, and it may be in a code block. Lines: the last ones are exactly these, in this order;
    before them may be anything. Thoughts before the answer do not count. Whether the answer is legal does
    not matter.

    >>> bid = Amount(0, 9, about="bid")
    >>> [as_asked(bid, text, "json") for text in ('{"bid": 3}', '{"bid": "3"}', '{"bid": 3} // low')]
    [True, False, False]
    >>> [as_asked(bid, text, "line") for text in ("Low is safe.\\nBid: 3", "**Bid:** 3", "Bid: 3 coins")]
    [True, False, False]
    """
    parts = split_thought(text, keys_of(ask))
    if parts.unfinished or not text.rstrip().endswith(parts.answer):
        return False
    if form == "line":
        return _in_lines(ask, parts.answer, say)
    block = _BLOCK.fullmatch(parts.answer)
    given = _strict(block[1] if block else parts.answer)
    if not isinstance(given, dict):
        return False
    if form == "schema":  # keys that do not belong to the verb are null
        given = {key: value for key, value in given.items() if value is not None}
    if reasoning and not isinstance(given.pop("reasoning", None), str):
        return False
    wanted = _wanted(ask, given)
    return given.keys() == wanted.keys() and all(_is(wanted[key], given[key], key, say) for key in wanted)


def _strict(text: str) -> Any:
    """The value of a valid JSON text without repeated keys; `None` for any other text."""
    try:
        return json.loads(text, object_pairs_hook=_unrepeated)
    except (ValueError, RecursionError):
        return None


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given = dict(pairs)
    if len(given) < len(pairs):
        raise ValueError("a key is repeated")
    return given


def _wanted(ask: Ask, given: Mapping[str, Any], key: str = "") -> dict[str, Ask | None]:
    """The keys that an answer with this verb has, in order, each with its question; a verb that there is has
    none."""
    match ask:
        case Form():
            return {k: atom for name, part in ask.parts for k, atom in _wanted(part, given, name).items()}
        case Menu():
            parts = next((part for verb, part in ask.verbs if verb == given.get("action")), None)
            return (
                {"action": verb_choice(ask)} if parts is None else {"action": None, **_wanted(parts, given)}
            )
    return {key or key_of(ask): ask}


def _is(atom: Ask | None, value: Any, key: str, say: Say) -> bool:
    """Whether a JSON value is of the kind that is asked for."""
    match atom:
        case Choice():
            return isinstance(value, str) and any(say(key, option) == value for option in atom.choices)
        case Amount():
            return type(value) is int
        case Split():
            names = {say(key, name) for name in atom.among}
            return isinstance(value, dict) and value.keys() == names and {*map(type, value.values())} == {int}
        case Pick():
            things = {say(key, thing) for thing in atom.things}
            return isinstance(value, list) and all(isinstance(one, str) and one in things for one in value)
    return isinstance(value, str)


def _in_lines(ask: Ask, text: str, say: Say) -> bool:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and lines[-1] == "```":
        lines.pop()
    labels = {f"{label_of(key)}:": key for key in keys_of(ask)}
    given: dict[str, str] = {}
    for line in reversed(lines):
        label, colon, value = line.partition(":")
        key = labels.get(label + colon)
        if key is None or key in given:
            break
        given = {key: value.strip()} | given
    wanted = _wanted(ask, given)
    return [*given] == [*wanted] and all(_is_line(wanted[key], given[key], key, say) for key in wanted)


def _is_line(atom: Ask | None, value: str, key: str, say: Say) -> bool:
    """Whether the rest of a line is of the kind that is asked for: as `written` writes it, or in the marks in
    which the instruction shows it."""
    match atom:
        case None:
            return True
        case Speech():
            return bool(value) or atom.optional
        case Amount():
            return _WHOLE.fullmatch(value) is not None
        case Choice():
            return _is(atom, value, key, say) or _is(atom, _strict(value), key, say)
        case Split() if not value.startswith("{"):
            shares = [share.rpartition("=") for share in value.split(", ")]
            numbers = {name: int(number) for name, _, number in shares if _WHOLE.fullmatch(number)}
            return len(numbers) == len(shares) and _is(atom, numbers, key, say)
        case Pick() if not value.startswith("["):
            return _is(atom, value.split(", ") if value else [], key, say)
    return _is(atom, _strict(value), key, say)
