"""Finding the option in an answer: by its label, by an alias of the game, or by its number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final

from agonist.core import IllegalAction, UnreadableAnswer
from agonist.text.reading.number_words import in_digits, ordinal
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import (
    Reading,
    is_number,
    key_form,
    plain_form,
    readings,
    shape,
    tokens,
)

_GENERIC: Final = frozenset(
    """option choice number answer choose i ll my will for drop in play place pick select col""".split()  # noqa: SIM905  as in `keys`
)
"""Words before an option that do not identify it."""

_REPEATED_OPTIONS: Final = 30
"""The most options that a message repeats; more would push the board off a screen."""

_LIKE: Final = 5

_FIRST_WORD: Final = re.compile(r"\W*([^\W\d_]+)\W+")


def option(options: Sequence[Any], said: Any, key: str, terms: OptionNames) -> Any:
    """The one option that was meant.

    Raises `IllegalAction` for what would be an option of the game in another state, otherwise
    `UnreadableAnswer`.
    """
    if isinstance(said, dict):
        return _by_parts(options, said, key, terms)
    if isinstance(said, list) and len(said) > 1 and all(str(part).isdecimal() for part in said):
        # Only a label of as many numbers says which is which, or an alias that is such a list itself.
        names = {name for one in options for name in (terms.say(key, one), *_lists(key, one, terms))}
        shapes = {shape(tokens(name)) for name in names}
        if ("#",) * len(said) not in shapes:
            raise UnreadableAnswer(f"{key}: {_short(said)} is not the name of an option")
    forms = None if isinstance(said, str) and said.rstrip("\"'*_` ").endswith(("?", "？")) else _forms(said)
    if forms is None:
        raise UnreadableAnswer(f"{key}: {_short(said)} is not the name of an option")
    for form, more, remark in forms:
        found = _named(options, form, key, terms)
        if found is None or mentions(options, more, key, terms):
            continue
        if remark and _named(options, remark, key, terms) not in (None, found):
            raise UnreadableAnswer(f"{key}: {_short(said)} names two options")
        return found[0]
    for form, _, _ in forms:
        if len(several := _noted(form, key, terms) or ()) > 1:
            may_be = " or ".join(terms.say(key, one) for one in several)
            raise UnreadableAnswer(f"{key}: {_short(said)} may be {may_be}: say which")
    message = f"{key}: {_short(said)} is not one of {_listed(said, [terms.say(key, o) for o in options])}"
    if any(not more and _elsewhere(options, form, key, terms) for form, more, _ in forms):
        raise IllegalAction(message)
    raise UnreadableAnswer(message)


def _lists(key: str, one: Any, terms: OptionNames) -> Iterator[str]:
    return (name for name in terms.vocabulary.aliases(key, one) if name.startswith("["))


def _forms(said: Any) -> list[Reading] | None:
    """The answer as texts, the most literal first, each with what was left out of it."""
    match said:
        case bool():
            return [Reading("yes" if said else "no")]
        case str() | int() | float():
            text = str(said).strip()
            return [*readings(text.removesuffix(".0") if text[:1].isdigit() else text)]
        case [single] if not isinstance(single, list):
            return _forms(single)
        case [*several] if 1 < len(several) <= 4 and all(isinstance(part, str | int) for part in several):
            return [Reading(" ".join(map(str, several)))]
    return None


def _by_parts(options: Sequence[Any], said: Mapping[str, Any], key: str, terms: OptionNames) -> Any:
    """The only option whose parts have these values, each under the name of its part."""
    told = {key_form(name): value for name, value in said.items()}
    if len(told) > 1:
        # The kind of a value need not be repeated: {"type": "color", "value": "red"}.
        told = {name: value for name, value in told.items() if name not in ("type", "kind")} or told
    if len(told) == 1:
        ((name, value),) = told.items()
        wraps = name in _KINDS and name not in terms.part_names(key, options)
        if name == key_form(key) or (wraps and not isinstance(value, dict | list)):
            return option(options, value, key, terms)
    fitting, known = [], False
    every = [terms.vocabulary.parts(key, one) for one in options]
    needed = [
        nth
        for nth in range(len(every[0]))
        if len({tuple(parts[nth][1]) for parts in every if len(parts) > nth}) > 1
    ]
    for one in options:
        parts = terms.vocabulary.parts(key, one)
        places = [
            [nth for nth, (names, _) in enumerate(parts) if name in map(key_form, names)] for name in told
        ]
        if any(len(place) != 1 for place in places) or len({place[0] for place in places}) < len(places):
            continue
        if not {nth for nth in needed if nth < len(parts)} <= {place[0] for place in places}:
            continue
        known = True
        ways = [parts[place[0]][1] for place in places]
        if all(_same(value, values) for value, values in zip(told.values(), ways, strict=True)):
            fitting.append(one)
    if len(fitting) == 1:
        return fitting[0]
    message = f"{key}: {_short(said)} is not one of {_listed(said, [terms.say(key, o) for o in options])}"
    if known and not fitting and _elsewhere(options, _in_order(options, told, key, terms), key, terms):
        raise IllegalAction(message)
    raise UnreadableAnswer(message)


def _in_order(options: Sequence[Any], told: Mapping[str, Any], key: str, terms: OptionNames) -> str:
    parts = terms.vocabulary.parts(key, options[0])
    said = [str(value) for names, _ in parts for name, value in told.items() if name in map(key_form, names)]
    return " ".join(said)


def _same(said: Any, values: Sequence[str]) -> bool:
    if not isinstance(said, str | int):
        return False
    words = tokens(in_digits(str(said).strip().removesuffix(".0")))
    return bool(words) and words in map(tokens, values)


_KINDS: Final = frozenset(("player", "name", "type", "value", "choice", "option", "target", "action"))
"""Keys of an object with nothing else that is only a wrapper of the option's name."""


def _named(options: Sequence[Any], said: str, key: str, terms: OptionNames) -> tuple[Any] | None:
    if terms.vocabulary.notation is not None:
        found = [o for o in options if terms.say(key, o) == said] or _noted(said, key, terms) or ()
        return (found[0],) if len(found) == 1 else None
    same = [o for o in options if plain_form(terms.say(key, o)) == plain_form(said)]
    if len(same) != 1:  # names that differ only in case are told apart by it
        same = [o for o in options if said.strip() in terms.vocabulary.aliases(key, o)]
    if len(same) == 1:
        return (same[0],)
    words = tokens(said)
    if not words:
        return None
    for spelling in variants(words, key):
        spelled = [o for o, ways in terms.spelled(key, options).items() if spelling in ways]
        if len(spelled) == 1:
            return (spelled[0],)
        if len(spelling) == 1 and is_number(spelling[0]) and not spelled:
            labels = terms.spelled(key, options).items()
            numbered = [
                o for o, ways in labels if len(ways[0]) == 2 and tuple(filter(is_number, ways[0])) == spelling
            ]
            if len(numbered) == 1:
                return (numbered[0],)
    return None


def _noted(said: str, key: str, terms: OptionNames) -> Sequence[Any] | None:
    """The options that a text stands for in the game's own notation; `None` if it is not written in it."""
    if (notation := terms.vocabulary.notation) is None:
        return None
    before = set(tokens(key)) | _GENERIC
    while (found := notation(key, said)) is None:
        word = _FIRST_WORD.match(said)
        if word is None or word[1].casefold() not in before:
            return None
        said = said[word.end() :]
    return found


def variants(words: tuple[str, ...], key: str) -> Iterator[tuple[str, ...]]:
    """The words, and other words with certainly the same meaning.

    `column 3` is `3`, `P2` and `player two` are `player 2`, and `2x wheat` is `2 wheat`.
    """
    seen = set()
    after = ordinal(_without_key(words, key))
    for form in (words, _without_key(words, key), *((after, _without_key(after, key)) if after else ())):
        digits = tuple(in_digits(" ".join(form)).split())
        times = tuple(
            word
            for nth, word in enumerate(digits)
            if not (word in ("x", "×") and nth and is_number(digits[nth - 1]))
        )
        full = (
            ("player", *times[1:]) if times[0] == "p" and len(times) == 2 and is_number(times[1]) else times
        )
        for spelling in (form, full):
            if spelling not in seen:
                seen.add(spelling)
                yield spelling


def _without_key(words: tuple[str, ...], key: str) -> tuple[str, ...]:
    """The words without a key, or a part of it, before them: `column 3` is `3`."""
    before = set(tokens(key)) | _GENERIC
    while len(words) > 1 and words[0] in before:
        words = words[1:]
    return words


def _numbers(label: str) -> tuple[str, ...]:
    return tuple(filter(is_number, tokens(label)))


def mentions(options: Sequence[Any], text: str, key: str, terms: OptionNames) -> bool:
    """Whether a text names one of these options."""
    words = " ".join(tokens(text))
    if not words:
        return False
    spelled = (way for ways in terms.spelled(key, options).values() for way in ways)
    return any(f" {' '.join(way)} " in f" {words} " for way in spelled if way)


def _elsewhere(options: Sequence[Any], said: str, key: str, terms: OptionNames) -> bool:
    """Whether this is an option in another state of the game."""
    words = tokens(said)
    if not words:
        return False
    if terms.vocabulary.notation is not None:
        return _noted(said, key, terms) is not None
    known = terms.vocabulary.known(key)
    for spelling in variants(words, key):
        if known is not None:
            whole, numbers = _spelled(tuple(known))
            if spelling in whole or (len(spelling) == 1 and spelling[0] in numbers):
                return True
        elif any(is_number(word) for word in spelling):
            shapes = {shape(tokens(terms.say(key, o))) for o in options}
            if shape(spelling) in shapes or (len(spelling) == 1 and any(s.count("#") == 1 for s in shapes)):
                return True
    return False


def _listed(said: Any, labels: Sequence[str]) -> str:
    """The options as text; of very many, those that are similar to the answer."""
    if len(labels) <= _REPEATED_OPTIONS:
        return ", ".join(labels)
    like = get_close_matches(str(said), labels, n=_LIKE, cutoff=0.5)
    return f"the {len(labels)} options" + (f"; like it are {', '.join(like)}" if like else "")


@lru_cache(maxsize=64)
def _spelled(known: tuple[str, ...]) -> tuple[frozenset[tuple[str, ...]], frozenset[str]]:
    """These options as tokens, and the numbers that identify one of them without its words."""
    numbers = Counter(found[0] for way in known if len(found := _numbers(way)) == 1)
    return frozenset(map(tokens, known)), frozenset(number for number, times in numbers.items() if times == 1)


def _short(said: Any) -> str:
    return repr(said if len(str(said)) <= 80 else f"{str(said)[:79]}…")
