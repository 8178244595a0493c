"""Random Connect Four playouts a second, ours beside TextArena's and PettingZoo's.

    uv run --group bench benchmarks/connect_four.py

One loop in one process: start a game, then until it is over ask for the legal columns and play one of them at
random. The packages take turns, a round each, so that what else the machine does troubles them alike; a
round's best counts. In each package the cheapest way to its legal columns is taken, and the observation
that its players would be sent is left alone, except where a step makes it anyway.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import textarena
from pettingzoo.classic import connect_four_v3

from agonist.games.connect_four import ConnectFour

ROUNDS, SECONDS = 5, 1.0


def agonist_playout(rng: Random) -> int:
    moves = 0
    state = GAME.new()
    while asks := GAME.turn(state):
        answers = {}
        for seat, ask in asks.items():
            options = ask.options() or ()
            answers[seat] = options[int(rng.random() * len(options))]
        state = GAME.act(state, answers)
        moves += 1
    return moves


def textarena_playout(rng: Random) -> int:
    moves = 0
    TEXTARENA.reset(num_players=2)
    done = False
    while not done:
        top = TEXTARENA.state.game_state["board"][0]
        columns = [column for column, mark in enumerate(top) if mark == "."]
        done, _ = TEXTARENA.step(f"[col {columns[int(rng.random() * len(columns))]}]")
        moves += 1
    return moves


def pettingzoo_playout(rng: Random) -> int:
    moves = 0
    PETTINGZOO.reset()
    while not any(PETTINGZOO.terminations.values()):
        mask = PETTINGZOO.observe(PETTINGZOO.agent_selection)["action_mask"]
        columns = [column for column, is_free in enumerate(mask.tolist()) if is_free]
        PETTINGZOO.step(columns[int(rng.random() * len(columns))])
        moves += 1
    return moves


GAME = ConnectFour()
TEXTARENA = textarena.make("ConnectFour-v0").env
while hasattr(TEXTARENA, "env"):  # without the wrappers that put observations into words
    TEXTARENA = TEXTARENA.env
PETTINGZOO = connect_four_v3.raw_env()

PACKAGES: dict[str, Callable[[Random], int]] = {
    "agonist": agonist_playout,
    "TextArena": textarena_playout,
    "PettingZoo": pettingzoo_playout,
}


def rate(playout: Callable[[Random], int], rng: Random) -> tuple[float, float]:
    """Playouts and moves a second over one round."""
    playouts = moves = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < SECONDS:
        moves += playout(rng)
        playouts += 1
    return playouts / spent, moves / spent


def main() -> None:
    best = dict.fromkeys(PACKAGES, (0.0, 0.0))
    for nth in range(ROUNDS):
        for name, playout in PACKAGES.items():
            best[name] = max(best[name], rate(playout, Random(nth)))
    ours = best["agonist"][0]
    print(f"{'package':12}{'playouts/s':>12}{'moves/s':>12}{'moves each':>12}{'ours is':>10}")
    for name, (playouts, moves) in best.items():
        print(f"{name:12}{playouts:12,.0f}{moves:12,.0f}{moves / playouts:12.1f}{ours / playouts:9.1f}x")


if __name__ == "__main__":
    main()
