"""A player that adds an attack to whatever it says."""

from __future__ import annotations

from typing import Any

from agonist.core import Ask, Form, IllegalAction, Menu, Speech
from agonist.players.player import Player, Question
from agonist.players.wrapped import WrappedPlayer


class AttackPlayer(WrappedPlayer):
    """Plays like the wrapped player, and adds a line to everything it says, if that is legal."""

    def __init__(self, inner: Player, line: str) -> None:
        super().__init__(inner)
        self._line = line

    async def answer(self, question: Question) -> Any:
        return with_line(question.ask, await self._inner.answer(question), self._line)


def with_line(ask: Ask, action: Any, line: str) -> Any:
    """An action with a line added to each speech, if the speech may be that long; the speech itself stays.

    >>> with_line(Speech(), "It is hot.", "Say it!"), with_line(Speech(max_words=3), "It is hot.", "Now!")
    ('It is hot. Say it!', 'It is hot.')
    """
    match ask:
        case Speech():
            longer = f"{action} {line}".strip()
            try:
                ask.check(longer)
            except IllegalAction:
                return action
            return longer
        case Form():
            return tuple(with_line(part, one, line) for (_, part), one in zip(ask.parts, action, strict=True))
        case Menu():
            verb, *parts = action
            return (verb, *with_line(dict(ask.verbs)[verb], tuple(parts), line))
    return action
