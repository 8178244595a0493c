"""The mean score of the convention player of Hanabi in a team of its like, and of random play beside it.

    uv run benchmarks/hanabi.py [MATCHES]

The small game and the full game for 2 to 5 players; seeds 0, 1, 2, …; `±` is one standard error.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time
from collections import Counter
from dataclasses import replace

from agonist.games.hanabi import KIT, PRESETS, Hanabi
from agonist.match.playing import play
from agonist.players.player import Player, PlayerFactory, SeatContext
from agonist.players.simple import RandomPlayer, ReferencePlayer


def main(matches: int = 1000) -> None:
    small = PRESETS["llmarena"]
    sizes = {"small": small, **{f"full, {n} players": {**PRESETS["full"], "seats": n} for n in range(2, 6)}}
    for name, options in sizes.items():
        game = Hanabi(**options)
        measure(f"{name}, convention", game, ReferencePlayer, matches)
        kept = replace(game, bomb="keep")
        measure(f"{name}, random (its height kept)", kept, random_player, matches)


def random_player(context: SeatContext) -> Player:
    del context
    return RandomPlayer()


def measure(name: str, game: Hanabi, factory: PlayerFactory, matches: int) -> None:
    scores, reasons, start = list[float](), Counter[str](), time.perf_counter()
    for seed in map(str, range(matches)):
        outcome = asyncio.run(play(KIT, game, [factory] * game.seats, seed=seed)).outcome
        scores.append(outcome.scores[0])
        reasons[outcome.reason.split(" with ")[0]] += 1
    complete, bombed = reasons["all fireworks are complete"], reasons["the last life was lost"]
    error = statistics.stdev(scores) / len(scores) ** 0.5
    seconds = (time.perf_counter() - start) / matches
    print(
        f"{name}: mean score {statistics.mean(scores):.2f} ± {error:.2f} of {game.best}; complete "
        f"{complete}, bombed {bombed} of {matches}; {seconds * 1000:.0f} ms a match"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
