"""The solver: a sample plays its match."""

from __future__ import annotations

import time
from dataclasses import replace

from inspect_ai.log import transcript
from inspect_ai.model import ChatMessage, ModelOutput
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError

from agonist.adapters.inspect.board_events import BoardEvents
from agonist.adapters.inspect.sample_contents import KEY, PlannedMatch, PlayedMatch
from agonist.adapters.inspect.seated_models import EVALUATED, SeatModel, model_of, named, seated
from agonist.core import AgonistError, Seat
from agonist.match import Fixture, Match, Step, play
from agonist.models.protocol import Model
from agonist.players.player import PlayerFactory
from agonist.players.python_agents.inspect_seat import shown as agents_talk
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import PlayerSpec, parse_player
from agonist.store import StoredMatch
from agonist.suites.registry import game_registry
from agonist.tournament.stored_match_play import terms_of


@solver
def play_match() -> Solver:
    """Play the match of the sample; its store holds the record, also of a match that did not end."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:  # noqa: ARG001
        planned = PlannedMatch.of(state.metadata).of_epoch(state.epoch)
        fixture = seated(planned.fixture)
        entry = None if planned.entry is None else named(dict(planned.entry))
        suites = (planned.suite,) if planned.suite else ()
        kit, game, probes = terms_of(fixture, game_registry(None, suites))
        board = BoardEvents(kit, game, fixture.players)
        steps: list[Step] = []
        began = time.time()

        def on_step(nth: int, step: Step) -> None:
            steps.append(step)
            board.show(nth, step)

        def show(seat: Seat, messages: list[ChatMessage], output: ModelOutput) -> None:
            if seat == shown:
                state.messages, state.output = messages, output

        def keep(match: StoredMatch) -> None:
            played = PlayedMatch(state.uuid, match, steps, planned.seats, planned.suite, entry)
            state.store.set(KEY, played.plain())

        shown = planned.seats[0] if planned.seats else None
        unfinished = StoredMatch(0, "", 0, fixture, "suspended")
        try:
            agents_talk.set(show)
            factories = _factories(planned.fixture, fixture, state, shown)
            played = await play(
                kit,
                game,
                factories,
                seed=fixture.seed,
                name=fixture.game,
                players=fixture.players,
                match=state.uuid,
                shared=bool(fixture.block),
                policy=fixture.policy,
                script=fixture.script,
                probes=probes,
                on_step=on_step,
            )
        except BaseException as error:
            limit = _limit_in(error)
            keep(replace(unfinished, error=str(limit or error) or type(error).__name__))
            if limit is None:
                raise
            raise limit from error
        keep(_finished(unfinished, played, began))
        transcript().info(f"**{played.outcome.reason}**", source=KEY)
        return state

    return solve


def _finished(match: StoredMatch, played: Match, began: float) -> StoredMatch:
    outcome, ended = played.outcome, time.time()
    return replace(
        match,
        status="finished",
        forfeits=played.record.forfeits,
        scores=outcome.scores,
        ranks=outcome.ranks,
        teams=outcome.teams,
        reason=outcome.reason,
        fallback=tuple(sorted(played.fallback)),
        seconds=ended - began,
        ended=ended,
    )


def _factories(
    planned: Fixture, fixture: Fixture, state: TaskState, shown: int | None
) -> list[PlayerFactory]:
    """What makes the players; models are those of this sample."""

    def connect(spec: PlayerSpec) -> Model:
        return SeatModel(model_of(spec), state, shown, fixture.players)

    registry = PlayerRegistry(connect)
    return [registry.factory(_to_play(planned.styled(planned.spec(name)))) for name in planned.players]


def _to_play(spec: str) -> str:
    """The specification, without the model of an agent of Inspect's where that is the evaluated one, which
    Inspect gives it anyway."""
    parsed = parse_player(spec)
    if not parsed.is_agent or parsed.options.get("model") != EVALUATED:
        return spec
    rest = "&".join(f"{key}={value}" for key, value in parsed.options.items() if key != "model")
    return f"{parsed.name}?{rest}" if rest else parsed.name


def _limit_in(error: BaseException) -> LimitExceededError | None:
    """The error by which Inspect ends a sample, if that is what stopped a player."""
    found: BaseException | None = error
    while isinstance(found, AgonistError):
        found = found.__cause__
    return found if isinstance(found, LimitExceededError) else None
