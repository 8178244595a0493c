"""Forms whose parts are in one text: options in a row, or a word with its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Speech
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.object_keys import COUNTS, is_thought, values_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import key_form, tokens

_WORD_NUMBER: Final = re.compile(
    r"[\"'“*]*([^\W\d_][\w'’-]*)[\"'”*]*\s*(?:[\s,:;(=–—-]|\sfor\s)\s*(\d|unlimited|∞)\s*\)?\.?",
    re.IGNORECASE,
)
"""A word and a number, as in `animal, 2`, `ANIMAL: 2` and `animal (2)`."""

_HEADS: Final = frozenset(("round", "turn", "player", "option", "clue", "number", "step"))
"""Words before a number that form a heading if they are capitalised: `Round 1` is not a clue."""

_SMALL: Final = frozenset(
    "with using in into on onto to at from for and then i my it playing theater theatre".split()  # noqa: SIM905  as in `keys`
)
_SHARING: Final = frozenset(
    "i ll will d like to propose offer suggest that and so we me my for myself".split()  # noqa: SIM905  as above
)
"""Words beside the things that are shared out."""
_LONGEST: Final = 120
"""The most characters of a text that may be an answer of several parts."""


def taken_apart(form: Form, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """A word and its number in one value, as Codenames players say it: `{"clue": "animal, 2"}`."""
    match form.parts:
        case ((word, Speech(max_words=1)), (number, Choice())):
            pass
        case _:
            return given
    counts = [key for key in given if key_form(key) in COUNTS]
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
    if not isinstance(said[0], str) or len(said[0]) > _LONGEST:
        return given
    found = _WORD_NUMBER.fullmatch(in_digits(said[0].strip()))
    if found is None or (found[1].casefold() in _HEADS and found[1] == found[1].capitalize()):
        return given
    return {**rest, word: found[1], number: found[2]}


def in_a_row(form: Form, said: str, terms: OptionNames) -> Mapping[str, Any]:
    """The parts of a form in their order, each behind its key or without it: `move forward and shoot left`,
    `with Sea 1 in Land`. Also a word with its number, if the form asks for these: `animal 2`.

    Empty for any other text, or if it is ambiguous.
    """
    if not form.parts or len(said) > _LONGEST or "\n" in said:
        return {}
    apart = taken_apart(form, {form.parts[0][0]: said})
    if len(apart) == len(form.parts):
        return apart
    if not all(isinstance(part, Choice) for _, part in form.parts):
        return {}
    words = tuple(word for word in tokens(said) if word not in _SMALL)
    found = [*_rows(form.parts, words, terms)]
    return found[0] if found and all(one == found[0] for one in found) else {}


def counted_things(form: Form, said: str) -> Mapping[str, Any]:
    """The numbers of a form by what they count: `I keep 2 hats, 1 ball and 0 apples` for `keep_hats`,
    `keep_balls` and `keep_apples`. Empty for a text with any other word or number."""
    given: dict[str, Any] = {}
    wanted = {key: tokens(key) for key, part in form.parts if isinstance(part, Amount)}
    if len(wanted) < 2 or not all(
        key in wanted or (isinstance(part, Speech) and part.optional) for key, part in form.parts
    ):
        return {}
    words, at = tokens(in_digits(said)), 0
    while at < len(words):
        things = [
            key
            for key, name in wanted.items()
            if words[at].isdecimal() and name[-1] in (thing := "".join(words[at + 1 : at + 2]), f"{thing}s")
        ]
        if len(things) == 1 and things[0] not in given:
            given[things[0]] = words[at]
            at += 2
        elif words[at] in _SHARING or any(words[at] in name[:-1] for name in wanted.values()):
            at += 1
        else:
            return {}
    return given if len(given) == len(wanted) else {}


def _rows(
    parts: Sequence[tuple[str, Ask]], words: tuple[str, ...], terms: OptionNames
) -> Iterator[dict[str, Any]]:
    """The ways to read words as an option of each part, in order."""
    if not parts:
        if not words:
            yield {}
        return
    (key, part), *rest = parts
    name = tokens(key)
    for begin in (0, len(name)) if words[: len(name)] == name else (0,):
        every = terms.spelled(key, part.choices) if isinstance(part, Choice) else {}
        for choice, ways in every.items():
            for label in {
                tuple(word for word in way if word not in _SMALL) for way in ways if {*ways[0]} <= {*way}
            }:
                if words[begin : begin + len(label)] == label:
                    for more in _rows(rest, words[begin + len(label) :], terms):
                        yield {key: terms.say(key, choice), **more}
