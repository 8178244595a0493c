"""Players on ladders whose failures count as invalid answers, so that failing does not pay.

If a failing endpoint made a match void, an agent could fail whenever it is losing. So any failure to answer
counts as an invalid answer, and the policy of the match decides.
"""

from __future__ import annotations

import asyncio
from typing import Any, Final

from agonist.core import AgonistError, GameError, InvalidAnswer
from agonist.models.errors import AgentBusy
from agonist.players.player import Paused, Player, PlayerFactory, Question, SeatContext
from agonist.players.wrapped import WrappedPlayer
from agonist.store.engines.failure import StoreError

RETRY_SECONDS: Final = 1.0
"""Seconds after which an agent that is busy on this machine is tried again."""

MOST_RETRIES: Final = 120
"""How often a busy agent is tried again."""


class NoAnswer(InvalidAnswer):
    """The agent's endpoint, code or budget failed."""

    kind = "failed"


class ForfeitingPlayer(WrappedPlayer):
    """Wraps a player; its failures count as invalid answers."""

    def __init__(self, inner: Player) -> None:
        super().__init__(inner)
        self._absent: AgonistError | None = None
        self._failed: tuple[int, NoAnswer] | None = None

    async def open(self) -> None:
        for nth in range(MOST_RETRIES):
            try:
                await self._inner.open()
            except AgentBusy:
                # It plays in another program, perhaps a trial. That is not its fault, and soon over.
                if nth + 1 == MOST_RETRIES:
                    raise
                await asyncio.sleep(RETRY_SECONDS)
            except (StoreError, Paused):
                raise
            except AgonistError as error:
                self._absent = error
                return
            else:
                return

    async def answer(self, question: Question) -> Any:
        if self._absent is not None:
            raise NoAnswer(str(self._absent))
        if self._failed is not None and self._failed[0] == question.turn:
            # All retries of this request failed; the next question starts again.
            raise self._failed[1]
        try:
            return await self._inner.answer(question)
        except (InvalidAnswer, StoreError, GameError, Paused):
            raise
        except AgonistError as error:
            failed = NoAnswer(str(error))
            self._failed = question.turn, failed
            raise failed from error

    async def finish(self, view: Any | None) -> None:
        try:
            await self._inner.finish(view)
        except (StoreError, GameError):
            raise
        except AgonistError:
            # The match is over; a failure to close changes nothing.
            return


def forfeiting_on_failure(factory: PlayerFactory) -> PlayerFactory:
    """A factory of the same players, whose failures count as invalid answers."""

    def make(context: SeatContext) -> Player:
        return ForfeitingPlayer(factory(context))

    return make
