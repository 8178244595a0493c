"""Answers without words: the policy never says anything in a player's name."""

from __future__ import annotations

from typing import Any

from agonist.core.ask import Ask, Form, Menu, Speech


def in_silence(ask: Ask, action: Any) -> Any:
    """The same answer with empty texts, wherever the rules allow them.

    >>> from agonist.core import Amount, form
    >>> in_silence(form("offer", hats=Amount(0, 2), message=Speech(optional=True)), (2, "Take it!"))
    (2, '')
    """
    match ask:
        case Speech():
            return "" if ask.optional else action
        case Form():
            return tuple(in_silence(part, value) for (_, part), value in zip(ask.parts, action, strict=True))
        case Menu():
            verb, *parts = action
            return (verb, *in_silence(dict(ask.verbs)[verb], tuple(parts)))
        case _:
            return action
