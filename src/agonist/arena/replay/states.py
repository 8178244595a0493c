"""The states of a match: computed from its moves, with few kept in memory, so that long matches fit."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Any, Final, Self, overload

from agonist.core import Game, Moves
from agonist.match.checked_game import rules_of

STEPS_BETWEEN: Final = 64
"""Every state whose step is a multiple of this is kept."""

RECENT_STATES: Final = 3 * STEPS_BETWEEN
"""How many recently requested states are also kept."""


class States(Sequence[Any]):
    """The state before the first move, and after each. A missing state is computed from an earlier one."""

    def __init__(self, game: Game[Any, Any], moves: Sequence[Moves]) -> None:
        """Compute all states once. Raises `GameError` if the rules do not allow these moves."""
        self._game, self._moves = game, list(moves)
        with rules_of(game):
            self._kept: dict[int, Any] = {0: game.new()}
        self._recent: OrderedDict[int, Any] = OrderedDict()
        self._lock = Lock()
        self.log_lengths: list[int] = [len(getattr(self._kept[0], "log", ()))]
        """The length of the log after each step."""
        self._last = self._kept[0]
        self._advance(0)

    def extended(self, moves: Sequence[Moves]) -> Self:
        """The states of the same match with further moves."""
        other = object.__new__(type(self))
        with self._lock:
            other._game, other._moves = self._game, [*self._moves, *moves]
            other._kept, other._recent = dict(self._kept), OrderedDict(self._recent)
        other._lock, other.log_lengths, other._last = Lock(), list(self.log_lengths), self._last
        other._advance(len(self._moves))
        return other

    def _advance(self, first: int) -> None:
        state = self._last
        with rules_of(self._game):
            for nth, moves in enumerate(self._moves[first:], start=first + 1):
                state = self._game.act(state, moves)
                self.log_lengths.append(len(getattr(state, "log", ())))
                if nth % STEPS_BETWEEN == 0:
                    self._kept[nth] = state
        self._last = state

    def __len__(self) -> int:
        return len(self._moves) + 1

    @overload
    def __getitem__(self, at: int) -> Any: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Any]: ...
    def __getitem__(self, at: int | slice) -> Any:
        if isinstance(at, slice):
            return [self[nth] for nth in range(*at.indices(len(self)))]
        nth = at + len(self) if at < 0 else at
        if not 0 <= nth < len(self):
            raise IndexError(at)
        if nth == len(self._moves):
            return self._last
        with self._lock:
            return self._made(nth)

    def _made(self, nth: int) -> Any:
        for known in (self._kept, self._recent):
            if nth in known:
                return known[nth]
        start = next(n for n in range(nth, -1, -1) if n in self._kept or n in self._recent)
        state = self._kept[start] if start in self._kept else self._recent[start]
        with rules_of(self._game):
            for at in range(start, nth):
                state = self._game.act(state, self._moves[at])
                self._recent[at + 1] = state
        while len(self._recent) > RECENT_STATES:
            self._recent.popitem(last=False)
        return state
