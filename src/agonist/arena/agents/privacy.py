"""Decides who may read what of an agent: its configuration, and why it failed; no other module does.

Everybody sees what an agent does: its moves, results, costs and the classes of its faults.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from agonist.arena.accounts.permissions import Visitor, may
from agonist.core import Seat
from agonist.match import Fixture, Step
from agonist.players.model_call_record import ModelCall
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import Agent, agent_name, agents_named
from agonist.store.runs.query_results import Run

PRIVATE: Final = "a player failed, and its owner can see why"
"""Stands for an error that a visitor may not read."""


def may_read(who: Visitor, agent: Agent) -> bool:
    """Whether somebody may read the configuration of an agent: specification, prompt, messages, answers."""
    return agent.public or may_know_why(who, agent)


def may_know_why(who: Visitor, agent: Agent) -> bool:
    """Whether somebody may read why an agent is paused or failed; others learn only that it did."""
    return may(who, "read agent", agent.owner)


def unreadable(store: Store, who: Visitor, players: Iterable[str]) -> frozenset[str]:
    """Those of these players who are agents whose configuration this visitor may not read.

    A player belongs to an agent by its name, whatever its specification in the match. At most one query.
    """
    if may(who, "read agent"):
        return frozenset()
    agents = {player: agent_name(player) for player in players}
    private = {each.name for each in agents_named(store, set(agents.values())) if not may_read(who, each)}
    return frozenset(player for player, name in agents.items() if name in private)


def hidden_seats(store: Store, who: Visitor, fixture: Fixture) -> frozenset[Seat]:
    """The seats of a match whose messages and answers this visitor may not read."""
    private = unreadable(store, who, fixture.players)
    return frozenset(seat for seat, player in enumerate(fixture.players) if player in private)


def without_words(call: ModelCall) -> ModelCall:
    """A call of an agent for those who may not read its configuration: that it was made, and its fault."""
    return ModelCall(seat=call.seat, attempt=call.attempt, probe=call.probe, error=call.error)


def readable_steps(steps: Iterable[Step], hidden: Collection[Seat]) -> list[Step]:
    """Steps without what the players of the hidden seats were sent and wrote."""
    return [replace(step, calls=readable_calls(step.calls, hidden)) for step in steps]


def readable_calls(calls: Iterable[ModelCall], hidden: Collection[Seat]) -> tuple[ModelCall, ...]:
    """Calls without what the players of the hidden seats were sent and wrote."""
    return tuple(without_words(call) if call.seat in hidden else call for call in calls)


def errors_of(store: Store, who: Visitor, matches: Sequence[StoredMatch]) -> dict[int, str]:
    """Why matches stopped, by id, as this visitor may know it. At most one query."""
    stopped = [match for match in matches if match.error]
    private = unreadable(store, who, {name for match in stopped for name in match.fixture.players})
    return {
        match.id: PRIVATE if match.error and private & {*match.fixture.players} else match.error
        for match in matches
    }


def notes_of(store: Store, who: Visitor, runs: Sequence[Run]) -> dict[str, str]:
    """The note of each run by its id; empty where this visitor may not read it. At most one query."""
    players = {run.id: players_of(run.plan) for run in runs if run.note}
    private = unreadable(store, who, {name for names in players.values() for name in names})
    return {run.id: "" if private & players.get(run.id, set()) else run.note for run in runs}


def players_of(plan: Mapping[str, Any]) -> set[str]:
    """The names of all players in the plan of a run."""
    named = [*plan.get("players", ()), *plan.get("opponents", ()), *plan.get("specs", {})]
    return {*named, *plan.get("seats", {}).values()}
