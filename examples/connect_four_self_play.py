"""Connect Four played against itself, for programs that learn what boards are worth; needs NumPy alone.

`learn_connect_four.py` learns from it with PyTorch. What judges boards here is any function from an array of
them to how good each is for whoever has just moved, from -1, a loss, to 1, a win.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from agonist.games import find_kit

KIT = find_kit("connect_four")
GAME = KIT.game()

Judge = Callable[[np.ndarray], Sequence[float]]


class Move(NamedTuple):
    """A column, counted from 1, the state after it, and who plays it."""

    column: int
    after: Any
    seat: int


def moves(state: Any) -> list[Move]:
    """The mover's moves; none when the game is over."""
    return [
        Move(column, GAME.act(state, {seat: column}), seat)
        for seat, ask in GAME.turn(state).items()
        for column in ask.options()
    ]


def planes(state: Any, seat: int) -> np.ndarray:
    """Two planes, the discs of this seat and of the other, from the game's own arrays."""
    board = bytes(KIT.arrays.values(GAME, state, seat)["board"])
    return np.frombuffer(board, np.int8).reshape(3, GAME.rows, GAME.columns)[[seat, 1 - seat]]


def judged(judge: Judge, options: Sequence[Move]) -> tuple[np.ndarray, list[float]]:
    """The boards after these moves, and how good each is for its mover: by the rules, if the game is over."""
    boards = np.stack([planes(move.after, move.seat) for move in options])
    values = list(judge(boards))
    for nth, move in enumerate(options):
        if (outcome := GAME.outcome(move.after)) is not None:
            values[nth] = outcome.scores[move.seat]
    return boards, values


def best_column(judge: Judge, state: Any) -> int:
    """The column after which the board is best."""
    options = moves(state)
    _, values = judged(judge, options)
    return options[values.index(max(values))].column


def self_play(judge: Judge, games: int, explore: float, trace: float) -> tuple[np.ndarray, np.ndarray]:
    """Games side by side, so that many boards are judged at once: the boards played, and what each was worth.

    `explore`: the share of moves drawn at random. `trace`: the λ of TD(λ), how much it counts what came of
    the game; the rest is what the judge said of the next board.
    """
    states = [GAME.new()] * games
    played: list[list[tuple[np.ndarray, float, int]]] = [[] for _ in states]  # board, best value, seat
    while going := [(nth, options) for nth, state in enumerate(states) if (options := moves(state))]:
        boards, values = judged(judge, [move for _, options in going for move in options])
        start = 0
        for nth, options in going:
            mine = range(start, start + len(options))
            best = max(mine, key=values.__getitem__)
            chosen = random.choice(mine) if random.random() < explore else best
            states[nth] = options[chosen - start].after
            played[nth].append((boards[chosen], values[best], options[0].seat))
            start += len(options)
    seen, worth = [], []
    for state, game in zip(states, played, strict=True):
        value = GAME.outcome(state).scores[game[-1][2]]
        for board, best, _ in reversed(game):
            seen.append(board)
            worth.append(value)
            value = -(trace * value + (1 - trace) * best)  # of the board before, for the other player
    return np.stack(seen), np.array(worth, np.float32)
