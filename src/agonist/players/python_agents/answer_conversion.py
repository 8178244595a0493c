"""Answers of agents, as values and as text."""

from __future__ import annotations

from typing import Any

from agonist.core import Amount, Ask, Choice, EmptyAnswer, plain
from agonist.text import Say, written
from agonist.text.answer_formats import key_of


def plain_action(action: Any) -> Any:
    """An agent's action as plain values: NumPy's numbers become numbers, lists become tuples.

    >>> plain_action([0, 1])
    (0, 1)
    """
    if action is None:
        raise EmptyAnswer("the agent answered None; answer with an action")
    return plain(action)


def legal_texts(ask: Ask, say: Say) -> dict[str, Any] | None:
    """Each legal answer as text, with its action; `None` if there are too many to list.

    >>> say = lambda key, option: str(option)
    >>> legal_texts(Choice((1, 2), about="take"), say), legal_texts(Amount(0, 1, about="n"), say)
    ({'1': 1, '2': 2}, {'0': 0, '1': 1})
    """
    options = ask.options()
    if options is None:
        return None
    match ask:
        case Choice():
            return {say(key_of(ask), option): option for option in options}
        case Amount():
            return {str(option): option for option in options}
    return {written(ask, option, "json", say): option for option in options}
