"""How like the reference player a player answers: what the length of its matches is estimated by at first.

Who plays like the reference player plays matches as long as its own, and who plays like the scripted model
matches as long as those. Ten answers tell the two apart long before a match has ended.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import hypot, log, sqrt
from random import Random
from statistics import stdev
from typing import Any, Final

from agonist.core import Game, GameError
from agonist.kit import Kit
from agonist.match import Step, checked_game
from agonist.tournament.match_lengths import REFERENCE_SHARE, Lengths

ANSWERS_COMPARED: Final = 30
SECONDS_COMPARED: Final = 0.5
"""First answers of a player in a part of a run, and seconds of processor time that comparing them may take:
some reference players need a millisecond, others a tenth of a second."""

PRIOR_ANSWERS: Final = 1
"""For how many answers the share that is assumed without any counts."""


class Likeness:
    """How often a player's first answers were those of the reference player. `lengths`: of the game."""

    def __init__(self, lengths: Lengths) -> None:
        self.lengths = lengths
        self._compared = self._same = 0
        self._took = 0.0
        means = [each.mean for each in (lengths.random, lengths.careful, lengths.reference)]
        self._others_deviation = stdev(map(log, means))

    @property
    def is_known(self) -> bool:
        """Whether enough answers are compared."""
        return self._compared >= ANSWERS_COMPARED or self._took >= SECONDS_COMPARED

    def add(self, same: bool, seconds: float) -> None:
        """Count an answer that took so many seconds of processor time to compare."""
        self._compared += 1
        self._same += same
        self._took += seconds

    @property
    def share(self) -> float:
        """From 0 for the scripted model to 1 for the reference player."""
        careful, reference = self.lengths.agreement
        return min(max((self._rate - careful) / (reference - careful), 0.0), 1.0)

    @property
    def deviation(self) -> float:
        """The standard deviation of `share`, of a beta distribution."""
        careful, reference = self.lengths.agreement
        rate = self._rate
        return sqrt(rate * (1 - rate) / (PRIOR_ANSWERS + self._compared + 1)) / (reference - careful)

    @property
    def length_deviation(self) -> float:
        """The standard deviation of the logarithm of the mean length of matches that is expected by `share`.

        Players that are neither of the two differ from both, by as much as random players do.
        """
        return hypot(self.deviation * log(self.lengths.longer[0]), self._others_deviation)

    @property
    def _rate(self) -> float:
        careful, reference = self.lengths.agreement
        usual = careful + REFERENCE_SHARE * (reference - careful)
        return (PRIOR_ANSWERS * usual + self._same) / (PRIOR_ANSWERS + self._compared)


class Comparison:
    """Compares the answers in one match with the reference player's, while it is played from its start.

    `likenesses` has one for each seat, or `None` where nothing is compared.
    """

    def __init__(self, kit: Kit, game: Game[Any, Any], likenesses: Sequence[Likeness | None]) -> None:
        self._kit, self._game, self._likenesses = kit, game, likenesses
        self._state: Any = None
        self._next: int | None = 0
        self._rng = Random(0)

    def step_played(self, nth: int, step: Step) -> None:
        """Compare the answers of the next step; steps of a match that was resumed are left out."""
        if nth != self._next:
            return
        self._next = None
        if all(each is None or each.is_known for each in self._likenesses):
            return
        try:
            state = self._state if nth else checked_game.new(self._game)
            self._compare(state, step)
            self._state = checked_game.act(self._game, state, step.moves)
        except GameError:
            return  # an estimate ends no match
        self._next = nth + 1

    def _compare(self, state: Any, step: Step) -> None:
        answered = {call.seat for call in step.calls if not call.probe}
        asks = checked_game.turn(self._game, state)
        for seat in answered & asks.keys() & step.moves.keys():
            likeness = self._likenesses[seat]
            if likeness is not None and not likeness.is_known:
                view = checked_game.observe(self._game, state, seat)
                began = time.thread_time()
                action = self._kit.reference(self._game, view, asks[seat], self._rng)
                likeness.add(bool(action == step.moves[seat]), time.thread_time() - began)
