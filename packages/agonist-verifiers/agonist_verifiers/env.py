"""A match as an episode: a trace for each learning seat, with its reward."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import cached_property

import verifiers.v1 as vf

from agonist.core import AgonistError, Seat, UsageError, sides
from agonist.match import Fixture, Match, invalid_answers, play
from agonist.metrics.roles_from_indicators import roles_of
from agonist.models.model_assembly import aclose_all
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.suites.registry import game_registry
from agonist.tournament import GameRegistry
from agonist.tournament.stored_match_play import terms_of
from agonist_verifiers.seats import LearningSeats
from agonist_verifiers.taskset import AgonistTask

logger = logging.getLogger("verifiers.agonist")  # verifiers' commands show what its own loggers say


class AgonistEnvConfig(vf.EnvConfig):
    policy: vf.AgentConfig = vf.AgentConfig(runtime={"type": "subprocess"})
    """The model that learns, on all its seats."""
    max_concurrent_agents: int | None = None
    """No limit, since seats that are asked at once answer at once."""


class AgonistEnv(vf.Env[AgonistEnvConfig]):
    """Trains a model at games, against itself and against Agonist's players.

    A trace's `agent.name` is the seat's role where the game has roles, else its seat; before it stands the
    game, if there are several. So baselines that are kept by name are those of a role.
    """

    @cached_property
    def _players(self) -> PlayerRegistry:
        return RunConfig().player_registry()

    @cached_property
    def _games(self) -> GameRegistry:
        return game_registry(None)

    async def stop(self) -> None:
        await aclose_all()

    async def run(self, task: AgonistTask, agents: vf.Agents) -> None:
        fixture, settings = task.data.fixture, self.taskset.config
        async with AsyncExitStack() as stack:
            learner = parse_player(settings.player).label
            seats = LearningSeats(learner, agents.policy, task, stack)
            try:
                match = await self._match(fixture, seats)
                rewards = rewards_of(match, settings.reward)
            except AgonistError as why:
                told = f"{fixture.part}, seed {fixture.seed}: {why}"
                # An episode that failed before the learner was asked has no trace that would show it.
                logger.warning(told)
                raise vf.EnvError(told) from why
            roles = roles_of(match)
            for seat, interaction in seats.interactions.items():
                trace, role = interaction.trace, roles[seat] or f"seat{seat}"
                trace.agent.name = f"{fixture.game}/{role}" if settings.plays_several_games else role
                trace.record_reward(settings.reward, rewards[seat])
                record(trace, fixture, match, seat, roles[seat])

    async def _match(self, fixture: Fixture, seats: LearningSeats) -> Match:
        learners = replace(self._players, connect=lambda _spec: seats)
        # Hidden questions measure, and answers to them earn nothing: they are not asked.
        kit, game, _ = terms_of(fixture, self._games)
        return await play(
            kit,
            game,
            [
                (learners if player == seats.name else self._players).factory(
                    fixture.styled(fixture.spec(player))
                )
                for player in fixture.players
            ],
            seed=fixture.seed,
            name=fixture.game,
            players=fixture.players,
            shared=bool(fixture.block),
            policy=fixture.policy,
            script=fixture.script,
        )


def record(trace: vf.Trace, fixture: Fixture, match: Match, seat: Seat, role: str) -> None:
    """What a trace says of its seat, besides its reward."""
    invalid = {error: n for (each, error), n in invalid_answers(match.steps).items() if each == seat}
    trace.record_metrics(
        {
            "moves": sum(seat in step.moves for step in match.steps),
            "invalid_answers": sum(invalid.values()),
            "fallback_moves": sum(seat in step.fallback for step in match.steps),
        }
    )
    trace.info["agonist"] = {
        "game": fixture.game,
        "options": dict(fixture.options),
        "seed": fixture.seed,
        "seat": seat,
        "role": role,
        "players": list(fixture.players),
        "scores": list(match.outcome.scores),
        "ranks": list(match.outcome.ranks),
        "reason": match.outcome.reason,
        "invalid": invalid,
    }


def rewards_of(match: Match, scale: str) -> list[float]:
    """The reward of each seat, as `AgonistTasksetConfig.reward` says.

    Where all seats win and lose together, `placement` is the score on the scale of the possible ones, from 0
    to 1. Raises `UsageError` if the game does not tell these.
    """
    game, scores, ranks = match.record.game, match.outcome.scores, match.outcome.ranks
    if scale == "score":
        return [float(score) for score in scores]
    groups = sides(game.seats, match.outcome.teams)
    if len(groups) > 1:
        return [mean_placement(ranks[seat], opposing(seat, groups, ranks)) for seat in range(game.seats)]
    if game.score_range is None:
        raise UsageError(f"{game.name} has no opponents and no highest score: choose reward=score")
    low, high = game.score_range
    return [(score - low) / (high - low) for score in scores]


def opposing(seat: Seat, groups: Sequence[Sequence[Seat]], ranks: Sequence[int]) -> list[int]:
    """The ranks of the seats that are not on a seat's side."""
    return [ranks[other] for side in groups if seat not in side for other in side]


def mean_placement(mine: int, others: Sequence[int]) -> float:
    """The share of others that did worse, and half of those that did as well.

    >>> mean_placement(1, [2, 3]), mean_placement(2, [2, 1])
    (1.0, 0.25)
    """
    return sum([1.0 if mine < other else 0.5 if mine == other else 0.0 for other in others]) / len(others)
