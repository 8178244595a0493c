"""Errors of members' agents in words that their owners can act on, who cannot set the server's variables."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from agonist.core import AgonistError
from agonist.models.errors import Unauthorised
from agonist.players.player import Player, PlayerFactory, Question, SeatContext
from agonist.players.wrapped import WrappedPlayer

Tell: TypeAlias = Callable[[AgonistError], None]
"""Called with an error; may take a while."""

_ADVICE: Final = re.compile(
    r"; (check the (key|token) in \w+|it wants a key: name its variable with key_env"
    r"|name its token's variable with key_env)"
)


def for_members(error: AgonistError, name: str) -> AgonistError:
    """The same error, without advice that only the operator could follow."""
    if not isinstance(error, Unauthorised):
        return error
    advice = f"; the owner of {name} can choose another key on the agent's edit page (keys are added at /me)"
    return Unauthorised(_ADVICE.sub(lambda _found: advice, str(error)))


def explained(factory: PlayerFactory, name: str, tell: Tell | None = None) -> PlayerFactory:
    """A factory of the same players with errors that owners can act on; `tell` is called once per error."""

    def make(context: SeatContext) -> Player:
        return _Explained(factory(context), name, tell)

    return make


class _Explained(WrappedPlayer):
    def __init__(self, inner: Player, name: str, tell: Tell | None) -> None:
        super().__init__(inner)
        self._name, self._tell = name, tell

    async def open(self) -> None:
        await self._saying(self._inner.open())

    async def answer(self, question: Question) -> Any:
        return await self._saying(self._inner.answer(question))

    async def probe(self, question: Question) -> Any:
        return await self._saying(self._inner.probe(question))

    async def finish(self, view: Any | None) -> None:
        await self._saying(self._inner.finish(view))

    async def _saying(self, doing: Awaitable[Any]) -> Any:
        try:
            return await doing
        except AgonistError as error:
            if self._tell is not None:
                await asyncio.to_thread(self._tell, error)
                self._tell = None
            other = for_members(error, self._name)
            if other is error:
                raise
            raise other from None
