"""Reading the split of a total: an object, a list, or a line of names and numbers."""

from __future__ import annotations

import re
from typing import Any, Final

from agonist.core import AmbiguousAnswer, Split, UnreadableAnswer
from agonist.text.reading.amounts import whole_number
from agonist.text.reading.choices import option
from agonist.text.reading.lenient_json import Twice, joined
from agonist.text.reading.object_keys import GENERIC, is_thought
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import key_form, tokens

_PAIR: Final = re.compile(r"\s*([^,;=:\n]+?)\s*(?:=|:|->|→)\s*([^,;\n]+)")


_MOST_CHARACTERS: Final = 1000
"""The most characters of names and numbers that are read."""


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
    pairs = _pairs(said, key)
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


def listed(said: Any, key: str) -> list[str]:
    """The entries of a list that is written as text."""
    if not isinstance(said, str):
        raise UnreadableAnswer(f"{key}: give a list")
    said = said.strip(" []().")
    return [part for part in re.split(r"\s*[,;\n]\s*", said) if part]
