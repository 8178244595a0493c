"""A built-in player whose words carry an attack."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.core import Ask, Form, IllegalAction, Menu, Speech
from agonist.players.model_call import ModelCall
from agonist.players.player import Player, Question


class AttackPlayer(Player):
    """Plays as another player does, and adds a line to all that it says, where that is legal."""

    def __init__(self, inner: Player, line: str) -> None:
        self._inner, self._line = inner, line

    async def open(self) -> None:
        await self._inner.open()

    async def answer(self, question: Question) -> Any:
        return with_line(question.ask, await self._inner.answer(question), self._line)

    async def probe(self, question: Question) -> Any:
        return await self._inner.probe(question)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._inner.recall(view, ask, action, calls)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        self._inner.fallback(view, ask, action)

    async def finish(self, view: Any) -> None:
        await self._inner.finish(view)

    def close(self) -> None:
        self._inner.close()


def with_line(ask: Ask, action: Any, line: str) -> Any:
    """An action with a line added to each speech in it that may be so long; no line replaces the speech.

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
