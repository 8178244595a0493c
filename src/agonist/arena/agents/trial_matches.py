"""Test matches of agents against house agents, which no leaderboard counts."""

from __future__ import annotations

from dataclasses import dataclass

from agonist.arena.agents.player_factories import for_checks, registry
from agonist.arena.offered_games import offered_kit
from agonist.arena.secret_seeds import dealt
from agonist.games import SHORT_GAME
from agonist.players.model_call_record import ModelCall
from agonist.players.spec import parse_player
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import Agent
from agonist.store.platform.trials import TEST, add_trial
from agonist.tournament import GameRegistry, parse_target
from agonist.tournament.checks import check
from agonist.tournament.evaluation_request import Entry


@dataclass(frozen=True, slots=True)
class AgentRequest:
    """One request to the agent: its step, counted from 1, and its result.

    `result` is the class of an invalid answer, `unanswered`, `late` or `accepted`. For a request that was not
    for a move, it says what the request was for.
    """

    step: int
    call: ModelCall
    result: str


def start_test(store: Store, agent: Agent, game: str = SHORT_GAME, opponent: str = "random") -> StoredMatch:
    """Plan a match of an agent, on the first seat, against a house agent on all others, or against `baseline`
    where no house agent can play.

    Raises `UsageError` and other `AgonistError`s for what cannot be played; nothing is written then.
    """
    if offered_kit(game).speech_only:
        opponent = "baseline"
    chosen = parse_target(game)
    version = agent.version
    players = (version.name, *[opponent] * (chosen.game.seats - 1))
    fixture = dealt(chosen, players, specs={version.name: parse_player(version.player).canonical})
    check([fixture], for_checks(store, fixture, registry()), GameRegistry())
    entry = Entry(tuple(dict.fromkeys(fixture.players)), specs=fixture.specs, matches=1)
    plan = {**entry.as_dict(), "targets": [chosen.text], "suites": {}, "seed": int(fixture.seed)}
    run = store.start_run(plan, [fixture])
    add_trial(store, run, version.id, TEST)
    (match,) = store.matches(run)
    return match


def requests_to(store: Store, match: StoredMatch) -> list[AgentRequest]:
    """All requests to the first seat so far, in order, including those of the current step."""
    steps = store.steps(match)
    numbered = [(nth, call) for nth, step in enumerate(steps, 1) for call in step.calls]
    numbered += [(len(steps) + 1, call) for call in store.recorded(match)]
    return [AgentRequest(nth, call, _result(call)) for nth, call in numbered if call.seat == 0 and call.sent]


def _result(call: ModelCall) -> str:
    if call.error:
        return call.error
    if call.lost:
        return call.finish
    return call.purpose or "accepted"
