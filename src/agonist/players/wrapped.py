"""Players that wrap another player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.core import Ask
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Player, Question


class WrappedPlayer(Player):
    """Plays exactly like the wrapped player, unless a subclass overrides a method."""

    def __init__(self, inner: Player) -> None:
        self._inner = inner

    async def open(self) -> None:
        await self._inner.open()

    async def answer(self, question: Question) -> Any:
        return await self._inner.answer(question)

    async def probe(self, question: Question) -> Any:
        return await self._inner.probe(question)

    def recall(self, view: Any, ask: Ask, action: Any, calls: Sequence[ModelCall]) -> None:
        self._inner.recall(view, ask, action, calls)

    def replay(self, questions: Sequence[Question], action: Any, calls: Sequence[ModelCall]) -> None:
        self._inner.replay(questions, action, calls)

    def fallback(self, view: Any, ask: Ask, action: Any) -> None:
        self._inner.fallback(view, ask, action)

    async def finish(self, view: Any | None) -> None:
        await self._inner.finish(view)

    def close(self) -> None:
        self._inner.close()
