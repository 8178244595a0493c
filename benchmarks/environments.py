"""Games as PettingZoo environments beside the same matches without one.

    uv run --group bench benchmarks/environments.py [GAME …]

For each game with arrays, random matches are played once and written down. Then three loops play them again,
in turns, so that what else the machine does troubles them alike; the best of each counts, in processor time.

- rules: `turn`, chance, `act`. Nobody sees anything.
- views: the same, with `observe` for each seat that is asked.
- environment: `reset`, then `last` and `step`; where seats act at once, `step` of the parallel environment.
  Agents get arrays and masks; no text is written.

Times are in microseconds for each answer of a player. Where ten players answer at once, one `act` serves ten
answers, while the environment fills arrays for ten agents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from agonist.adapters.pettingzoo import aec_env, parallel_env
from agonist.core import CHANCE, Game, Moves
from agonist.games import KITS
from agonist.match import Chance
from agonist.tournament.game_spec import parse_target

ROUNDS, SECONDS, MATCHES = 12, 0.03, 3

Matches = list[tuple[int, list[Moves]]]
"""The seed and the moves of each."""


def recorded(game: Game[Any, Any], seed: int) -> list[Moves]:
    chance, rng, moves = Chance.of_match(seed), Random(seed), list[Moves]()
    state = game.new()
    while asks := game.turn(state):
        moves.append(
            {seat: chance.pick(ask) if seat == CHANCE else ask.sample(rng) for seat, ask in asks.items()}
        )
        state = game.act(state, moves[-1])
    return moves


def by_rules(game: Game[Any, Any], matches: Matches, *, views: bool) -> None:
    for seed, moves in matches:
        chance, state, nth = Chance.of_match(seed), game.new(), 0
        while asks := game.turn(state):
            answers, nth = moves[nth], nth + 1
            if CHANCE in asks:
                answers = {**answers, CHANCE: chance.pick(asks[CHANCE])}
            if views:
                for seat in asks:
                    if seat != CHANCE:
                        game.observe(state, seat)
            state = game.act(state, answers)


def spelled_in_turn(env: Any, matches: Matches) -> list[tuple[int, list[Any]]]:
    """The actions of each match, one for each step."""
    spelled = []
    for seed, moves in matches:
        actions: list[Any] = []
        env.reset(seed=seed)
        for move in moves:
            for seat in sorted(set(move) - {CHANCE}):
                actions += env.spelled(move[seat])
                for action in env.spelled(move[seat]):
                    env.step(action)
        spelled.append((seed, actions))
    return spelled


def in_turn(env: Any, matches: list[tuple[int, list[Any]]]) -> None:
    for seed, actions in matches:
        env.reset(seed=seed)
        for action in actions:
            env.last()
            env.step(action)


def spelled_at_once(env: Any, matches: Matches) -> list[tuple[int, list[Any]]]:
    spelled = []
    for seed, moves in matches:
        actions: list[Any] = []
        env.reset(seed=seed)
        for move in moves:
            each = {
                f"player_{seat}": env.spelled(f"player_{seat}", answer)
                for seat, answer in move.items()
                if seat != CHANCE
            }
            for nth in range(max(map(len, each.values()), default=0)):
                actions.append({agent: steps[nth] for agent, steps in each.items() if nth < len(steps)})
                env.step(actions[-1])
        spelled.append((seed, actions))
    return spelled


def at_once(env: Any, matches: list[tuple[int, list[Any]]]) -> None:
    for seed, actions in matches:
        env.reset(seed=seed)
        for action in actions:
            env.step(action)


def seconds(loop: Callable[[], None]) -> float:
    times, start = 0, time.process_time()
    while (spent := time.process_time() - start) < SECONDS:
        loop()
        times += 1
    return spent / times


def measured(target: str) -> list[float]:
    """Seconds for each answer by rules, with views, and in the environment."""
    game = parse_target(target).game
    matches = [(seed, recorded(game, seed)) for seed in range(MATCHES)]
    answers = sum(len(set(move) - {CHANCE}) for _, moves in matches for move in moves)
    if game.traits.simultaneous:
        env: Any = parallel_env(target)
        actions, play = spelled_at_once(env, matches), at_once
    else:
        env = aec_env(target)
        actions, play = spelled_in_turn(env, matches), in_turn
    loops: list[Callable[[], None]] = [
        lambda: by_rules(game, matches, views=False),
        lambda: by_rules(game, matches, views=True),
        lambda: play(env, actions),
    ]
    best = [float("inf")] * len(loops)
    for _ in range(ROUNDS):
        best = [min(old, seconds(loop)) for old, loop in zip(best, loops, strict=True)]
    return [spent / answers for spent in best]


def main() -> None:
    targets = sys.argv[1:] or [name for name, kit in KITS.items() if kit.arrays]
    print(f"{'game':32}{'rules':>9}{'views':>9}{'env':>9}{'to rules':>10}{'to views':>10}")
    for target in targets:
        rules, views, env = (1e6 * each for each in measured(target))
        print(
            f"{target:32}{rules:9.1f}{views:9.1f}{env:9.1f}{env / rules:9.1f}x{env / views:9.1f}x", flush=True
        )


if __name__ == "__main__":
    main()
