"""What a checked step costs: a second of moves by the raw rules, and the same moves by `agonist.step`.

    uv run benchmarks/steps.py [GAME …]

All games unless named, with their default options. `turn` is asked in both, as any player must.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import agonist
from agonist.core import CHANCE, Game, Moves, uniform
from agonist.games import KITS, find_kit
from agonist.kit import make_game

SECONDS, ROUNDS = 1.0, 5
"""Matches are drawn for so long; each way's best round counts."""


def main(names: list[str]) -> None:
    for name in names or list(KITS):
        game = make_game(find_kit(name).game, {})
        moves = drawn(game)
        raw, checked = (best(game, moves, way) for way in (raw_step, agonist.step))
        print(f"{name}: raw {raw:.1f} µs, checked {checked:.1f} µs a move, {checked / raw:.2f} times as long")


def raw_step(game: Game[Any, Any], state: Any, moves: Moves) -> Any:
    game.turn(state)
    return game.act(state, moves)


def drawn(game: Game[Any, Any]) -> list[tuple[Any, Moves]]:
    """States of random matches, each with what was played."""
    found: list[tuple[Any, Moves]] = []
    start = time.process_time()
    rng = Random("steps")
    while time.process_time() - start < SECONDS:
        state = game.new()
        while asks := game.turn(state):
            moves = {s: ask.sample(rng) if s == CHANCE else uniform(ask, rng) for s, ask in asks.items()}
            found.append((state, moves))
            state = game.act(state, moves)
    return found


def best(game: Game[Any, Any], moves: list[tuple[Any, Moves]], way: Callable[..., Any]) -> float:
    """Microseconds a move."""
    took = []
    for _ in range(ROUNDS):
        start = time.process_time()
        for state, each in moves:
            way(game, state, each)
        took.append(time.process_time() - start)
    return min(took) / len(moves) * 1e6


if __name__ == "__main__":
    main(sys.argv[1:])
