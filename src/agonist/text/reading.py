"""Finding the action in what a player wrote.

The reader is strict. It takes what was asked for, in the place where it was asked for, and never
rescues a move from prose by guessing. `tests/text/answers.jsonl` is the table of real answers and
what each must be read as.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from agonist.core import (
    AmbiguousAnswer,
    Amount,
    Ask,
    Choice,
    EmptyAnswer,
    Form,
    IllegalAction,
    Menu,
    Pick,
    Speech,
    Split,
    TruncatedAnswer,
    UnreadableAnswer,
)
from agonist.text.formats import Format, Say, key_of, label_of, plain, verb_choice

LONGEST: Final = 200_000
"""Characters beyond which an answer is not looked at: no question here needs a book."""

_THOUGHT = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)
_WHOLE = re.compile(r"-?\d+|-?\d{1,3}(,\d{3})+")


def read(ask: Ask, text: str, form: Format, say: Say = plain, *, cut_off: bool = False) -> Any:
    """The action in an answer; it may still be illegal in ways that only `ask.check` knows.

    Raises a `InvalidAnswer` that tells the player what to do. `cut_off`: the text ended at the length limit,
    so that what cannot be read counts as truncated.

    >>> read(Amount(0, 100, about="number"), '{"number": 33}', "json")
    33
    >>> read(Choice(("go", "stay"), about="decision"), "I am tired.\\nDecision: Stay", "line")
    'stay'
    """
    try:
        if not (answer := _THOUGHT.sub("", text).strip()):
            raise EmptyAnswer("the answer is empty")
        if len(answer) > LONGEST:
            raise UnreadableAnswer(f"the answer is longer than {LONGEST} characters")
        return _from_lines(ask, answer, say) if form == "line" else _from_json(ask, answer, say)
    except UnreadableAnswer as why:
        if cut_off:
            raise TruncatedAnswer(f"the answer was cut off at the length limit ({why})") from None
        raise


def _keys(ask: Ask, key: str = "") -> list[str]:
    match ask:
        case Form():
            return [k for name, part in ask.parts for k in _keys(part, name)]
        case Menu():
            return list(dict.fromkeys(["action", *(k for _, parts in ask.verbs for k in _keys(parts))]))
    return [key or key_of(ask)]


def _from_json(ask: Ask, text: str, say: Say) -> Any:
    keys = _keys(ask)
    found = [given for given in _objects(text) if any(key in given for key in keys)]
    if not found:
        raise UnreadableAnswer(f"there is no JSON object with the key {' or '.join(map(repr, keys))}")
    return _only([lambda given=given: _from_object(ask, given, say) for given in found])


def _objects(text: str) -> list[dict[str, Any]]:
    """The JSON objects in a text that are not inside another."""
    decoder = json.JSONDecoder(object_pairs_hook=_without_twins, parse_constant=_no_constant)
    found, at, misses = list[dict[str, Any]](), text.find("{"), 0
    while at >= 0 and misses < 200:
        try:
            given, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            if isinstance(error, AmbiguousAnswer):
                raise
            misses, end = misses + 1, at + 1
        else:
            found.append(given)
        at = text.find("{", end)
    return found


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for key, value in pairs:
        if key in given and given[key] != value:
            raise AmbiguousAnswer(f"{key!r} is given twice")
        given[key] = value
    return given


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def _from_lines(ask: Ask, text: str, say: Say) -> Any:
    given: dict[str, list[str]] = {}
    for key in _keys(ask):
        label = re.escape(label_of(key)).replace(r"\ ", r"[ _]")
        pattern = rf"^[ \t>*_#`-]*{label}[ \t*_`]*:[ \t*_`]*(\S.*?)?[ \t*_`]*$"
        found = re.findall(pattern, text, re.IGNORECASE | re.MULTILINE)
        values = [value.strip() for value in found if value.strip()]
        if len(set(values)) > 1:
            raise AmbiguousAnswer(
                f"there are {len(set(values))} different lines that start with '{label_of(key)}:'"
            )
        if values:
            given[key] = values
    if not given:
        wanted = " and ".join(f"'{label_of(key)}: …'" for key in _keys(ask))
        raise UnreadableAnswer(f"there is no line of the form {wanted}")
    return _from_object(ask, {key: values[0] for key, values in given.items()}, say)


def _only(readings: list[Any]) -> Any:
    """The one action that several places in an answer agree on."""
    actions = [reading() for reading in readings]
    if any(action != actions[0] for action in actions):
        raise AmbiguousAnswer(f"the answer holds {len(actions)} different actions; give one")
    return actions[0]


def _from_object(ask: Ask, given: Mapping[str, Any], say: Say, key: str = "") -> Any:
    match ask:
        case Form():
            return tuple(_from_object(part, given, say, name) for name, part in ask.parts)
        case Menu():
            verb = _from_object(verb_choice(ask), given, plain)
            return (verb, *_from_object(dict(ask.verbs)[verb], given, say))
    key = key or key_of(ask)
    if given.get(key) is None:
        if isinstance(ask, Speech) and ask.optional:
            return ""
        raise UnreadableAnswer(f"{key!r} is missing")
    return _atom(ask, given[key], say, key)


def _atom(ask: Ask, said: Any, say: Say, key: str) -> Any:
    match ask:
        case Choice():
            return _option(ask.choices, said, say, key)
        case Amount():
            return _number(said, key, ask.unit)
        case Split():
            parts = _parts(said, key)
            named = {_option(ask.among, name, say, key): _number(n, key, "") for name, n in parts.items()}
            if missing := [say(key, name) for name in ask.among if name not in named]:
                raise UnreadableAnswer(f"{key}: a number for {', '.join(missing)} is missing")
            return tuple(named[name] for name in ask.among)
        case Pick():
            things = said if isinstance(said, list) else _listed(said, key)
            return ask.in_order([_option(tuple(dict.fromkeys(ask.things)), t, say, key) for t in things])
        case Speech():
            if not isinstance(said, str):
                raise UnreadableAnswer(f"{key}: answer with text")
            return said.strip()
    raise TypeError(f"no player can be asked for {ask!r}")


def _option(options: tuple[Any, ...], said: Any, say: Say, key: str) -> Any:
    if isinstance(said, bool) or not isinstance(said, str | int):
        raise UnreadableAnswer(f"{key}: {json.dumps(said)} is not the name of an option")
    name = _folded(str(said))
    found = [option for option in options if _folded(say(key, option)) == name]
    if not found:
        raise IllegalAction(
            f"{key}: {str(said)[:80]!r} is not one of {', '.join(say(key, o) for o in options)}"
        )
    return found[0]


def _folded(name: str) -> str:
    return "".join(name.strip(" \t\n\"'`*.").split()).casefold()


def _number(said: Any, key: str, unit: str) -> int:
    if isinstance(said, float) and said.is_integer():
        return int(said)
    if isinstance(said, str):
        bare = said.strip().strip("\"'`*").removesuffix(".").removeprefix("$").removesuffix("%")
        bare = bare.removesuffix(unit).strip() if unit else bare.strip()
        if len(bare) < 20 and _WHOLE.fullmatch(bare):
            return int(bare.replace(",", ""))
    if type(said) is int:
        return said
    raise UnreadableAnswer(f"{key}: {json.dumps(said)[:80]} is not a whole number")


def _parts(said: Any, key: str) -> dict[str, Any]:
    if isinstance(said, dict):
        return said
    pairs = re.findall(r"\s*([^,;=:]+?)\s*[=:]\s*([^,;]+)", said) if isinstance(said, str) else []
    if not pairs:
        raise UnreadableAnswer(f"{key}: give a number for each, as in name=1, name=2")
    if len({name for name, _ in pairs}) < len(pairs):
        raise AmbiguousAnswer(f"{key}: a name is given twice")
    return dict(pairs)


def _listed(said: Any, key: str) -> list[str]:
    if not isinstance(said, str):
        raise UnreadableAnswer(f"{key}: give a list")
    return [part for part in re.split(r"\s*[,;]\s*", said.strip(" []()")) if part]
