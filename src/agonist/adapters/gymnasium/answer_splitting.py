"""Splitting an answer into single choices, and building it from them.

An ask whose answers can be listed is one choice. A larger ask is several: the parts of a form one by one, a
verb and then its parts, all numbers of a split except the last, the picked things in order followed by
`DONE`. Free text is a single step.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from agonist.core import Amount, Ask, Choice, Form, GameError, Menu, Pick, Speech, Split
from agonist.core.ask import MOST_LISTED

DONE: Final = None
"""The choice to pick no more things."""


@dataclass(frozen=True, slots=True)
class Listing:
    """A choice; `key` is the same for the same question put again."""

    key: str
    options: Sequence[Any]


Dialogue: TypeAlias = Generator[Listing | Speech, Any, Any]
"""A generator that yields choices and requests for text, receives the replies, and returns the answer."""


def dialogue(ask: Ask, key: str = "") -> Dialogue:
    """The choices that lead to an answer."""
    key = key or ask.about
    if (options := listed(ask)) is not None:
        return (yield Listing(key, options))
    match ask:
        case Speech():
            return (yield ask)
        case Form():
            parts = []
            for name, part in ask.parts:
                parts.append((yield from _part(part, f"{key}.{name}")))
            return tuple(parts)
        case Menu():
            verb = yield Listing(f"{key}.action", tuple(verb for verb, _ in ask.verbs))
            return (verb, *(yield from _part(dict(ask.verbs)[verb], f"{key}.{verb}")))
        case Split():
            return (yield from _split(ask, key))
        case Pick():
            return (yield from _pick(ask, key))
    raise GameError(f"{type(ask).__name__} ({ask.about!r}) has too many answers to list, and no known parts")


def letters(ask: Ask, action: Any) -> Iterator[Any]:
    """The replies, one per choice, that lead the dialogue to this answer."""
    match ask:
        case _ if listed(ask) is not None:
            yield action
        case Form():
            for (_, part), value in zip(ask.parts, action, strict=True):
                yield from _letters_of_part(part, value)
        case Menu():
            yield action[0]
            yield from _letters_of_part(dict(ask.verbs)[action[0]], action[1:])
        case Split():
            yield from action[:-1]
        case Pick():
            yield from action
            if len(action) < ask.high:
                yield DONE
        case _:
            yield action


def _part(ask: Ask, key: str) -> Dialogue:
    """The choices within a larger answer; a part with a single option is not asked."""
    options = listed(ask)
    if options is not None and len(options) == 1:
        return options[0]
    return (yield from dialogue(ask, key))


def _letters_of_part(ask: Ask, action: Any) -> Iterator[Any]:
    options = listed(ask)
    if options is None or len(options) > 1:
        yield from letters(ask, action)


def listed(ask: Ask) -> Sequence[Any] | None:
    """All answers, if there are few enough to list."""
    match ask:
        case Choice():
            return ask.choices
        case Amount():
            # A range however long it is: its numbers need not be written out to be counted.
            return range(ask.low, ask.high + 1, ask.step)
        case Menu():
            every: list[tuple[Any, ...]] = []
            for verb, parts in ask.verbs:
                options = _of_verb(verb, parts)
                if options is None or len(every) + len(options) > MOST_LISTED:
                    return None
                every += options
            return every
        case Form() | Split() | Pick():
            return _combined(ask)
    return ask.options()


@lru_cache(maxsize=1024)
def _of_verb(verb: str, parts: Form) -> Sequence[tuple[Any, ...]] | None:
    """All answers with this verb. Menus differ from question to question, and most of their verbs do not."""
    options = parts.options()
    return None if options is None else [(verb, *option) for option in options]


@lru_cache(maxsize=1024)
def _combined(ask: Ask) -> Sequence[Any] | None:
    """The same questions are put again and again, and writing out all combinations takes long."""
    return ask.options()


def _split(ask: Split, key: str) -> Dialogue:
    parts: list[int] = []
    for nth, name in enumerate(ask.among[:-1]):
        most = ask.total - sum(parts) - ask.low * (len(ask.among) - nth - 1)
        parts.append((yield Listing(f"{key}.{name}", range(ask.low, most + 1, ask.step))))
    return (*parts, ask.total - sum(parts))


def _pick(ask: Pick, key: str) -> Dialogue:
    """Picks things in listed order, so that each pick has exactly one spelling."""
    left = sorted(ask.things, key=ask.things.index)
    picked: list[Any] = []
    while len(picked) < ask.high and left:
        enough = len(left) - (ask.low - len(picked))
        options = tuple(dict.fromkeys(left[: enough + 1]))
        if len(picked) >= ask.low:
            options = (*options, DONE)
        thing = yield Listing(key, options)
        if thing is DONE:
            break
        picked.append(thing)
        left = left[left.index(thing) + 1 :]
    return tuple(picked)
