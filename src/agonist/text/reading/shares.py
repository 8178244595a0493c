"""Reading the split of a total: an object, a list, or a line of names and numbers."""

from __future__ import annotations

import re
from typing import Any, Final

from agonist.core import AmbiguousAnswer, IllegalAction, Split, UnreadableAnswer
from agonist.text.reading.amounts import whole_number
from agonist.text.reading.choices import OptionNames, option
from agonist.text.reading.keys import GENERIC, is_thought
from agonist.text.reading.lenient import Twice
from agonist.text.reading.spelling import key_form, tokens

_PAIR: Final = re.compile(r"\s*([^,;=:\n]+?)\s*(?:=|:|->|→)\s*([^,;\n]+)")


_WITH_UNIT: Final = [[number, unit] for number in ("amount", "value") for unit in ("currency", "unit")]
_NAME_NUMBER: Final = re.compile(
    r"(.*[^\W\d_].*?)\s+(?:gets\s+|receives\s+|pays\s+)?(\d[\d.]*%?(?:\s+[^\W\d_]+)*)"
)
_GETS: Final = re.compile(r"\s+(?:gets|receives|keeps|takes|pays)$")
_NUMBER_NAME: Final = re.compile(r"(\d[\d.]*%?(?:\s+[^\W\d_]+)*?)\s+(?:to|for)\s+(.*[^\W\d_].*)")
_BETWEEN: Final = re.compile(r"\s*[,;\n]\s*(?:and\s+)?|\s+and\s+")
_MOST_CHARACTERS: Final = 1000
"""The most characters of names and numbers that are read."""

_SLASHED: Final = re.compile(r"\d+(?:\s*/\s*\d+)+|\d+(?:\s*[–-]\s*\d+){2,}")
_PAIRS_SLASHED: Final = re.compile(r"[^/|]+[=:]\s*\d+\s*(?:[/|][^/|]+[=:]\s*\d+\s*)+")


def unwrapped(said: Any, key: str) -> Any:
    """The value in a list of one, or in an object with nothing else except its unit."""
    for _ in range(3):
        match said:
            case [single]:
                said = single
            case {} if [key_form(k) for k in said] in _WITH_UNIT and all(map(_is_text, said.values())):
                said = " ".join(said.values())
            case {} if len(kept := [k for k in said if not is_thought(k)]) == 1 and (
                key_form(kept[0]) in GENERIC or key_form(kept[0]) == key_form(key)
            ):
                said = said[kept[0]]
    return said


def shares(ask: Split, said: Any, terms: OptionNames, key: str) -> tuple[int, ...]:
    """A number for each; zeros may be left out if the others add up."""
    units = {unit.casefold(): factor for unit, factor in terms.vocabulary.units(key).items()}
    if isinstance(said, list) and all(isinstance(part, dict) for part in said):
        said = _named_shares(said, key)
    if isinstance(said, str) and len(said) > _MOST_CHARACTERS:
        raise UnreadableAnswer(f"{key}: give a number for each, in fewer words")
    if isinstance(said, str) and _PAIRS_SLASHED.fullmatch(said):
        said = re.sub(r"\s*[/|]\s*", ", ", said)
    if isinstance(said, str) and not _PAIR.search(said):
        said = _in_pairs(ask, said, terms, key) or listed(said, key)
    if isinstance(said, list):
        if len(said) != len(ask.among):
            raise UnreadableAnswer(f"{key}: give a number for each of {len(ask.among)}, not {len(said)}")
        return tuple(whole_number(unwrapped(part, key), key, units) for part in said)
    named: dict[Any, int] = {}
    pairs = _pairs(said, key)
    ranks = _by_rank(ask, pairs, terms, key)
    for name, part in pairs:
        number = whole_number(unwrapped(part, key), key, units)
        if tokens(name) in (("total",), ("sum",)) and number == ask.total:
            continue
        if not number and not ranks and _has_no_part(ask, name, terms, key):
            continue
        who = ranks[name] if ranks else option(ask.among, name, key, terms)
        if named.setdefault(who, number) != number or sum(n == name for n, _ in pairs) > 1:
            raise AmbiguousAnswer(f"{key}: {terms.say(key, who)} is given twice")
    missing = [terms.say(key, name) for name in ask.among if name not in named]
    if missing and (sum(named.values()) != ask.total or ask.low > 0):
        raise UnreadableAnswer(f"{key}: a number for {', '.join(missing)} is missing")
    return tuple(named.get(name, 0) for name in ask.among)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _has_no_part(ask: Split, name: str, terms: OptionNames, key: str) -> bool:
    """Whether this names someone in the game who gets nothing now, such as a pirate who was thrown
    overboard."""
    try:
        option(ask.among, name, key, terms)
    except IllegalAction:
        return True
    except UnreadableAnswer:
        pass
    return False


def _in_pairs(ask: Split, said: str, terms: OptionNames, key: str) -> dict[str, str]:
    """Names and numbers with only a space or `to` between them; empty for any other text."""
    pieces = [piece for piece in _BETWEEN.split(said.strip(" .()[]")) if piece]
    for pattern, number_first in ((_NAME_NUMBER, False), (_NUMBER_NAME, True)):
        found = [pattern.fullmatch(piece) for piece in pieces]
        pairs = [(_GETS.sub("", match[1]), match[2]) for match in found if match]
        if pairs and len(pairs) == len(found):
            named = {who: number for number, who in pairs} if number_first else dict(pairs)
            if len(named) == len(pairs) and all(_is_name(ask, name, terms, key) for name in named):
                return named
    return {}


def _is_name(ask: Split, name: str, terms: OptionNames, key: str) -> bool:
    try:
        option(ask.among, name, key, terms)
    except (UnreadableAnswer, IllegalAction):
        return False
    return any(map(str.isalpha, name))


def _by_rank(ask: Split, pairs: list[tuple[str, Any]], terms: OptionNames, key: str) -> dict[str, Any]:
    """The names for 1, 2, 3, …, if these are all the names given and cannot be names of players."""
    names = [tokens(name) for name, _ in pairs]
    if sorted(names) != sorted((str(n),) for n in range(1, len(ask.among) + 1)):
        return {}
    try:
        for name, _ in pairs:
            option(ask.among, name, key, terms)
    except (UnreadableAnswer, IllegalAction):
        return {name: ask.among[int(tokens(name)[0]) - 1] for name, _ in pairs}
    return {}


def _named_shares(said: list[Any], key: str) -> dict[str, Any]:
    """A list of objects of two values each, the name and the number."""
    pairs = [tuple(part.values()) for part in said if len(part) == 2]
    if len(pairs) < len(said) or any(isinstance(value, dict | list) for pair in pairs for value in pair):
        raise UnreadableAnswer(f"{key}: give a number for each, as in name=1, name=2")
    return {str(name): number for name, number in pairs}


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
    between = r"\s*[/–-]\s*" if _SLASHED.fullmatch(said) else r"\s*[,;\n]\s*"
    return [part for part in re.split(between, said) if part]
