"""The players of the other seats, who answer while the learner waits."""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, TypeVar

from agonist.core import Ask, Game, Moves, Seat
from agonist.kit import Kit
from agonist.match import Policy, checked_game
from agonist.match.call_log import CallLog
from agonist.match.seated_players import SeatedPlayers
from agonist.models.model_assembly import aclose_all
from agonist.players.player import PlayerFactory
from agonist.players.simple import RandomPlayer

T = TypeVar("T")


class Opponents:
    """Who sits in the other seats of one match after another.

    They get the questions, dice and retries of a match by the usual policy, so they answer as in
    `agonist.play` with the same seed.
    """

    def __init__(self, kit: Kit, game: Game[Any, Any]) -> None:
        self._kit, self._game = kit, game
        self._seated: SeatedPlayers | None = None
        self._thread = LoopThread()

    def sit(
        self, learner: Seat, factories: Sequence[PlayerFactory], names: Sequence[str], seed: str, script: Any
    ) -> None:
        """Begin a match. `factories`, `names`: of the other seats, in their order."""
        self.leave()
        # Nothing is asked of the player in the learner's own place.
        players = [*factories[:learner], lambda _context: RandomPlayer(), *factories[learner:]]
        dice = " ".join([seed, *names[:learner], "", *names[learner:]])
        self._log = CallLog(self._game.seats, 0, lambda _step, _number, _call: None, lambda _calls: None)
        self._seated = SeatedPlayers(
            self._kit, self._game, players, seed, dice, "", Policy(), script, (), self._log
        )
        self._quick = not any(player.waits for player in self._seated.players)
        self._result(self._seated.open())

    def answers(self, state: Any, asks: Mapping[Seat, Ask], turn: int) -> Moves:
        """What each of these seats answers in this step of the match."""
        assert self._seated is not None
        self._log.turn = turn
        views = checked_game.views(self._game, state, asks)
        step, _ = self._result(self._seated.step(state, asks, views, turn))
        return step.moves

    def finish(self, state: Any) -> None:
        """Tell the players how the match ended."""
        if self._seated is not None:
            self._result(self._seated.finish(state))
            self.leave()

    def leave(self) -> None:
        """End the match, wherever it is."""
        if self._seated is not None:
            self._seated.close()
            self._seated = None

    def close(self) -> None:
        """Release connections and threads; the next match opens them again."""
        self.leave()
        self._thread.close()

    def _result(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if not self._quick:
            return self._thread.result(coroutine)
        try:
            while True:  # players that wait for nothing need no event loop, which would take 30 µs
                coroutine.send(None)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


class LoopThread:
    """An event loop in a thread of its own, so that a notebook's own loop does not matter."""

    def __init__(self) -> None:
        self._stop: weakref.finalize[[asyncio.AbstractEventLoop, threading.Thread], LoopThread] | None = None

    def result(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """What a coroutine returns or raises."""
        if self._stop is None:
            self._loop = asyncio.new_event_loop()
            thread = threading.Thread(target=self._loop.run_forever, name="agonist opponents", daemon=True)
            thread.start()
            self._stop = weakref.finalize(self, _stop, self._loop, thread)
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def close(self) -> None:
        if self._stop is not None:
            self.result(aclose_all())
            self._stop()
            self._stop = None


def _stop(loop: asyncio.AbstractEventLoop, thread: threading.Thread) -> None:
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
