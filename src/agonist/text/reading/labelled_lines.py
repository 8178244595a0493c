"""Labelled lines (`Chosen number: 33`) in a text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import islice, pairwise
from typing import Any, Final, NamedTuple

from agonist.core import AmbiguousAnswer, Ask, Form, Menu, Pick, Speech, Split
from agonist.text.answer_formats import key_of
from agonist.text.reading.keyless_speech import in_line
from agonist.text.reading.object_keys import keys_of

_BEFORE: Final = re.compile(
    r"[ \t>*_#`\"'“‘•|-]*(?:\d{1,2}[.)][ \t]+)?[*_`\"'“‘]*"
    r"(?:(?:here is|here['’]s|this is|my|the|final|best|chosen|recommended)\s+)*",
    re.IGNORECASE,
)
_LONGEST_BEFORE: Final = 60
_AFTER: Final = r"[ \t*_`\"'”’]*+(?:[:=：]|->|→|(?<=\s)[–—](?=\s))[ \t*_`]*+"
_BLOCK: Final = re.compile(r"\s*?\n(?P<indent>[ \t]*[-*•]?[ \t]*)\b[^\n]*(?:\n(?P=indent)\b[^\n]*)*")
"""Lines with the same indent."""

_LONGEST_BELOW: Final = 1000
_MOST_LINES: Final = 200


class Given(NamedTuple):
    """Keys with their values, and where they are in a text."""

    value: dict[str, Any]
    start: int
    end: int


class _Line(NamedTuple):
    value: str
    start: int
    end: int


def lines(ask: Ask, text: str) -> Given | None:
    """The value of each key that has a line of its own, and where these lines begin and end, or `None` if
    none has.

    Raises `AmbiguousAnswer` where the lines of one key say different things.

    >>> from agonist.core import Amount
    >>> lines(Amount(0, 9, about="chosen_number"), "Easy.\\n**Chosen number:** 3")
    Given(value={'chosen_number': '3'}, start=6, end=26)
    """
    parts = _parts(ask)
    given: dict[str, Any] = {}
    spans: list[tuple[int, int]] = []
    for key in keys_of(ask):
        found = _values(label(key), text, parts.get(key))
        values = [one.value for one in found]
        if len(set(values)) > 1:
            raise AmbiguousAnswer(
                f"there are {len(set(values))} different lines that start with '{_shown(key)}:'"
            )
        if values:
            given[key] = values[0]
            spans += [(one.start, one.end) for one in found]
    if not given and isinstance(ask, Form | Menu) and ask.about:
        # All of the answer behind the name of the question: `Orders: move forward, shoot right`.
        found = _values(label(ask.about), text, None)
        if len({one.value for one in found}) == 1:
            given, spans = {"action": found[0].value}, [(one.start, one.end) for one in found]
    if not given or (isinstance(ask, Menu) and not _names_a_verb(ask, given)):
        return None
    spans.sort()
    for (_, end), (start, _) in pairwise(spans):
        if re.search(r"\w", text[end:start]):
            raise AmbiguousAnswer("something stands between the lines of the answer: write these alone")
    return Given(given, spans[0][0], max(end for _, end in spans))


def _names_a_verb(ask: Menu, given: Mapping[str, str]) -> bool:
    """Whether lines say which action they are of; a part alone may be a fact: `My cards: 3 wheat`."""
    return len(given) > 1 or "action" in given or any(verb in given for verb, _ in ask.verbs)


def each_in_a_line(ask: Ask, text: str) -> str:
    """The text with a line break between the first two labels of a line: `Clue: flying, Number: 2`."""
    if not isinstance(ask, Form | Menu):
        return text
    labels = "|".join(map(label, keys_of(ask)))
    begins = rf"[*_]*(?:{labels})[*_]*\s*[:=]"
    return re.sub(
        rf"^([ \t*_-]*{begins}[^\n,;/]*)[,;/]\s*(?={begins})",
        r"\1\n",
        text,
        flags=re.IGNORECASE | re.MULTILINE,
    )


def _shown(key: str) -> str:
    return key.replace("_", " ").capitalize()


@cache
def label(key: str) -> str:
    return r"[ \t_\\-]*".join(map(re.escape, key.split("_")))


def _values(label: str, text: str, atom: Ask | None) -> list[_Line]:
    """The text after a label: the rest of the line, or if that is empty, what follows."""
    found = re.finditer(rf"(?<![A-Za-z0-9]){label}{_AFTER}(.*)$", text, re.IGNORECASE | re.MULTILINE)
    values = []
    for line in islice(found, _MOST_LINES):
        begins = text.rfind("\n", 0, line.start()) + 1
        if line.start() - begins > _LONGEST_BEFORE or not _BEFORE.fullmatch(text[begins : line.start()]):
            continue
        value, end = line[1].strip(), line.end()
        if not value.strip("*_`\"' |"):
            below = text[line.end() : line.end() + _LONGEST_BELOW]
            value, length = _below(below, atom)
            if re.match(rf"[*_]*{label}{_AFTER}", value, re.IGNORECASE):
                continue
            end += length
        if value := _bare(value, atom):
            values.append(_Line(value, begins, end))
    return values


def _below(rest: str, atom: Ask | None) -> tuple[str, int]:
    """The lines after an empty label, all of a list with the same indent or else the first, and where they
    end."""
    if isinstance(atom, Split | Pick) and (block := _BLOCK.match(rest)):
        return ", ".join(line.strip(" \t-*•,|") for line in block[0].split("\n") if line.strip()), block.end()
    several = isinstance(atom, Split | Pick)
    bare = rest.strip("\n \t")
    after = [line.strip() for line in bare.split("\n\n")[0].splitlines() if line.strip()]
    length = len(rest) - len(rest.lstrip()) + len(rest.lstrip().partition("\n\n" if several else "\n")[0])
    if several:
        return ", ".join(after), length
    return after[0].removeprefix("> ") if len(after) == 1 else "", length


def _bare(value: str, atom: Ask | None) -> str:
    value = value.strip().strip("*`").strip()
    if isinstance(atom, Speech):
        return value.strip("\"'“”‘’«»") if atom.max_words == 1 else in_line(value)
    return value.strip(" \t_|").removesuffix(",").strip()


def _parts(ask: Ask, key: str = "") -> dict[str, Ask]:
    match ask:
        case Form():
            return {k: v for name, part in ask.parts for k, v in _parts(part, name).items()}
        case Menu():
            return {k: v for _, parts in ask.verbs for k, v in _parts(parts).items()}
    return {key or key_of(ask): ask}
