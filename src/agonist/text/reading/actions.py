"""Converting keys and values to an action."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
from agonist.text.answer_formats import key_of, verb_choice, wanted
from agonist.text.reading.amounts import whole_number
from agonist.text.reading.choices import option
from agonist.text.reading.keyless_speech import in_line
from agonist.text.reading.lenient_json import Twice
from agonist.text.reading.object_keys import (
    SPOKEN,
    VERB_KEYS,
    WRAPPERS,
    is_thought,
    keys_of,
    objects_in,
    values_of,
)
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.parts_in_one_text import in_a_row, taken_apart
from agonist.text.reading.splits import listed, shares, unwrapped
from agonist.text.reading.text_comparison import key_form, tokens
from agonist.text.reading.thoughts import without_thought

_TO: Final = re.compile(r"^(?:with|to|for|on|at|from)\s+", re.IGNORECASE)
"""What may come between a verb and its object."""

_EMPTY: Final[tuple[Any, ...]] = (None, "", "none", "None", "null", "N/A", [], {}, False)
"""Values of a part that is not given."""

_NO_WORDS: Final = re.compile(r"(?:nothing|none|no|not|little|less|something)\b", re.IGNORECASE)
"""To say this may be to say nothing."""

_BLANK: Final = re.compile(
    r"[<\[{(][^<>\[\](){}]*\b(?:your|text|words?|clue|speech|message|insert)\b[^<>\[\](){}]*[>\]})]",
    re.IGNORECASE,
)
_PLACEHOLDERS: Final = frozenset(("...", "…", "text", "your text", "string"))
"""What stands for a text in the description of an answer."""


def action_from(ask: Ask, given: Mapping[str, Any], terms: OptionNames, key: str = "") -> Any:
    """The action in an object or in labelled lines; raises `InvalidAnswer`."""
    beside = bool(key)
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
        values = [said for name, said in given.items() if key_form(name) in SPOKEN and isinstance(said, str)]
    if any(isinstance(value, Twice) for value in values) or len({repr(value) for value in values}) > 1:
        raise AmbiguousAnswer(f"{key!r} is given twice")
    if not values or values[0] is None:
        if isinstance(ask, Speech) and ask.optional and (beside or not values):
            return ""
        if values and isinstance(ask, Choice):
            # Nobody is named where that is an option.
            return option(ask.choices, "none", key, terms)
        raise UnreadableAnswer(f"{key!r} is missing")
    return atom_from(ask, values[0], terms, key)


def atom_from(ask: Ask, said: Any, terms: OptionNames, key: str) -> Any:
    """The action that one value means."""
    if isinstance(said, Twice):
        raise AmbiguousAnswer(f"{key!r} is given twice")
    match ask:
        case Choice():
            return option(ask.choices, unwrapped(said, key), key, terms)
        case Amount():
            return whole_number(unwrapped(said, key), key, _units(ask, key, terms))
        case Split():
            return shares(ask, said, terms, key)
        case Pick():
            things = said if isinstance(said, list) else listed(said, key)
            known = tuple(dict.fromkeys(ask.things))
            return ask.in_order([option(known, thing, key, terms) for thing in things])
        case Speech():
            said = unwrapped(said, key)
            if not isinstance(said, str):
                raise UnreadableAnswer(f"{key}: answer with text")
            if without_thought(said).strip() != said.strip():
                raise UnreadableAnswer(f"{key}: the text holds a thought, which would be said aloud")
            if (
                said.strip() in _PLACEHOLDERS
                or _BLANK.fullmatch(said.strip())
                or said.strip() == wanted(key, ask)
            ):
                raise UnreadableAnswer(f"{key}: this repeats the form of the answer")
            return said.strip().encode("utf-8", "replace").decode()
    raise TypeError(f"no player can be asked for {ask!r}")


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
    own = {*map(key_form, (verb, *keys_of(form))), *_part_names(form, terms)}
    there = {key_form(name) for name, value in given.items() if value not in _EMPTY}
    others = {key_form(other) for other in forms} - own
    whole = ({*map(key_form, keys_of(more))} - own for more in forms.values() if more is not form)
    if not others.isdisjoint(there) or any(parts and parts <= there for parts in whole):
        raise AmbiguousAnswer(f"the answer names another action beside {verb!r}; give one")
    inner = values_of(given, verb, alone=False)
    if len(inner) == 1 and isinstance(inner[0], dict) and verb not in dict(form.parts):
        given = {**{k: v for k, v in given.items() if key_form(k) != key_form(verb)}, **inner[0]}
    if isinstance(rest, Mapping):
        return (verb, *action_from(form, rest, terms))
    if len(form.parts) == 1:
        # A verb with a single part may be followed by that part, or by the parts of its option.
        ((name, part),) = form.parts
        apart = {k: v for k, v in given.items() if not is_thought(k) and key_form(k) != "action"}
        if rest is not None:
            rest = in_line(rest) if isinstance(part, Speech) and isinstance(rest, str) else rest
            return (verb, atom_from(part, rest, terms, name))
        if isinstance(part, Choice) and apart and not values_of(apart, name, alone=False):
            return (verb, atom_from(part, apart, terms, name))
    return (verb, *action_from(form, given, terms))


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
        if key_form(key) in VERB_KEYS and isinstance(said[key], str) and _is_verb(ask, said[key], terms):
            inside = [one for k, v in said.items() if key_form(k) in WRAPPERS for one in objects_in(v)]
            rest = {k: v for k, v in said.items() if k != key and not objects_in(v)}
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


def _verb(ask: Menu, said: Any, terms: OptionNames) -> tuple[str, str | Mapping[str, Any] | None]:
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
                        rest = said[begin.end() :].rstrip(") ")
                        if isinstance(form.parts[0][1], Speech):
                            _expect_quoted(ask, begin[0], rest, terms)
                        return verb, _TO.sub("", rest)
                    if begin and (parts := in_a_row(form, said[begin.end() :], terms)):
                        return verb, parts
        raise


def _expect_quoted(ask: Menu, lead: str, said: str, terms: OptionNames) -> None:
    """Raise unless words behind a verb are what is said: `Say: wait` and `I say we wait` may be to wait."""
    other = (way for verb, _ in ask.verbs for way in terms.spellings("action", verb))
    if ":" not in lead or _NO_WORDS.match(said) or any(tokens(said)[:1] == tokens(way) for way in other):
        raise UnreadableAnswer("it is not clear what is said: give its text as a part of its own")


def _part_names(form: Form, terms: OptionNames) -> frozenset[str]:
    names = (terms.part_names(key, part.choices) for key, part in form.parts if isinstance(part, Choice))
    return frozenset().union(*names)


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
