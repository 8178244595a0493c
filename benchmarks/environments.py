"""Games as PettingZoo environments beside the same matches without one.

    uv run --group bench benchmarks/environments.py [GAME …]

For each game, random matches are played once and written down. Then up to six loops play them again,
in turns, so that other work troubles them alike; the best of each counts, in processor time. Each
draws a random answer where a player is asked, and then plays the one written down, so that all play the same
match.

- rules: `turn`, chance, a random answer, `act`, at the end `outcome`. Nobody sees anything.
- views: the same, with `observe` for each seat that is asked, as any player needs it.
- numbers: the same, with the numbers of the arrays, and those of the answers that are allowed, as lists: what
  a learner must have. In a game of words, with the text instead of arrays.
- env: `reset`, then `last`, a random action by the mask, and `step`. Agents get arrays and masks; no text is
  written, except in games of words.
- idle: the same loop with an environment of the same spaces that has no rules and sees nothing: it hands out
  copies of one observation, since Gymnasium demands new ones, and selects the agents that the matches had. An
  environment takes at least this and the views.
- at once: where seats act at the same time, the parallel environment, each step of which gives every agent a
  new observation, whether it is asked or not.

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
                        if kit.arrays:
                            kit.arrays.values(game, view, seat)
                        else:
                            kit.words.scene(game, view)
                            kit.words.request(game, view, ask)
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


class Idle:
    """An environment that gives what one of ours gave at its first step, and plays nothing."""

    def __init__(self, env: Any, matches: list[tuple[int, list[Any]]]) -> None:
        self.action_space = env.action_space
        self._agents = env.possible_agents
        self._selected, self._nth = list[str](), 0
        for seed, actions in matches:
            env.reset(seed=seed)
            for action in actions:
                self._selected.append(env.agent_selection)
                env.step(action)
        env.reset(seed=0)
        self._seen, _, _, _, self._info = env.last()
        self._arrays = self._seen.get("observation", {})
        self._key = "action_mask" if "action_mask" in self._seen else "option_mask"

    def reset(self, seed: int) -> None:
        del seed
        self.rewards = dict.fromkeys(self._agents, 0.0)
        self.terminations = dict.fromkeys(self._agents, False)
        self._select()

    def last(self) -> Any:
        observation, info = dict(self._seen), self._info
        mask = observation[self._key] = self._seen[self._key].copy()
        if self._arrays:
            observation["observation"] = {name: array.copy() for name, array in self._arrays.items()}
        agent, whole = self.agent_selection, mask
        if self._key == "option_mask":
            whole = {"option": mask, "text": info["action_mask"]["text"]}
        return observation, self.rewards[agent], self.terminations[agent], False, {"action_mask": whole}

    def step(self, action: Any) -> None:
        del action
        self._select()

    def _select(self) -> None:
        self.agent_selection = self._selected[self._nth]
        self._nth = (self._nth + 1) % len(self._selected)


def seconds(loop: Callable[[], None]) -> float:
    """The quickest of some passes over all matches."""
    best, end = float("inf"), time.process_time() + SECONDS
    while (start := time.process_time()) < end:
        loop()
        best = min(best, time.process_time() - start)
    return best


def measured(target: str) -> list[float]:
    """The steps of an answer in the environment, and its seconds by rules, with views, with numbers, in the
    environment, in an idle one, and in the parallel one if seats act at once.
    """
    chosen = parse_target(target)
    kit, game = chosen.kit, chosen.game
    matches = [(seed, recorded(game, seed)) for seed in range(MATCHES)]
    answers = sum(len(set(move) - {CHANCE}) for _, moves in matches for move in moves)
    env: Any = aec_env(target)
    actions = spelled_in_turn(env, matches)
    idle = Idle(env, actions)
    loops: list[Callable[[], None]] = [
        lambda: by_rules(kit, game, matches),
        lambda: by_rules(kit, game, matches, seen="views"),
        lambda: by_rules(kit, game, matches, seen="numbers"),
        lambda: in_turn(env, actions),
        lambda: in_turn(idle, actions),
    ]
    if game.traits.simultaneous:
        parallel: Any = parallel_env(target)
        together = spelled_at_once(parallel, matches)
        loops.append(lambda: at_once(parallel, together))
    best = [float("inf")] * len(loops)
    for _ in range(ROUNDS):
        best = [min(old, seconds(loop)) for old, loop in zip(best, loops, strict=True)]
    steps = sum(len(each) for _, each in actions)
    return [each / answers for each in (steps, *best)]


def main() -> None:
    targets = sys.argv[1:] or list(KITS)
    columns = (
        "steps",
        "rules",
        "views",
        "numbers",
        "env",
        "idle",
        "to rules",
        "to views",
        "to numbers",
        "at once",
    )
    print(f"{'game':24}" + "".join(f"{column:>11}" for column in columns))
    for target in targets:
        steps, *times = measured(target)
        rules, views, numbers, env, idle, *parallel = (1e6 * each for each in times)
        row = "".join(f"{each:11.1f}" for each in (steps, rules, views, numbers, env, idle))
        row += "".join(f"{env / each:10.1f}x" for each in (rules, views, numbers))
        print(f"{target:24}{row}" + "".join(f"{each:11.1f}" for each in parallel), flush=True)


if __name__ == "__main__":
    main()
