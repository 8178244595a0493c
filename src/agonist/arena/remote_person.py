"""People who answer on a page, at any time."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping
from typing import Any, Final

from agonist.core import OutOfTime, Seat, player_name
from agonist.players.player import Paused, Player, Question
from agonist.store.platform.answers_of_people import AskKey

ASKED: Final = "is asked in the browser"
"""How the reason ends for which a match waits for a person."""


class PersonElsewhere(Player):
    """Plays stored answers; a question without an answer yet suspends the match.

    So nothing waits in memory while a person thinks. `late`: steps and seats at which somebody's time ran
    out, so that a fallback move is played, and hidden questions without an answer are not asked any more.
    """

    waits = False

    def __init__(
        self,
        seat: Seat,
        answers: Mapping[AskKey, Any],
        late: Collection[tuple[int, Seat]] = (),
    ) -> None:
        self._seat, self._answers, self._late = seat, answers, late

    async def answer(self, question: Question) -> Any:
        if (question.turn, self._seat) in self._late:
            raise OutOfTime("the clock ran out")
        return self._stored(question)

    async def probe(self, question: Question) -> Any:
        try:
            return self._stored(question)
        except Paused:
            if (question.turn, self._seat) in self._late:
                raise OutOfTime("the clock ran out") from None
            raise

    def _stored(self, question: Question) -> Any:
        try:
            return self._answers[AskKey(question.turn, self._seat, question.probe)]
        except KeyError:
            raise Paused(f"{player_name(self._seat)} {ASKED}") from None


class NoTerminal:
    """A terminal without a person."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()

    def fits(self, text: str) -> bool:
        """Always true, since a page has room for any text."""
        return True

    def say(self, text: str) -> None:
        """Does nothing."""

    async def hear(self, prompt: str) -> str:
        raise EOFError
