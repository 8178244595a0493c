"""Forms whose parts are all in one text: a sentence, or a word with its number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from math import prod
from typing import Any, Final

from agonist.core import Choice, Form, Speech
from agonist.text.reading.choices import OptionNames
from agonist.text.reading.keys import is_thought, values_of
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.spelling import key_form, tokens

_WORD_NUMBER: Final = re.compile(
    r"[\"'“*]*([^\W\d_][\w'’-]*)[\"'”*]*\s*(?:[\s,:;(=–—-]|\sfor\s|\swith (?:the )?(?:number"
    r"|count)(?: of)?\s)\s*(\d|unlimited|∞)\s*\)?\.?",
    re.IGNORECASE,
)
"""A word and a number, as in `animal, 2`, `ANIMAL: 2` and `animal (2)`."""

_PLAIN: Final = OptionNames()

_HEADS: Final = frozenset(("round", "turn", "player", "option", "clue", "number", "step"))
"""Words before a number that form a heading if they are capitalised: `Round 1` is not a clue."""

_SMALL: Final = frozenset(
    ("with", "using", "in", "into", "on", "onto", "to", "at", "from", "for", "theater", "theatre")
)
_COUNTS: Final = frozenset(("count", "num", "quantity", "howmany"))
"""Keys, as `key_form` gives them, of the number of words that a clue is for."""

_MOST_ROWS: Final = 1000

_SENTENCE: Final = 120
"""The most characters of a sentence that may be an answer of several parts."""


def taken_apart(form: Form, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A word and its number in one value, as Codenames players say it: `{"clue": "animal, 2"}`."""
    match form.parts:
        case ((word, Speech(max_words=1)), (number, Choice())):
            pass
        case _:
            return given
    counts = [key for key in given if key_form(key) in _COUNTS]
    if len(counts) == 1 and not values_of(given, number, alone=False):
        given = {number if key == counts[0] else key: value for key, value in given.items()}
    said = values_of(given, word, alone=False)
    if len(said) != 1 or values_of(given, number, alone=False):
        return given
    rest = {key: value for key, value in given.items() if key_form(key) != key_form(word)}
    if isinstance(said[0], dict):
        inside = {"word": word, "clue": word, "number": number, "count": number}
        kept = [(key_form(key), value) for key, value in said[0].items() if not is_thought(key)]
        named = {inside.get(key, ""): value for key, value in kept}
        return {**rest, **named} if set(named) == {word, number} else given
    found = (
        _WORD_NUMBER.fullmatch(in_digits(said[0].strip()))
        if isinstance(said[0], str) and len(said[0]) <= _SENTENCE
        else None
    )
    if found is None or (found[1].casefold() in _HEADS and found[1] == found[1].capitalize()):
        return given
    return {**rest, word: found[1], number: found[2]}


def in_a_sentence(form: Form, said: str, terms: OptionNames = _PLAIN) -> Mapping[str, Any] | None:
    """The parts of a form in one sentence, each after its key: `Move forward, shoot left.`

    Also a word with its number, if the form asks for these: `animal 2`.
    """
    if len(said) > _SENTENCE or "\n" in said:
        return None
    apart = taken_apart(form, {form.parts[0][0]: said})
    if len(apart) == len(form.parts):
        return apart
    if not all(isinstance(part, Choice) for _, part in form.parts):
        return None
    pieces = re.split(r"\s*[,;.]\s*(?:and\s+)?|\s+and\s+", said.rstrip(" ."))
    given = {}
    for piece in pieces:
        for key, _ in form.parts:
            if begin := re.match(rf"(?:i )?{re.escape(key)}\s+(?=\w)", piece, re.IGNORECASE):
                given[key] = piece[begin.end() :]
                break
        else:
            given |= _of_one_part(form, piece, terms)
    return given if len(given) == len(pieces) == len(form.parts) else None


def _of_one_part(form: Form, said: str, terms: OptionNames) -> dict[str, str]:
    """An option without its key, where it is one of one part only: `stay`."""
    words = tuple(
        word for word in tokens(re.sub(r"^i ", "", said, flags=re.IGNORECASE)) if word not in _SMALL
    )
    found = [
        (key, terms.say(key, choice))
        for key, part in form.parts
        if isinstance(part, Choice)
        for choice in part.choices
        if any(words == tokens(way) for way in terms.spellings(key, choice))
    ]
    return dict(found) if len(found) == 1 else {}


def in_a_row(form: Form, said: str, terms: OptionNames) -> dict[str, Any]:
    """The options of a form in order, with only small words between them: `with Sea 1 in Land`.

    Empty for any other text, or if it is ambiguous.
    """
    if not 2 <= len(form.parts) <= 3 or len(said) > _SENTENCE:
        return {}
    parts = [(key, part.choices) for key, part in form.parts if isinstance(part, Choice)]
    if len(parts) < len(form.parts) or prod(len(choices) for _, choices in parts) > _MOST_ROWS:
        return {}
    words = tuple(word for word in tokens(said) if word not in _SMALL)
    fitting = [
        row
        for row in product(*(choices for _, choices in parts))
        if words
        == tuple(w for (key, _), one in zip(parts, row, strict=True) for w in tokens(terms.say(key, one)))
    ]
    return (
        {key: terms.say(key, one) for (key, _), one in zip(parts, fitting[0], strict=True)}
        if len(fitting) == 1
        else {}
    )
