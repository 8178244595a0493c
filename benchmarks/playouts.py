"""Random matches of a game in a second of processor time, by its rules alone.

    uv run benchmarks/playouts.py [GAME …] [MATCHES]

All games unless named, with their default options; every answer is drawn evenly from the legal ones.
"""

from __future__ import annotations

import sys
import time
from random import Random
from typing import Any

from agonist.core import CHANCE, Game, uniform
from agonist.games import KITS, find_kit
from agonist.kit import make_game

SECONDS = 5.0
"""A game is measured for at most so long."""


def main(names: list[str], matches: int) -> None:
    for name in names or list(KITS):
        game = make_game(find_kit(name).game, {})
        played, steps, start = 0, 0, time.process_time()
        while played < matches and time.process_time() - start < SECONDS:
            steps += playout(game, Random(f"playout {played}"))
            played += 1
        took = time.process_time() - start
        speed = f"{played / took:,.1f} matches/s, {steps / took:,.0f} moves/s"
        print(f"{name}: {speed}, {steps / played:.0f} moves a match")


def playout(game: Game[Any, Any], rng: Random) -> int:
    """The moves of one random match."""
    state, steps = game.new(), 0
    while asks := game.turn(state):
        moves = {seat: ask.sample(rng) if seat == CHANCE else uniform(ask, rng) for seat, ask in asks.items()}
        state = game.act(state, moves)
        steps += 1
    return steps


if __name__ == "__main__":
    words = sys.argv[1:]
    counts = [int(word) for word in words if word.isdecimal()]
    main([word for word in words if not word.isdecimal()], counts[0] if counts else 200)
