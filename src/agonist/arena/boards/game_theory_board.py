"""The boards of game theory of one database: computed in a thread of their own when matches have ended."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock, Thread
from typing import Final, NamedTuple

from agonist.arena.boards.rater import (
    BOARDS_IN_MEMORY,
    FIRST_FIT_SECONDS,
    LEAST_PAUSE,
    PAUSE_FACTOR,
    QUICK_FIT_SECONDS,
    Rater,
)
from agonist.core import AgonistError
from agonist.metrics.game_theory import GameTheory

THREAD: Final = "agonist game theory"


class Analysed(NamedTuple):
    """What is known at this moment; `found` is `None` until the first analysis is done."""

    found: GameTheory | None
    is_current: bool


@dataclass
class _Board:
    """The state of one board; `key` says which matches `found` is of."""

    found: GameTheory | None = None
    key: object = None
    cost: float = 0.0
    done: float = 0.0
    failure: AgonistError | None = None
    thread: Thread | None = None


class GameTheoryBoards:
    """The analyses of all games and of single ones. As with ratings, a page shows the last one meanwhile."""

    def __init__(self, rater: Rater) -> None:
        self._rater = rater
        self._boards: OrderedDict[str, _Board] = OrderedDict()
        self._lock, self._computing = Lock(), Lock()

    def of(self, game: str = "") -> Analysed:
        """The analysis of a game, or of all; raises what the last one failed with."""
        standings = self._rater.of(game)
        key = standings.end, standings.matches
        with self._lock:
            board = self._boards.setdefault(game, _Board())
            self._boards.move_to_end(game)
            while len(self._boards) > BOARDS_IN_MEMORY:
                self._boards.popitem(last=False)
            due = time.monotonic() - board.done >= max(LEAST_PAUSE, PAUSE_FACTOR * board.cost)
            thread, wait = None, board.found is None or board.cost < QUICK_FIT_SECONDS
            if not standings.pending and (board.found is None or (due and board.key != key)):
                if board.thread is None or not board.thread.is_alive():
                    board.thread = Thread(
                        target=self._compute, args=(game, board, key), name=THREAD, daemon=True
                    )
                    board.thread.start()
                thread = board.thread
        if thread is not None and wait:
            thread.join(FIRST_FIT_SECONDS)
        if board.failure is not None:
            raise board.failure
        return Analysed(board.found, board.key == key)

    def _compute(self, game: str, board: _Board, key: object) -> None:
        # One at a time: they share a processor.
        with self._computing:
            began = time.monotonic()
            try:
                found = self._rater.game_theory(game)
            except AgonistError as error:  # whoever asks is told: a thread has nobody to tell
                board.failure = error
                return
            board.found, board.key, board.failure = found, key, None
            board.done = time.monotonic()
            board.cost = board.done - began
