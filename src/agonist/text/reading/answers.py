"""Converting keys and values to an action."""

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
    Form,
    Menu,
    Pick,
    Speech,
    Split,
    UnreadableAnswer,
)
from agonist.core.errors import InvalidAnswer
from agonist.text.formats import key_of, verb_choice, wanted
from agonist.text.reading.amounts import whole_number
from agonist.text.reading.choices import OptionNames, option
from agonist.text.reading.keys import WRAPPERS, beside_thoughts, is_thought, values_of
from agonist.text.reading.lenient import Twice
from agonist.text.reading.sentences import in_a_row, taken_apart
from agonist.text.reading.shares import listed, shares, unwrapped
from agonist.text.reading.spelling import key_form, tokens
from agonist.text.reading.thoughts import without_thought

_TO: Final = re.compile(r"^(?:with|to|for|on|at|from)\s+", re.IGNORECASE)
"""What may come between a verb and its object."""

_COUNTED: Final = re.compile(r"([1-9])\s*[x×]?\s+(\D+)|(\D+?)\s*[x×]\s*([1-9])")
"""The number of a thing in a list, before or after it."""

_BOTH: Final = re.compile(r"^both(?: of)?(?: the| my)? ", re.IGNORECASE)

_SPOKEN: Final = frozenset(("message", "text", "content", "speech", "statement", "utterance", "words", "msg"))
"""Keys, as `key_form` gives them, that may hold the text of a speech."""

_PLACEHOLDERS: Final = frozenset(("...", "…", "text", "your text", "string"))
"""What stands for a text in the description of an answer."""

_SIZES: Final = frozenset(("amount", "size", "betsize", "raisesize", "raiseamount", "raiseto", "bet"))
"""The same for amounts."""

_VERB_KEYS: Final = (
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


def action_from(ask: Ask, given: Mapping[str, Any], terms: OptionNames, key: str = "") -> Any:
    """The action in an object or in labelled lines; raises `InvalidAnswer`."""
    match ask:
        case Form():
            given = taken_apart(ask, given)
            return tuple(action_from(part, given, terms, name) for name, part in ask.parts)
        case Menu():
            return _verb_and_parts(ask, given, terms)
    key = key or key_of(ask)
    values = values_of(given, key, alone=False)
    if not values:
        values = _joined_keys(given, key)
    if not values and isinstance(ask, Speech):
        values = [said for name, said in given.items() if key_form(name) in _SPOKEN and isinstance(said, str)]
    if not values and isinstance(ask, Choice):
        values = _option_as_key(ask, given, terms, key)
    if not values and isinstance(ask, Split):
        values = _shares_as_keys(ask, given, terms, key)
    if any(isinstance(value, Twice) for value in values) or len({repr(value) for value in values}) > 1:
        raise AmbiguousAnswer(f"{key!r} is given twice")
    if not values or values[0] is None:
        if isinstance(ask, Speech) and ask.optional:
            return ""
        if values and isinstance(ask, Choice):
            # Nobody is named where that is an option.
            return option(ask.choices, "none", key, terms)
        raise UnreadableAnswer(f"{key!r} is missing")
    more = _with_more(given, key) if isinstance(ask, Choice) else ""
    try:
        action = atom_from(ask, values[0], terms, key)
    except UnreadableAnswer:
        if isinstance(ask, Choice) and more:
            with suppress(InvalidAnswer):
                return option(ask.choices, f"{values[0]} {more}", key, terms)
        raise
    if isinstance(ask, Choice) and _begins(tokens(str(values[0])), tokens(terms.say(key, action))):
        # The size decides which `raise` it is.
        sizes = [str(value) for name, value in given.items() if key_form(name) in _SIZES - {key_form(key)}]
        return option(ask.choices, " ".join([str(values[0]), *sizes]), key, terms)
    if isinstance(ask, Choice) and more and _of_another(ask, action, more, terms, key):
        raise AmbiguousAnswer(f"{key!r} is {str(values[0])!r}, but {more!r} belongs to another action")
    return action


def _with_more(given: Mapping[str, Any], key: str) -> str:
    """The size of an action under another key: `pot` in `{"action": "raise", "amount": "pot"}`."""
    said = values_of(given, key, alone=False)
    sizes = [
        value for name, value in given.items() if key_form(name) in _SIZES and key_form(name) != key_form(key)
    ]
    if len(sizes) != 1 or not all(isinstance(part, str) for part in (*said, *sizes)):
        return ""
    return str(sizes[0])


def _begins(said: tuple[str, ...], label: tuple[str, ...]) -> bool:
    return len(said) < len(label) and label[: len(said)] == said


def _of_another(ask: Choice, action: Any, size: str, terms: OptionNames, key: str) -> bool:
    """Whether a size belongs to other actions only: `pot` to a raise, but not to a fold."""
    words = tokens(size)
    if not any(map(str.isalpha, size)) or not words:
        return False
    sized = [
        choice
        for choice in ask.choices
        if any(tokens(way)[-len(words) :] == words for way in terms.spellings(key, choice))
    ]
    return bool(sized) and action not in sized


def _option_as_key(ask: Choice, given: Mapping[str, Any], terms: OptionNames, key: str) -> list[Any]:
    """The option that is a key itself: `{"accept": true}`."""
    kept = beside_thoughts(given)
    if len(kept) != 1 or given[kept[0]] is not True or key_form(kept[0]) in WRAPPERS:
        return []
    with suppress(InvalidAnswer):
        option(ask.choices, kept[0], key, terms)
        return [kept[0]]
    return []


def _shares_as_keys(ask: Split, given: Mapping[str, Any], terms: OptionNames, key: str) -> list[Any]:
    """A split whose names are keys beside the others: `{"Airline A": 40, …, "statement": "…"}`."""
    named = {}
    for name, value in given.items():
        with suppress(InvalidAnswer):
            option(ask.among, name, key, terms)
            named[name] = value
    return [named] if len(named) == len(ask.among) else []


def atom_from(ask: Ask, said: Any, terms: OptionNames, key: str) -> Any:
    """The action that one value means."""
    if isinstance(said, Twice):
        raise AmbiguousAnswer(f"{key!r} is given twice")
    match ask:
        case Choice():
            return option(ask.choices, unwrapped(said, key), key, terms)
        case Amount():
            return whole_number(unwrapped(said, key), key, _units(ask, key, terms), ask.high)
        case Split():
            return shares(ask, said, terms, key)
        case Pick():
            things = _things_counted(said) or (said if isinstance(said, list) else listed(said, key))
            known = tuple(dict.fromkeys(ask.things))
            return ask.in_order([one for thing in things for one in _times(known, thing, terms, key)])
        case Speech():
            said = unwrapped(said, key)
            if not isinstance(said, str):
                raise UnreadableAnswer(f"{key}: answer with text")
            if without_thought(said).strip() != said.strip():
                raise UnreadableAnswer(f"{key}: the text holds a thought, which would be said aloud")
            if said.strip() in _PLACEHOLDERS or said.strip() == wanted(key, ask):
                raise UnreadableAnswer(f"{key}: this repeats the form of the answer")
            return said.strip().encode("utf-8", "replace").decode()
    raise TypeError(f"no player can be asked for {ask!r}")


def _things_counted(said: Any) -> list[str]:
    """The things of an object with a number of each: `{"Refugee": 2}`; empty for any other object."""
    if not isinstance(said, dict) or not all(re.fullmatch(r"\d", str(many)) for many in said.values()):
        return []
    return [name for name, many in said.items() for _ in range(int(many))]


def _times(known: tuple[Any, ...], said: Any, terms: OptionNames, key: str) -> list[Any]:
    """The things that an entry of a list means: one, or several equal ones as in `2 Refugee` and `Refugee
    x2`."""
    try:
        return [option(known, said, key, terms)]
    except InvalidAnswer:
        found = _COUNTED.fullmatch(_BOTH.sub("2 ", said.strip())) if isinstance(said, str) else None
        if not found:
            raise
        before, name, other_name, after = found.groups()
        return [option(known, name or other_name, key, terms)] * int(before or after)


def _joined_keys(given: Mapping[str, Any], key: str) -> list[Any]:
    """The value of a key that is written as a nested object: `keep_hats` as `{"keep": {"hats": 1}}`."""
    wanted = key_form(key)
    inside = [(k, v) for k, v in given.items() if isinstance(v, dict) and not is_thought(k)]
    return [
        value
        for outer, part in inside
        for inner, value in part.items()
        if key_form(outer) + key_form(inner) == wanted
        or (key_form(outer) in WRAPPERS and key_form(inner) == wanted)
    ]


def _verb_and_parts(ask: Menu, given: Mapping[str, Any], terms: OptionNames) -> tuple[Any, ...]:
    forms = dict(ask.verbs)
    given = _opened(ask, given, terms)
    said = values_of(given, "action", alone=False)
    if any(isinstance(value, Twice) for value in said):
        raise AmbiguousAnswer("'action' is given twice")
    if not said or said[0] is None:
        verb, rest = _implied(ask, given), None
    else:
        verb, rest = _verb(ask, said[0], terms)
    form = forms[verb]
    inner = values_of(given, verb, alone=False)
    if len(inner) == 1 and isinstance(inner[0], dict) and verb not in dict(form.parts):
        given = {**{k: v for k, v in given.items() if key_form(k) != key_form(verb)}, **inner[0]}
    if len(form.parts) != 1:
        return (verb, *action_from(form, rest if isinstance(rest, dict) else given, terms))
    # A verb with a single part may be followed by that part, or by an object with its pieces.
    ((name, part),) = form.parts
    apart = {
        k: v for k, v in given.items() if not is_thought(k) and key_form(k) != "action" and v is not None
    }
    if values_of(apart, name, alone=False) or (rest is None and not apart):
        return (verb, *action_from(form, given, terms))
    only = next(iter(apart)) if rest is None and len(apart) == 1 else ""
    if isinstance(part, Speech) and key_form(only) in _SPOKEN:
        return (verb, atom_from(part, apart[only], terms, name))
    if only and isinstance(part, Choice | Pick):
        # Under another key than requested, words have only one meaning, but a number may be an index from 0.
        (value,) = apart.values()
        if any(map(str.isalpha, str(value))) and not isinstance(value, dict):
            with suppress(InvalidAnswer):
                return (verb, atom_from(part, value, terms, name))
    return (verb, atom_from(part, apart if rest is None else rest, terms, name))


def _opened(ask: Menu, given: Mapping[str, Any], terms: OptionNames) -> dict[str, Any]:
    """The same object with the key `action`, if a verb is the key of an object or the name of a tool."""
    said = {k: v for k, v in given.items() if not is_thought(k)}
    inner = values_of(said, "action", alone=False)
    if inner and isinstance(inner[0], dict):
        rest = {k: v for k, v in said.items() if key_form(k) != "action"}
        return _opened(ask, {**rest, **inner[0]}, terms)
    if inner:
        return said
    for key in said:
        if key_form(key) in _VERB_KEYS and isinstance(said[key], str) and _is_verb(ask, said[key], terms):
            inside = [v for k, v in said.items() if key_form(k) in WRAPPERS and isinstance(v, dict)]
            rest = {k: v for k, v in said.items() if k != key and not isinstance(v, dict)}
            return {"action": said[key], **rest, **(inside[0] if inside else {})}
    verbs = [(k, v) for k, v in said.items() if _is_verb(ask, k, terms)]
    if len(verbs) == 1 and (len(said) == 1 or isinstance(verbs[0][1], dict)):
        (verb, value), parts = verbs[0], dict(ask.verbs)[_verb(ask, verbs[0][0], terms)[0]].parts
        rest = {k: v for k, v in said.items() if k != verb}
        if isinstance(value, dict):
            return {"action": verb, **rest, **value}
        if len(parts) == 1:
            return {"action": verb, parts[0][0]: value}
        if not parts:
            return {"action": verb}
    return said


def _is_verb(ask: Menu, said: str, terms: OptionNames) -> bool:
    try:
        return _verb(ask, said, terms)[1] is None
    except InvalidAnswer:
        return False


def _verb(ask: Menu, said: Any, terms: OptionNames) -> tuple[str, str | dict[str, Any] | None]:
    """The verb, and the words after it if there are any: `play card 1`."""
    verbs = verb_choice(ask)
    if isinstance(said, list) and len(said) > 1:
        raise UnreadableAnswer("action: give one")
    try:
        return option(verbs.choices, said, "action", terms), None
    except InvalidAnswer:
        if isinstance(said, str):
            for verb, form in ask.verbs:
                for way in terms.spellings("action", verb):
                    begin = re.match(rf"\W*{re.escape(way)}\b[\s:_(-]*(?=\w)", said, re.IGNORECASE)
                    if begin and len(form.parts) == 1:
                        return verb, _TO.sub("", said[begin.end() :].rstrip(") "))
                    if begin and (parts := in_a_row(form, said[begin.end() :], terms)):
                        return verb, parts
        raise


def _implied(ask: Menu, given: Mapping[str, Any]) -> str:
    """The only verb whose parts are all given and belong to no other verb."""
    fitting = [
        verb
        for verb, form in ask.verbs
        if form.parts
        and all(
            values_of(given, name, alone=False) or (isinstance(part, Speech) and part.optional)
            for name, part in form.parts
        )
    ]
    if len(fitting) != 1:
        raise UnreadableAnswer("'action' is missing")
    return fitting[0]


def _units(ask: Amount, key: str, terms: OptionNames) -> dict[str, int]:
    own = {ask.unit.casefold(): 1, ask.unit.casefold().removesuffix("s"): 1} if ask.unit else {}
    return {**own, **{unit.casefold(): factor for unit, factor in terms.vocabulary.units(key).items()}}
