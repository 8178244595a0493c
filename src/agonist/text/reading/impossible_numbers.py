"""Numbers that are not possible in any state of a game: such an answer is unreadable, not illegal."""

from __future__ import annotations

from typing import Any

from agonist.core import Amount, Ask, Form, IllegalAction, Menu, Split, UnreadableAnswer
from agonist.text.accepted_words import Vocabulary
from agonist.text.answer_formats import key_of


def expect_possible(ask: Ask, action: Any, vocabulary: Vocabulary, key: str = "") -> None:
    """Raise `UnreadableAnswer` for a number or split that is not possible in any state of this game."""
    match ask:
        case Form():
            for (name, part), value in zip(ask.parts, action, strict=True):
                expect_possible(part, value, vocabulary, name)
        case Menu():
            verb, *values = action
            expect_possible(dict(ask.verbs)[verb], tuple(values), vocabulary)
        case Amount() | Split():
            bounds = vocabulary.bounds(key or key_of(ask))
            if bounds is not None and _possible(ask, action, *bounds):
                return
            try:
                ask.check(action)
            except IllegalAction as why:
                raise UnreadableAnswer(f"{key}: {why}" if key else str(why)) from None


def _possible(ask: Amount | Split, action: Any, least: int, most: int) -> bool:
    if isinstance(ask, Amount):
        return bool(least <= action <= most and (action - ask.low) % ask.step == 0)
    parts = all(part >= ask.low and (part - ask.low) % ask.step == 0 for part in action)
    return parts and least <= int(sum(action)) <= most
