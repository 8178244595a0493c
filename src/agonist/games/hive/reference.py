"""Hive by alpha-beta search, deepened until a budget of positions is spent."""

from __future__ import annotations

from random import Random
from typing import Final

from agonist.core import Ask
from agonist.games.hive.estimate import advantage
from agonist.games.hive.rules import HiveGame, State, actions

POSITIONS: Final = 250
"""The number of positions searched for one action; a count and not a time, so that play can be repeated."""

DEEPEST: Final = 3

WON: Final = 10_000


def by_search(game: HiveGame, view: State, ask: Ask, rng: Random) -> str:
    """The best action found; a random one of equal ones."""
    options: list[str] = list(ask.options() or ())
    rng.shuffle(options)
    return _Search(game).best(view, options)


class _SpentError(Exception):
    """The budget is used up."""


class _Search:
    """One search from one position. Values are for the player to move."""

    def __init__(self, game: HiveGame) -> None:
        self.game = game
        self.left = POSITIONS

    def best(self, state: State, order: list[str]) -> str:
        """The best of these actions, the first of equal ones."""
        best = order[0]
        if len(order) == 1:
            return best
        for depth in range(DEEPEST):
            alpha = -2 * WON
            values: dict[str, int] = {}
            try:
                for action in order:
                    after = self.game.act(state, {state.mover: action})
                    values[action] = value = -self.value(after, depth, -2 * WON, -alpha)
                    if value > alpha:
                        # The best so far is searched first, so a better one counts even if the budget runs
                        # out.
                        best, alpha = action, value
            except _SpentError:
                break
            if abs(alpha) >= WON:
                break
            order.sort(key=values.__getitem__, reverse=True)
        return best

    def value(self, state: State, depth: int, alpha: int, beta: int) -> int:
        """The mover's value: exact if between alpha and beta, otherwise a bound beyond them."""
        if not self.left:
            raise _SpentError
        self.left -= 1
        if state.end:
            return int(state.end.scores[state.mover]) * (WON + depth)
        if depth == 0:
            return advantage(state)
        best = -2 * WON
        for action in actions(self.game, state) or ("pass",):
            after = self.game.act(state, {state.mover: action})
            best = max(best, -self.value(after, depth - 1, -beta, -max(alpha, best)))
            if best >= beta:
                break
        return best
