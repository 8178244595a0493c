"""Atari Boxing in real time: the fight goes on while players think, so slow players are hit.

Needs the extra `atari` (docs/start.md) and the ROM (AutoROM). Type:
python examples/boxing_live.py openai/gpt-5-mini reference --speed 120
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Sequence

from agonist import AgonistError, RunConfig
from agonist.adapters.atari import KIT, MOST_FRAMES, SPEED, Bout, MakeEnv, fight, pettingzoo_ring


def main(words: Sequence[str] | None = None, make_env: MakeEnv = pettingzoo_ring) -> Bout:
    """Have two players fight, and print how it went."""
    parser = argparse.ArgumentParser(description="A fight of Atari Boxing in real time.")
    parser.add_argument("white")
    parser.add_argument("black")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--speed", type=int, default=SPEED, help="frames a second; the console has 60")
    parser.add_argument("--longest", type=int, default=MOST_FRAMES, help="frames after which a fight is left")
    given = parser.parse_args(words)
    registry = RunConfig().player_registry()
    try:
        players = [registry.factory(given.white), registry.factory(given.black)]
        bout = asyncio.run(
            fight(KIT, make_env, players, seed=given.seed, speed=given.speed, longest=given.longest)
        )
    except AgonistError as error:
        parser.error(str(error))
    white, black = bout.outcome.scores
    print(f"{given.white} {white:g}, {given.black} {black:g}: {bout.outcome.reason}")
    print(f"{bout.frames} frames; answers {bout.answers[0]} and {bout.answers[1]}")
    return bout


if __name__ == "__main__":
    main()
