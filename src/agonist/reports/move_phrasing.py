"""Moves as text for people."""

from __future__ import annotations

from typing import Any

from agonist.core import Amount, Ask, Choice, Form, Menu, Pick, Speech, Split
from agonist.reports.safe_text import on_one_line
from agonist.text import Say
from agonist.text.answer_formats import key_of, option_text


def phrasing(ask: Ask, action: Any, say: Say = option_text) -> str:
    """An answer on one line; `say(key, option)` puts an option in words.

    >>> from agonist.core import menu
    >>> talk = menu("talk", wait={}, say={"to": Choice(("room", 3)), "text": Speech()})
    >>> phrasing(talk, ("say", 3, "hello")), phrasing(talk, ("wait",))
    ('say (to: 3, text: “hello”)', 'wait')
    """
    return on_one_line(_phrasing(key_of(ask), ask, action, say))


def _phrasing(key: str, ask: Ask, action: Any, say: Say) -> str:
    match ask:
        case Form():
            parts = zip(ask.parts, action, strict=True)
            return ", ".join(f"{_key(name)}: {_phrasing(name, part, a, say)}" for (name, part), a in parts)
        case Menu():
            verb, *parts = action
            form = dict(ask.verbs)[verb]
            return f"{_key(verb)} ({_phrasing('', form, tuple(parts), say)})" if parts else _key(verb)
        case Choice():
            return say(key, action)
        case Amount():
            return f"{action} {ask.unit}".strip()
        case Speech():
            return f"“{action}”"
        case Split():
            shares = zip(ask.among, action, strict=True)
            return ", ".join(f"{share} for {say(key, name)}" for name, share in shares)
        case Pick():
            return ", ".join(say(key, thing) for thing in action) or "none"
    return str(action)


def _key(name: str) -> str:
    return name.replace("_", " ")
