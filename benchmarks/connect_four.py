"""Random Connect Four playouts a second, ours beside TextArena's and PettingZoo's.

    uv run --group bench benchmarks/connect_four.py

One loop in one process: start a game, then until it is over ask whose turn it is and for the legal columns,
and play one of them at random. The packages take turns, a round each, so that what else the machine does
troubles them alike; each one's best round counts.

TextArena is measured twice: as its own documentation plays it, where a player learns that it is their turn
together with what they see, and stripped of its wrappers with nothing observed. The first is made anew each
time, because its wrapper keeps what was observed across `reset` and would grow slower from game to game. It
names no legal columns, so they are read off its board. PettingZoo's come with the observation; its wrappers
are left off. Ours says whose turn it is and what is legal; it puts nothing into words here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from typing import Any

import textarena
from pettingzoo.classic import connect_four_v3

from agonist.games.connect_four import ConnectFour

ROUNDS, SECONDS = 5, 1.0


def agonist_playout(rng: Random) -> int:
    moves = 0
    state = GAME.new()
    while asks := GAME.turn(state):
        for seat, ask in asks.items():  # one at a time is asked in this game
            options = ask.options() or ()
            state = GAME.act(state, {seat: options[int(rng.random() * len(options))]})
        moves += 1
    return moves


def textarena_playout(rng: Random) -> int:
    game = textarena.make("ConnectFour-v0")
    inside = bare(game)
    moves = 0
    game.reset(num_players=2)
    done = False
    while not done:
        game.get_observation()
        done, _ = game.step(f"[col {textarena_column(inside, rng)}]")
        moves += 1
    return moves


def bare_textarena_playout(rng: Random) -> int:
    moves = 0
    BARE_TEXTARENA.reset(num_players=2)
    done = False
    while not done:
        done, _ = BARE_TEXTARENA.step(f"[col {textarena_column(BARE_TEXTARENA, rng)}]")
        moves += 1
    return moves


def textarena_column(game: Any, rng: Random) -> int:
    top = game.state.game_state["board"][0]
    columns = [column for column, mark in enumerate(top) if mark == "."]
    return columns[int(rng.random() * len(columns))]


def bare(game: Any) -> Any:
    """The game within its wrappers."""
    while hasattr(game, "env"):
        game = game.env
    return game


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
BARE_TEXTARENA = bare(textarena.make("ConnectFour-v0"))
PETTINGZOO = connect_four_v3.raw_env()

PACKAGES: dict[str, Callable[[Random], int]] = {
    "agonist": agonist_playout,
    "TextArena": textarena_playout,
    "TextArena, bare": bare_textarena_playout,
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
    print(f"{'package':16}{'playouts/s':>12}{'moves/s':>12}{'moves each':>12}{'ours is':>10}")
    for name, (playouts, moves) in best.items():
        print(f"{name:16}{playouts:12,.0f}{moves:12,.0f}{moves / playouts:12.1f}{ours / playouts:9.1f}x")


if __name__ == "__main__":
    main()
