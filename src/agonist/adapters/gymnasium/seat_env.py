"""One seat of a game as an environment of Gymnasium; players of ours have the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import gymnasium
import numpy as np
from numpy.typing import NDArray

from agonist.adapters.gymnasium.observations_of_our_games import Observations
from agonist.adapters.gymnasium.opponents import Opponents
from agonist.adapters.gymnasium.stepped_match import Illegal, SteppedMatch
from agonist.core import Seat, UsageError
from agonist.match import Record
from agonist.players.player import PlayerFactory
from agonist.players.unique_names import name_player
from agonist.run_config import RunConfig
from agonist.tournament.illegal_fixed_answers import expect_legal

Info = dict[str, Any]
"""`action_mask`, an argument for the action space's `sample`; `text` and `record` where they are wanted."""


class SeatEnv(gymnasium.Env[dict[str, Any], Any]):
    """One match an episode. The reward is what the game pays the seat, in the game's unit, all at the end.

    An observation is a dict of the game's named arrays, with `seat`, which says who looks. The info has
    `action_mask`. An episode is terminated when the match is over and never truncated by itself: pass
    `max_episode_steps` to `gymnasium.make` for a limit of your own.

    Args:
        target: A game with options, such as `connect_four?rows=5` or `module:KIT`; it must have arrays.
        opponents: A player for each other seat, in their order, or one for all of them: specifications such
            as `reference` or `openai/gpt-5-mini`, agents, or functions that make a `Player` for a
            `SeatContext`.
        seat: The learner's seat, from 0; `rotate`: the next one with each episode.
        illegal: What follows an illegal action, see `Illegal`.
        text: Whether the info has `text`, what a model in this place would be told.
        record: Whether the info at the end has `record`, the whole match, to be replayed.
        prompts: A folder with your own prompts, for `text` and for models among the opponents.
        config: Budget, cache and connections of models among the opponents.
        render_mode: `ansi` or `None`; `render` gives text in any case.
        options: Further options of the game, by name.

    Raises:
        UsageError: For wrong names or options, and for a game of words, which has no arrays.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        target: str,
        *,
        opponents: Sequence[str | PlayerFactory | Any] | str = ("random",),
        seat: Seat | Literal["rotate"] = "rotate",
        illegal: Illegal = "forfeit",
        text: bool = False,
        record: bool = False,
        prompts: Path | None = None,
        config: RunConfig | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.target = _with_options(target, options)
        self._match = match = SteppedMatch(self.target, 0, illegal, prompts)
        if match.kit.arrays is None:
            raise UsageError(
                f"{match.name} is played in words and has no arrays, which this environment needs; "
                f'agonist.adapters.pettingzoo.aec_env("{match.name}") has observations and actions of text'
            )
        others = match.game.seats - 1
        players = [opponents] if isinstance(opponents, str) else list(opponents)
        if len(players) == 1:
            players *= others
        if len(players) != others:
            raise UsageError(f"{match.name} has {others} other seats, and {len(players)} opponents are named")
        if seat != "rotate" and seat not in range(match.game.seats):
            raise UsageError(f"seat is 'rotate' or a number from 0 to {others}, not {seat!r}")
        registry = (config or RunConfig()).player_registry()
        specs: dict[str, str] = {}
        self._names = [name_player(each, specs) if isinstance(each, str) else "" for each in players]
        for each in players:
            if isinstance(each, str):
                expect_legal(each, match.kit, match.game)
        self._players = [registry.factory_of(each) for each in players]
        self._opponents = Opponents(match.kit, match.game)
        self._seen = Observations(match, text=False)
        self._fixed, self._text, self._record = seat, text, record
        self.observation_space = self._seen.array_space()
        self.action_space = self._seen.action_space()
        self.render_mode = render_mode
        self.seat: Seat = 0
        self._over = True
        self._episode: int | None = None

    @property
    def record(self) -> Record:
        """The match so far, to be kept or replayed."""
        return self._match.record

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], Info]:
        """Deal a match, and let the others play up to the learner's first question.

        With a seed, it is dealt and played as a match with this seed; without one, the next number of
        `np_random` is the seed. `options["seat"]` gives this episode's seat, `options["script"]` chance's
        first answers to each question, by name.
        """
        super().reset(seed=seed)
        chosen = options or {}
        if seed is None:
            seed = int(self.np_random.integers(2**31))
            self._episode = seed if self._episode is None else self._episode + 1
        else:
            self._episode = seed
        seats = self._match.game.seats
        self.seat = chosen.get("seat", self._episode % seats if self._fixed == "rotate" else self._fixed)
        if self.seat not in range(seats):
            raise UsageError(f"options['seat'] is a number from 0 to {seats - 1}, not {self.seat!r}")
        self._match.deal(seed, options)
        self._opponents.sit(self.seat, self._players, self._names, self._match.seed, chosen.get("script"))
        self._to_the_learner()
        self._over = False
        return self._seen.arrays(self.seat), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, Info]:
        """The learner's action, and everybody else's up to the learner's next question or the end.

        A large answer takes several steps, as the mask says. If a match ends before the learner is asked, its
        mask is empty, and the only step, whatever the action, gives the reward.
        """
        match = self._match
        if self._over:
            raise UsageError("the match is over, or not dealt yet; call reset()")
        if not match.over:
            match.give(self.seat, action)
            self._to_the_learner()
        self._over = match.over
        reward = 0.0
        if match.over and (outcome := match.outcome) is not None:
            reward = float(outcome.scores[self.seat])
        return self._seen.arrays(self.seat), reward, match.over, False, self._info()

    def render(self) -> str:
        """What a bystander sees, in words."""
        match = self._match
        return match.kit.words.scene(match.game, match.view(None))

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that is allowed now, by the name under which sb3-contrib's MaskablePPO asks."""
        return self._seen.mask(self.seat)

    def spelled(self, answer: Any) -> list[Any]:
        """The actions, one per step, that give this answer of the game."""
        return self._match.spelled(self.seat, answer)

    def close(self) -> None:
        """Release the opponents' connections and threads."""
        self._opponents.close()
        super().close()

    def _to_the_learner(self) -> None:
        """Let the others answer until the learner is asked, or the match is over.

        Where the learner is asked too, it answers first, and nobody sees what it said.
        """
        match, seat = self._match, self.seat
        while match.steps and seat not in match.steps:
            asks = {other: match.asks[other] for other in match.steps}
            for other, answer in self._opponents.answers(match.state, asks, match.turn).items():
                match.answer(other, answer)
        if match.over:
            self._opponents.finish(match.state)

    def _info(self) -> Info:
        info: Info = self._seen.info(self.seat, self._seen.mask(self.seat))
        if self._text:
            info["text"] = self._seen.text(self.seat)
        if self._record and self._match.over:
            info["record"] = self._match.record
        return info


def _with_options(target: str, options: dict[str, Any]) -> str:
    """The target with these options in its text, where each is written as on the command line."""
    texts = [
        f"{name}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for name, value in options.items()
    ]
    return target + "".join(f"{'&' if n or '?' in target else '?'}{text}" for n, text in enumerate(texts))
