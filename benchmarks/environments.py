"""Games as PettingZoo environments beside the same matches without one.

    uv run --group bench benchmarks/environments.py [GAME …]

For each game with arrays, random matches are played once and written down. Then four loops play them again,
in turns, so that what else the machine does troubles them alike; the best of each counts, in processor time.
Each draws a random answer where a player is asked, and then plays the one written down, so that all play the
same match.

- rules: `turn`, chance, a random answer, `act`, at the end `outcome`. Nobody sees anything.
- views: the same, with `observe` for each seat that is asked, as any player needs it.
- numbers: the same, with the numbers of the arrays, and those of the answers that are allowed, as lists: what
  a learner must have.
- environment: `reset`, then `last`, a random action by the mask, and `step`; where seats act at once, `step`
  of the parallel environment. Agents get arrays and masks; no text is written.

Times are in microseconds for each answer of a player. Where ten players answer at once, one `act` serves ten
answers, while the environment fills arrays for ten agents.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from agonist.adapters.gymnasium.encoding_from_random_matches import spelling_of
from agonist.adapters.pettingzoo import aec_env, parallel_env
from agonist.core import CHANCE, Game, Moves
from agonist.games import KITS
from agonist.kit import Kit
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


def by_rules(kit: Kit, game: Game[Any, Any], matches: Matches, *, seen: str = "") -> None:
    rng, spelling = Random(0), spelling_of(game)
    assert kit.arrays is not None
    for seed, moves in matches:
        chance, state, nth = Chance.of_match(seed), game.new(), 0
        while asks := game.turn(state):
            answers, nth = moves[nth], nth + 1
            if CHANCE in asks:
                answers = {**answers, CHANCE: chance.pick(asks[CHANCE])}
            for seat, ask in asks.items():
                if seat != CHANCE:
                    if seen:
                        view = game.observe(state, seat)
                    if seen == "numbers":
                        kit.arrays.values(game, view, seat)
                        spelling.whole(ask)
                    ask.sample(rng)
            state = game.act(state, answers)
        game.outcome(state)


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
            _, _, _, _, info = env.last()
            env.action_space(env.agent_selection).sample(info["action_mask"])
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
        _, infos = env.reset(seed=seed)
        for action in actions:
            for agent in action:
                env.action_space(agent).sample(infos[agent]["action_mask"])
            infos = env.step(action)[-1]


def seconds(loop: Callable[[], None]) -> float:
    """The quickest of some passes over all matches."""
    best, end = float("inf"), time.process_time() + SECONDS
    while (start := time.process_time()) < end:
        loop()
        best = min(best, time.process_time() - start)
    return best


def measured(target: str) -> list[float]:
    """The steps of an answer in the environment, and its seconds by rules, with views, with numbers, and in
    the environment.
    """
    chosen = parse_target(target)
    kit, game = chosen.kit, chosen.game
    matches = [(seed, recorded(game, seed)) for seed in range(MATCHES)]
    answers = sum(len(set(move) - {CHANCE}) for _, moves in matches for move in moves)
    if game.traits.simultaneous:
        env: Any = parallel_env(target)
        actions, play = spelled_at_once(env, matches), at_once
    else:
        env = aec_env(target)
        actions, play = spelled_in_turn(env, matches), in_turn
    loops: list[Callable[[], None]] = [
        lambda: by_rules(kit, game, matches),
        lambda: by_rules(kit, game, matches, seen="views"),
        lambda: by_rules(kit, game, matches, seen="numbers"),
        lambda: play(env, actions),
    ]
    best = [float("inf")] * len(loops)
    for _ in range(ROUNDS):
        best = [min(old, seconds(loop)) for old, loop in zip(best, loops, strict=True)]
    steps = sum(len(action) if game.traits.simultaneous else 1 for _, each in actions for action in each)
    return [each / answers for each in (steps, *best)]


def main() -> None:
    targets = sys.argv[1:] or [name for name, kit in KITS.items() if kit.arrays]
    columns = ("steps", "rules", "views", "numbers", "env", "to rules", "to views", "to numbers")
    print(f"{'game':24}" + "".join(f"{column:>11}" for column in columns))
    for target in targets:
        steps, *times = measured(target)
        *raw, env = (1e6 * each for each in times)
        row = "".join(f"{each:11.1f}" for each in (steps, *raw, env))
        print(f"{target:24}{row}" + "".join(f"{env / each:10.1f}x" for each in raw), flush=True)


if __name__ == "__main__":
    main()
