"""Classifying the keys of an object: those of the answer, wrappers, and thoughts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from agonist.core import Ask, Choice, Form, Menu
from agonist.text.formats import key_of
from agonist.text.reading.objects import objects
from agonist.text.reading.spelling import key_form, tokens

_THOUGHTS: Final = frozenset(
    """reasoning reason reasons thought thoughts thinking think analysis explanation explain rationale
    justification comment comments commentary strategy confidence reflection scratchpad notes note plan steps
    stepbystep chainofthought draft drafts example examples alternative alternatives candidates considered
    rejected options observation summary belief beliefs prediction predictions expected opponent
    previous""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys, as `key_form` gives them, that never hold an answer unless it was asked for by that name."""

_ASIDES: Final = frozenset(
    ("round", "turn", "player", "you", "role", "name", "id", "type", "status", "kept", "keep", "remaining")
)
"""Keys beside an answer that say nothing about it."""

WRAPPERS: Final = frozenset(
    """answer finalanswer final response result output action move decision choice arguments parameters params
    args input function toolcall toolcalls functioncall json data content value play turn tooluse
    toolinput""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys that may hold the object that was asked for."""

GENERIC: Final = frozenset(
    """answer finalanswer final response result output choice value move action decision selection number
    amount text 答案 选择 决定 投票""".split()  # noqa: SIM905  a list of strings is worse to read
)
"""Keys that may replace the only key that was asked for."""

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
    return [key for key in given if not is_thought(key) and key_form(key) not in _ASIDES]


def values_of(given: Mapping[str, Any], key: str, *, alone: bool) -> list[Any]:
    """The values of a key in any spelling.

    With `alone` (no other key was asked for), also the value of the only key that can mean it.
    """
    wanted = key_form(key)
    values = [value for k, value in given.items() if key_form(k) == wanted]
    if values or not alone:
        return values
    words = set(tokens(key)) - _OWN
    kept = beside_thoughts(given)
    if len(kept) == 1 and (
        key_form(kept[0]) in GENERIC
        or ((own := set(tokens(kept[0])) - _OWN) and all(_same_word(word, words) for word in own))
    ):
        return [given[kept[0]]]
    return []


def _same_word(word: str, words: set[str]) -> bool:
    """Whether a word is one of these, or another form of one: `contribution` of `contributed`."""
    return word in words or (len(word) >= _STEM and any(other[:_STEM] == word[:_STEM] for other in words))


def answers_in(ask: Ask, given: Mapping[str, Any], depth: int = 0) -> Iterator[dict[str, Any]]:
    """The object with the answer: this one, or one inside it."""
    keys = keys_of(ask)
    if not isinstance(ask, Form | Menu):
        values = values_of(given, keys[0], alone=False) or [
            value for value in values_of(given, keys[0], alone=True) if not isinstance(value, dict)
        ]
        if values:
            # A key beside an option may specify it: {"action": "raise", "amount": "pot"}.
            alone = len(values) == 1 and not (isinstance(ask, Choice) and keys[0] in given)
            yield {keys[0]: values[0]} if alone else dict(given)
            return
    elif any(values_of(given, key, alone=False) for key in keys) or _names_a_verb(ask, given):
        yield dict(given)
        return
    kept = beside_thoughts(given)
    if isinstance(ask, Choice) and len(kept) == 1 and given[kept[0]] is True:
        yield dict(given)
    if depth > DEEPEST:
        return
    for key in kept:
        if key_form(key) in WRAPPERS or len(kept) == 1:
            for inside in _objects_in(given[key]):
                yield from answers_in(ask, inside, depth + 1)


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


def _objects_in(value: Any) -> list[dict[str, Any]]:
    match value:
        case {}:
            return [value]
        case [{} as single]:
            return [single]
        case str() if value.lstrip()[:1] in ("{", "[", "`"):
            return [found.value for found in objects(value) if found.value is not None]
    return []
