"""Classifying the keys of an object: those of the answer, wrappers, and thoughts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from agonist.core import Ask, Choice, Form, Menu, Speech, Split
from agonist.text.answer_formats import key_of
from agonist.text.reading.json_objects import objects
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import key_form, tokens

_THOUGHTS: Final = frozenset(
    """reasoning reason reasons why thought thoughts thinking think analysis explanation explain rationale
    justification comment comments commentary strategy confidence reflection scratchpad notes note plan steps
    stepbystep chainofXX belief beliefs prediction predictions expected opponent
    previous""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys, as `key_form` gives them, that never hold an answer unless it was asked for by that name."""

ASIDES: Final = frozenset(("round", "turn", "name", "id", "type", "callid", "tool", "toolname", "role"))
"""Keys beside an answer that say nothing about it."""

VERB_KEYS: Final = (
    "type",
    "name",
    "verb",
    "command",
    "move",
    "tool",
    "function",
    "choice",
    "decision",
    "kind",
)
"""Keys that may hold the verb of an answer."""

SPOKEN: Final = frozenset(("message", "text", "content", "speech", "statement", "utterance", "words", "msg"))
"""Keys that may hold the text of a speech."""

COUNTS: Final = frozenset(("count", "num", "quantity", "howmany"))
"""Keys of the number of words that a clue is for."""

WRAPPERS: Final = frozenset(
    """answer finalanswer final response result output action move decision choice arguments parameters params
    args input orders proposal vote bid function toolcall toolcalls functioncall json data content value
    play turn tooluse toolinput""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys that may hold the object that was asked for."""

GENERIC: Final = frozenset(
    """answer finalanswer final response result output choice value move action decision selection number
    amount text vote bid guess offer target word 答案 选择 决定 投票""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys that may replace the only key that was asked for."""

_OF_MOVES: Final = frozenset("move action number amount vote bid guess offer target word 投票".split())  # noqa: SIM905  as above
"""Those of them that hold no speech: it would be the answer to another question."""

_OWN: Final = frozenset(("my", "your", "final", "chosen", "selected", "our"))

_STEM: Final = 7
"""The fewest letters that two forms of one word share."""

DEEPEST: Final = 6


def keys_of(ask: Ask, key: str = "") -> list[str]:
    """The keys of the flat answer."""
    match ask:
        case Form():
            return [k for name, part in ask.parts for k in keys_of(part, name)]
        case Menu():
            return list(dict.fromkeys(["action", *(k for _, parts in ask.verbs for k in keys_of(parts))]))
    return [key or key_of(ask)]


def is_thought(key: str) -> bool:
    """Whether a key holds thoughts, not an answer."""
    return key_form(key) in _THOUGHTS


def beside_thoughts(given: Mapping[str, Any]) -> list[str]:
    """The keys that may hold an answer."""
    return [key for key in given if not is_thought(key) and key_form(key) not in ASIDES]


def values_of(given: Mapping[str, Any], key: str, *, alone: bool, speech: bool = False) -> list[Any]:
    """The values of a key in any spelling.

    With `alone` (no other key was asked for), also the value of the only key that can mean it. `speech`: the
    answer is one.
    """
    wanted = key_form(key)
    values = [value for k, value in given.items() if key_form(k) == wanted]
    if values or not alone:
        return values
    words = set(tokens(key)) - _OWN
    kept = beside_thoughts(given)
    if len(kept) == 1 and (
        key_form(kept[0]) in (GENERIC - _OF_MOVES if speech else GENERIC)
        or ((own := set(tokens(kept[0])) - _OWN) and all(_same_word(word, words) for word in own))
    ):
        return [given[kept[0]]]
    return []


def _same_word(word: str, words: set[str]) -> bool:
    """Whether a word is one of these, or another form of one: `contribution` of `contributed`."""
    return word in words or (len(word) >= _STEM and any(other[:_STEM] == word[:_STEM] for other in words))


def answers_in(
    ask: Ask, given: Mapping[str, Any], terms: OptionNames, depth: int = 0
) -> Iterator[dict[str, Any]]:
    """The object with the answer: this one, or one inside it under a key that may hold an answer."""
    keys = keys_of(ask)
    kept = beside_thoughts(given)
    if not isinstance(ask, Form | Menu):
        if values_of(given, keys[0], alone=False):
            yield dict(given)
            return
        if values := [
            value
            for value in values_of(given, keys[0], alone=True, speech=isinstance(ask, Speech))
            if not isinstance(value, dict)
        ]:
            yield {keys[0]: values[0]}
            return
    elif any(values_of(given, key, alone=False) for key in keys) or _names_a_verb(ask, given):
        yield dict(given)
        return
    if isinstance(ask, Choice):
        if len(kept) > 1 and {key_form(key) for key in kept} <= terms.part_names(keys[0], ask.choices):
            yield {keys[0]: {key: given[key] for key in kept}}
            return
        if len(kept) == 1 and given[kept[0]] is True:
            yield dict(given)
    if isinstance(ask, Split) and {*kept} and all(terms.names(keys[0], ask.among, name) for name in kept):
        yield {keys[0]: {name: given[name] for name in kept}}
        return
    if depth > DEEPEST:
        return
    holding = [key for key in kept if objects_in(given[key])]
    if kept == holding and len(kept) == 1 and key_form(kept[0]) in WRAPPERS and _is_own(given):
        for inside in objects_in(given[holding[0]]):
            yield from answers_in(ask, inside, terms, depth + 1)


def holds_an_answer(ask: Ask, given: Any, depth: int = 0) -> bool:
    """Whether an object with the answer's keys is anywhere inside a value."""
    if depth > 2 * DEEPEST:
        return True
    match given:
        case dict():
            return any(values_of(given, key, alone=False) for key in keys_of(ask)) or any(
                holds_an_answer(ask, value, depth + 1) for value in given.values()
            )
        case list():
            return any(holds_an_answer(ask, value, depth + 1) for value in given)
        case str() if "{" in given:
            return any(holds_an_answer(ask, found.value, depth + 1) for found in objects(given))
    return False


def _is_own(given: Mapping[str, Any]) -> bool:
    """Whether an object with a message is not somebody else's."""
    roles = {str(value).casefold() for key, value in given.items() if key_form(key) in ("role", "player")}
    return roles <= {"assistant", "model", "me", "you", "ai"}


def _names_a_verb(ask: Ask, given: Mapping[str, Any]) -> bool:
    if not isinstance(ask, Menu):
        return False
    verbs = {key_form(verb) for verb, _ in ask.verbs}
    said = [
        value for key, value in given.items() if key_form(key) in ("name", "type", "verb", "command", "move")
    ]
    return any(key_form(key) in verbs for key in given) or any(
        isinstance(value, str) and key_form(value) in verbs for value in said
    )


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The object in a value, which may be text."""
    match value:
        case {}:
            return [value]
        case [{} as single]:
            return [single]
        case str() if value.lstrip()[:1] in ("{", "[", "`"):
            return [
                one.value for one in objects(value) if one.value and one.end >= len(value.rstrip(" \n`]"))
            ]
    return []
