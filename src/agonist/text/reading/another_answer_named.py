"""Which words of a text belong to a question, and which name another answer than the one that was read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Menu, Pick, Speech, Split
from agonist.core.ask import atoms
from agonist.text.answer_formats import key_of
from agonist.text.reading.number_words import in_digits
from agonist.text.reading.object_keys import keys_of
from agonist.text.reading.option_spellings import OptionNames
from agonist.text.reading.text_comparison import is_number, tokens

_SMALL: Final = (
    r"\bof (?:the|these) (?:two|three|four)\b"
    r"|\bconfidence\W{1,4}\d+|\b(?:one|zero)\b|\d+(?:\.\d+)?\s?%|\d+\s?/\s?\d+|[½⅓⅔]"
)


def own_words(ask: Ask, terms: OptionNames) -> frozenset[str]:
    """The words of a question's keys and options."""
    words = {word for key in (ask.about, *keys_of(ask)) for word in tokens(key)}
    return frozenset(
        words
        | {
            word
            for key, atom in atoms(ask)
            if isinstance(atom, Choice)
            for way in _labels(atom, key, terms)
            for word in way
            if len(word) > 1 or word.isdecimal()
        }
    )


def names_another(ask: Ask, action: Any, terms: OptionNames) -> Callable[[str], bool]:
    """Whether a text names an answer, or a number of one, that is not this action."""

    # Most answers stand alone, and nobody asks what else they name.
    @cache
    def known() -> tuple[frozenset[str] | None, set[str], set[str]]:
        every = [(key, atom) for key, atom in atoms(ask) if not isinstance(atom, Speech)]
        choices = [_single_numbers(atom, key, terms) for key, atom in every if isinstance(atom, Choice)]
        single = frozenset[str]().union(*choices) if len(choices) == len(every) else None
        own = {word.lstrip("-") for word in _numbers(ask, action, terms)}
        return (
            single,
            own,
            {way for key, other in _unlike(ask, action, "") for way in _ways(other, key, terms)},
        )

    def another(text: str) -> bool:
        if not text.strip():
            return False
        single, own, others = known()
        small = _SMALL if isinstance(ask, Choice) else rf"{_SMALL}|\b(?:two|three|four)\b"
        said = re.sub(small, "", text, flags=re.IGNORECASE)
        numbers = {word.lstrip("-") for word in tokens(in_digits(said)) if is_number(word)}
        return bool((numbers if single is None else numbers & single) - own) or any(
            f" {way} " in f" {' '.join(tokens(text))} " for way in others
        )

    return another


def _ways(options: list[Any], key: str, terms: OptionNames) -> Iterator[str]:
    """The labels of options, and their aliases of several words: one word (`me`, `no`) has "
    "other meanings, too."""
    for ways in terms.spelled(key, options).values():
        yield from (" ".join(way) for nth, way in enumerate(ways) if way and (not nth or len(way) > 1))


def _single_numbers(choice: Choice, key: str, terms: OptionNames) -> frozenset[str]:
    """The numbers that stand for an option by themselves: its label is this number, with a word at most."""
    numbers = ([*filter(is_number, way)] for way in _labels(choice, key, terms) if len(way) <= 2)
    return frozenset(found[0] for found in numbers if len(found) == 1)


def _labels(choice: Choice, key: str, terms: OptionNames) -> list[tuple[str, ...]]:
    return [ways[0] for ways in terms.spelled(key, choice.choices).values()]


def _unlike(ask: Ask, action: Any, key: str) -> list[tuple[str, list[Any]]]:
    """The other options of each choice in a question, with its key."""
    match ask:
        case Choice():
            return [(key or key_of(ask), [option for option in ask.choices if option != action])]
        case Menu():
            # Verbs are words of every explanation, and so are the options of forms.
            verb, *values = action
            parts = dict(ask.verbs)[verb].parts
            return _unlike(parts[0][1], values[0], parts[0][0]) if len(parts) == 1 else []
    return []


def _numbers(ask: Ask, action: Any, terms: OptionNames, key: str = "") -> set[str]:
    """The numbers of an action, as tokens."""
    key = key or key_of(ask)
    match ask:
        case Form():
            pairs = zip(ask.parts, action, strict=True)
            return {one for (name, part), value in pairs for one in _numbers(part, value, terms, name)}
        case Menu():
            verb, *values = action
            return _numbers(dict(ask.verbs)[verb], values, terms)
        case Amount():
            return {str(action)}
        case Split():
            every = {word for name in ask.among for word in tokens(terms.say(key, name))}
            return {str(ask.total), *map(str, action), *filter(is_number, every)}
        case Choice():
            return set(filter(is_number, tokens(terms.say(key, action))))
        case Pick():
            return {word for thing in action for word in tokens(terms.say(key, thing)) if is_number(word)}
        case Speech():
            return set(filter(is_number, tokens(action)))
    return set()
