"""Hive: moves a second beside OpenSpiel through Python, and the seconds that `mcts` takes for one answer.

    uv run --group dev benchmarks/hive.py

Random games of the base set with Beetles, without repetition, to the 500th move at most. Both list the legal
moves at every turn and play one of them; the two take turns, a round each, and the best round counts. What is
listed differs: OpenSpiel names each equal piece in reserve apart. The code published with GameBench was
measured at 25 s for the roughly 1,000 decisions of a random game, and is not run here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random

import pyspiel

from agonist.games import find_kit
from agonist.games.hive import HiveGame
from agonist.kit import make_game
from agonist.players.minimax_and_mcts import MctsPlayer
from agonist.players.player import SeatContext

ROUNDS, SECONDS = 4, 3.0
PUBLISHED = 1000 / 25
"""Decisions a second of the code published with GameBench."""

PLAYOUTS = 500
GAME = HiveGame(queen_first=False, repetition=False)
SPIEL = pyspiel.load_game("hive", {"uses_mosquito": False, "uses_ladybug": False, "uses_pillbug": False})


def agonist_game(rng: Random) -> int:
    state, moves = GAME.new(), 0
    while asks := GAME.turn(state):
        for seat, ask in asks.items():
            options = ask.options() or ()
            state = GAME.act(state, {seat: options[int(rng.random() * len(options))]})
        moves += 1
    return moves


def open_spiel_game(rng: Random) -> int:
    state, moves = SPIEL.new_initial_state(), 0
    while not state.is_terminal():
        options = state.legal_actions()
        state.apply_action(options[int(rng.random() * len(options))])
        moves += 1
    return moves


PACKAGES: dict[str, Callable[[Random], int]] = {"agonist": agonist_game, "OpenSpiel": open_spiel_game}


def rate(game: Callable[[Random], int], rng: Random) -> float:
    """Moves a second of processor time over one round."""
    moves, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        moves += game(rng)
    return moves / spent


def answer_times(name: str) -> list[tuple[int, float]]:
    """Seconds of processor time for an answer of `mcts` after so many random moves of a game."""
    kit = find_kit(name)
    game, rng, found = make_game(kit.game, {}), Random(7), []
    state, moves = game.new(), 0
    for stop in (0, 6, 12, 20, 40):
        while moves < stop and (asks := game.turn(state)):
            ((seat, ask),) = asks.items()
            state = game.act(state, {seat: ask.sample(rng)})
            moves += 1
        for seat in game.turn(state):
            context = SeatContext(kit, game, seat, "seed", lambda _call: None)
            start = time.process_time()
            MctsPlayer(context, playouts=PLAYOUTS).search(state, Random(1))
            found.append((moves, time.process_time() - start))
    return found


def main() -> None:
    best = dict.fromkeys(PACKAGES, 0.0)
    for nth in range(ROUNDS):
        for name, game in PACKAGES.items():
            best[name] = max(best[name], rate(game, Random(nth)))
    ours = best["agonist"]
    for name, speed in {**best, "GameBench's code (measured before)": PUBLISHED}.items():
        print(f"{name}: {speed:,.0f} moves/s; ours is {ours / speed:.1f} times as fast")
    for name in ("hive", "santorini"):
        times = ", ".join(f"{took:.2f} s after {moves} moves" for moves, took in answer_times(name))
        print(f"{name}, mcts?playouts={PLAYOUTS}: {times}")


if __name__ == "__main__":
    main()
