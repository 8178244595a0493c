"""Reading the split of a total: an object, a list, or a line of names and numbers."""

from __future__ import annotations

import re
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Split, UnreadableAnswer
from agonist.text.reading.amounts import whole_number
from agonist.text.reading.choices import option
from agonist.text.reading.lenient_json import Twice, joined
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.object_keys import GENERIC, is_thought
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import key_form, tokens

_PAIR: Final = re.compile(r"\s*([^,;=:\n]+?)\s*(?:=|:|->|→)\s*([^,;\n]+)")


_MOST_CHARACTERS: Final = 1000
"""The most characters of names and numbers that are read."""


_DEALING: Final = frozenset("i we keep take get gets give receives receive to for pays pay".split())  # noqa: SIM905
_NOTHING: Final = re.compile(r"\b(?:nothing|none)\b", re.IGNORECASE)


def unwrapped(said: Any, key: str) -> Any:
    """The value in a list of one, or in an object with nothing else."""
    for _ in range(3):
        match said:
            case [single]:
                said = single
            case {} if len(kept := [k for k in said if not is_thought(k)]) == 1 and (
                key_form(kept[0]) in GENERIC or key_form(kept[0]) == key_form(key)
            ):
                said = said[kept[0]]
    return said


def shares(ask: Split, said: Any, terms: OptionNames, key: str) -> tuple[int, ...]:
    """A number for each; zeros may be left out if the others add up."""
    units = {unit.casefold(): factor for unit, factor in terms.vocabulary.units(key).items()}
    if isinstance(said, str) and len(said) > _MOST_CHARACTERS:
        raise UnreadableAnswer(f"{key}: give a number for each, in fewer words")
    if isinstance(said, str) and not _PAIR.search(said) and not re.search(r"[^\W\d_]", said):
        said = listed(said, key)
    if isinstance(said, list) and all(isinstance(part, dict) and len(part) == 2 for part in said):
        said = joined([(str(name), number) for name, number in (part.values() for part in said)])
    if isinstance(said, list):
        if len(said) != len(ask.among):
            raise UnreadableAnswer(f"{key}: give a number for each of {len(ask.among)}, not {len(said)}")
        return tuple(whole_number(unwrapped(part, key), key, units) for part in said)
    named: dict[Any, int] = {}
    pairs = _dealt(ask, said, terms, key) if isinstance(said, str) and not _PAIR.search(said) else []
    pairs = pairs or _pairs(said, key)
    for name, part in pairs:
        number = whole_number(unwrapped(part, key), key, units)
        if tokens(name) in (("total",), ("sum",)) and number == ask.total:
            continue
        who = option(ask.among, name, key, terms)
        if named.setdefault(who, number) != number or sum(n == name for n, _ in pairs) > 1:
            raise AmbiguousAnswer(f"{key}: {terms.say(key, who)} is given twice")
    missing = [terms.say(key, name) for name in ask.among if name not in named]
    if missing and (sum(named.values()) != ask.total or ask.low > 0):
        raise UnreadableAnswer(f"{key}: a number for {', '.join(missing)} is missing")
    return tuple(named.get(name, 0) for name in ask.among)


def _pairs(said: Any, key: str) -> list[tuple[str, Any]]:
    if isinstance(said, dict):
        pairs = list(said.items())
        if any(isinstance(part, Twice) for _, part in pairs):
            raise AmbiguousAnswer(f"{key}: a name is given twice")
        return pairs
    found = _PAIR.findall(said.strip(" {}[]")) if isinstance(said, str) else []
    if not found:
        raise UnreadableAnswer(f"{key}: give a number for each, as in name=1, name=2")
    if len({name for name, _ in found}) < len(found):
        raise AmbiguousAnswer(f"{key}: a name is given twice")
    return [(name.strip("\"'`*- "), part.strip("\"'`* .")) for name, part in found]


def _dealt(ask: Split, said: str, terms: OptionNames, key: str) -> list[tuple[str, Any]]:
    """What each gets by a sentence: `I keep 5, Player 2 gets 1 and Player 3 gets nothing`, `Airline A 5,
    Airline B 40`. Empty unless each part of it is one name, one number and known words, and all is dealt."""
    units = {word for unit in terms.vocabulary.units(key) for word in tokens(unit)}
    ways = {" ".join(way): who for who, every in terms.spelled(key, ask.among).items() for way in every}
    pairs: list[tuple[str, Any]] = []
    for part in re.split(r"[,;.]|\band\b", in_digits(_NOTHING.sub("0", said))):
        words = tokens(part)
        if not words:
            continue
        names = [way for way in ways if f" {way} " in f" {' '.join(words)} "]
        name = max(names, key=len, default="")
        rest = [
            word for word in f" {' '.join(words)} ".replace(f" {name} ", " ", 1).split() if word not in units
        ]
        numbers = [word for word in rest if word.isdecimal()]
        if not name or len(numbers) != 1 or not _DEALING.issuperset({*rest} - {*numbers}):
            return []
        pairs.append((name, numbers[0]))
    whole = {ways[name] for name, _ in pairs} == {*ask.among} and len(pairs) == len(ask.among)
    return pairs if whole and sum(int(number) for _, number in pairs) == ask.total else []


def listed(said: Any, key: str) -> list[str]:
    """The entries of a list that is written as text."""
    if not isinstance(said, str):
        raise UnreadableAnswer(f"{key}: give a list")
    said = said.strip(" []().")
    return [part for part in re.split(r"\s*[,;\n]\s*", said) if part]
