"""An environment of PettingZoo's as a game, for tournaments, prompts and records."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from agonist.adapters.pettingzoo.array_text import EnvWords, rendered
from agonist.adapters.pettingzoo.environment_replay import (
    EnvState,
    EnvView,
    Frame,
    Render,
    Replayer,
    first_and_count,
)
from agonist.core import CHANCE, Amount, Ask, Choice, Game, Moves, Outcome, Seat, Traits, UsageError
from agonist.kit import Kit
from agonist.text import Prompts

SEEDS: Final = Amount(0, 2**31 - 1, about="seed")


@dataclass(frozen=True)
class EnvGame(Game[EnvState, Any]):
    """Agents are seats in the order of `possible_agents`; a seat's score is the sum of its rewards.

    If the game hides something, chance draws the seed for `reset`, and a seat sees what its agent observes.
    Otherwise there is no chance: the seed is always 0, and the view is the state.
    """

    replayer: ClassVar[Replayer]

    seats: int = 0

    def new(self) -> EnvState:
        return EnvState() if self.traits.hidden else EnvState(0)

    def turn(self, state: EnvState) -> Mapping[Seat, Ask]:
        if state.seed is None:
            return {CHANCE: SEEDS}
        frame = self.replayer.frame(state)
        return {} if frame.reason else {frame.mover: Choice(frame.legal, about="move")}

    def act(self, state: EnvState, moves: Moves) -> EnvState:
        ((_, action),) = moves.items()
        return EnvState(action) if state.seed is None else EnvState(state.seed, (*state.actions, action))

    def observe(self, state: EnvState, seat: Seat | None) -> EnvState | EnvView:
        if not self.traits.hidden:
            return state
        if seat is None or state.seed is None:
            return EnvView(seat, "", len(state.actions))
        return self.replayer.frame(state).views[seat]

    def paid(self, state: EnvState) -> tuple[float, ...]:
        frame = self.frame(state)
        return (0.0,) * self.seats if frame is None else frame.scores

    def outcome(self, state: EnvState) -> Outcome | None:
        frame = self.frame(state)
        return Outcome(frame.scores, frame.reason) if frame and frame.reason else None

    def frame(self, state: EnvState) -> Frame | None:
        """All observable data of a state; `None` before the seed is known."""
        return None if state.seed is None else self.replayer.frame(state)


def game_of_env(
    make_env: Callable[[], Any],
    name: str,
    *,
    rules: str = "",
    render: Render = rendered,
    actions: Sequence[str] | Callable[[int], str] = str,
    traits: Traits = Traits(hidden=True),  # noqa: B008  a frozen value
    reference: Callable[[Any, Any, Ask, Random], Any] | None = None,
    reference_is: str = "",
    sample_state: Callable[[Any, Any, Random], Any] | None = None,
    prompts: Prompts | None = None,
    version: int = 1,
) -> Kit:
    """The kit of a game from an AEC environment with discrete actions.

    `make_env`: makes a new environment, which the seed of `reset` must determine. `rules`: the rules that
    players get before the game. `render`: (observation, agent, info) -> the observation in words, without the
    action mask. `actions`: the name of each action, in order or by number, all different.
    `reference`, `sample_state`, `version`: as in `Kit` and `Game`; without a reference, a random legal move.

    `traits`: declare `hidden=False` only where every agent sees everything and the seed makes no difference;
    then search can play too. Agents act one after another, even if the environment then moves them all at
    once: it must itself hide what an agent may not see of the others' actions.

    One clause of `agonist check-game` cannot hold for an environment with hidden information:
    `views_do_not_depend_on_what_they_hide` needs `sample_state`, which would have to find a seed and actions
    with the same observations for a seat, and environments offer no way to do so. All other clauses hold if
    the environment is deterministic. Raises `UsageError` for actions that are not discrete.
    """
    if traits.simultaneous or traits.talk:
        raise UsageError(
            f"{name}: an environment's agents act in turn and by number, so it can't have the traits "
            "simultaneous and talk"
        )
    env = make_env()
    agents = tuple(env.possible_agents)
    spans = [first_and_count(env.action_space(agent), agent) for agent in agents]
    env.close()
    first = min(start for start, _ in spans)
    count = max(start + count for start, count in spans) - first
    if not callable(actions) and len(actions) != count:
        raise UsageError(f"{name} has {count} actions, but you named {len(actions)}")
    game: type[EnvGame] = dataclass(frozen=True)(
        type(
            "".join(map(str.capitalize, name.split("_"))),
            (EnvGame,),
            {
                "__doc__": f"{env} as a game.",
                "__annotations__": {"seats": int},
                "name": name,
                "version": version,
                "sizes": (len(agents),),
                "traits": traits,
                "replayer": Replayer(make_env, render),
                "seats": len(agents),
            },
        )
    )
    names = actions if callable(actions) else dict(enumerate(actions, first)).__getitem__
    return Kit(
        game=game,
        words=EnvWords(prompts or Prompts.beside(__file__), agents, rules, names, first),
        reference=reference or by_chance,
        reference_is=reference_is or "a uniformly random legal move, since no better player is known",
        sample_state=sample_state,
    )


def by_chance(game: Any, view: Any, ask: Ask, rng: Random) -> Any:
    """A random legal move, all equally likely."""
    del game, view
    return ask.sample(rng)
