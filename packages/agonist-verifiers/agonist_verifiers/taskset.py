"""What is played: endless deals of games, with the seats rotated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Literal

import verifiers.v1 as vf
from pydantic import Field, model_validator

import agonist
from agonist.api import plan_of
from agonist.core import counted, nearest
from agonist.games import game_names
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import parse_policy
from agonist.players.registry import expect_players
from agonist.players.settings_and_style import settings_of, style_of
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.store.runs.row_conversion import fixture_from
from agonist.suites.registry import game_registry, suites
from agonist.text import parse_spec
from agonist.tournament import check
from agonist.tournament.evaluation_request import Entry


class AgonistTasksetConfig(vf.TasksetConfig):
    games: list[str] = Field(["tictactoe"], min_length=1)
    """Games with options and suites, as `agonist run` takes them: `undercover?seats=5`, `gamabench`. Several
    take turns."""
    learners: int | None = Field(None, ge=1)
    """How many seats learn: all of them without `opponents`, else one. Suites seat the learner themselves."""
    opponents: list[str] = Field([])
    """Players of the other seats: `random`, `mcts?playouts=100`, `old=vllm/my-model?base_url=…`. Of several,
    the seed draws one for each deal."""
    player: str = "vllm/policy"
    """How the learner is asked, as a player of Agonist's: `cot:vllm/policy?history=none`. Its address and its
    sampling are verifiers' own."""
    on_invalid: str = "default"
    """What follows an invalid answer, as `agonist run --policy` takes it. `default` asks again twice, then
    plays at random; suites have their own."""
    reward: Literal["placement", "score"] = "placement"
    """`placement`: from 0 to 1, the share of opposing seats that did worse, and half of those that did as
    well. `score`: what the game paid, in its own unit."""
    seed: int = 0

    @model_validator(mode="after")
    def _playable(self) -> AgonistTasksetConfig:
        try:
            learner = parse_player(self.player)
            if not learner.is_model or settings_of(learner) != settings_of(parse_player(learner.name)):
                raise agonist.UsageError(
                    f"player={self.player!r} says how a model is asked, as in cot:vllm/policy; how it "
                    "samples, --sampling says"
                )
            if style_of(learner).format == "schema" or style_of(learner).see == "image":
                raise agonist.UsageError(f"player={self.player!r}: pictures and schemas are not sent here")
            expect_players(self.opponents)
            first = [next(stream) for stream in self.streams()]
            check(first, RunConfig().player_registry(), game_registry(None))
        except agonist.AgonistError as why:
            # The kind of error that verifiers' commands show in a line.
            raise ValueError(str(why)) from None
        return self

    @property
    def plays_several_games(self) -> bool:
        return len(self.games) > 1 or parse_spec(self.games[0])[0] in suites()

    def streams(self) -> list[Iterator[Fixture]]:
        """The endless matches of each game or suite."""
        found = []
        for target in self.games:
            name, _ = parse_spec(target)
            if name not in suites() and ":" not in name and name not in (known := game_names()):
                raise agonist.UsageError(nearest("game or suite", name, [*known, *suites()]))
            found.append(self._of_suite(target) if name in suites() else self._of_game(target))
        return found

    def _of_game(self, target: str) -> Iterator[Fixture]:
        seats = agonist.make(target).seats
        learners = self.learners or (1 if self.opponents else seats)
        if learners > seats or (learners < seats and not self.opponents):
            raise agonist.UsageError(
                f"{target} has {counted(seats, 'seat')}, of which {learners} learn: "
                "--env.taskset.opponents says who plays the others"
            )
        for deal in count():
            seed = f"{self.seed}/{deal}"
            others = (
                Random(f"league {seed}").choices(self.opponents) * (seats - learners)
                if self.opponents
                else []
            )
            players = [self.player] * learners + others
            for turn in range(seats if others else 1):
                seated = players[-turn:] + players[:-turn]
                yield agonist.fixture(target, seated, seed=seed, policy=parse_policy(self.on_invalid))

    def _of_suite(self, target: str) -> Iterator[Fixture]:
        for nth in count():
            invalid = None if self.on_invalid == "default" else self.on_invalid
            entry = Entry((self.player,), tuple(self.opponents), seed=self.seed + nth, policy=invalid)
            planned, _ = plan_of([target], entry)
            Random(f"order {entry.seed}").shuffle(planned)
            yield from planned


class AgonistData(vf.TaskData):
    match: str
    """The planned match, as JSON: with the same answers it takes the same course."""

    @property
    def fixture(self) -> Fixture:
        return fixture_from(self.match)


class AgonistTask(vf.Task[AgonistData]):
    """One match. Its rewards are recorded when it ends."""


class AgonistTaskset(vf.Taskset[AgonistTask, AgonistTasksetConfig]):
    INFINITE = True

    def load(self) -> Iterator[AgonistTask]:
        streams = self.config.streams()
        while True:
            for fixture in map(next, streams):
                data = AgonistData(
                    id=fixture.key,
                    name=f"{fixture.part} {fixture.seed}",
                    match=json.dumps(fixture.plain()),
                )
                yield AgonistTask(data, self.config.task)
