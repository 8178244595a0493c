"""Trials of an agent's abilities, as the suites that offer them measure them."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, NamedTuple

from agonist.arena.agents.player_factories import environment_of
from agonist.arena.agents.public_addresses import members_may_use_private
from agonist.arena.agents.spending import charged, within_reserved
from agonist.arena.match_visibility import SEALED, sealed
from agonist.arena.secret_seeds import secret_seed
from agonist.core import AgonistError, UsageError, nearest
from agonist.match import Fixture
from agonist.metrics.report_section import ResultTable
from agonist.players.player import Paused
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player
from agonist.players.unique_names import address
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.platform.agents import Agent, Version, agent_of_version
from agonist.store.platform.trials import TEST, Trial, add_trial, trial_of
from agonist.store.runs.query_results import Run
from agonist.suites import SUITES
from agonist.suites.registry import games_of, games_of_plan, that_load
from agonist.tournament import LocalExecutor, Runner
from agonist.tournament.checks import check
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import AbilityTrial, Suite


class Ability(NamedTuple):
    """A trial with the suite that measures it."""

    suite: Suite
    trial: AbilityTrial


ARM_GAMES: Final = (6, 12, 24)
"""Games of each arm."""

MATCHES_AT_ONCE: Final = 4
"""How many matches of a trial are played at the same time."""


def abilities() -> dict[str, Ability]:
    """The trials that suites offer, by name."""
    return {
        kind: Ability(suite, trial)
        for suite in that_load()
        if suite.trials is not None
        for kind, trial in suite.trials.by_name.items()
    }


def start_ability(store: Store, agent: Agent, kind: str, games: int = ARM_GAMES[0]) -> Run:
    """Plan a trial of an agent's current version. Raises `AgonistError` if it cannot be played."""
    if games not in ARM_GAMES:
        raise UsageError(f"each arm of a trial has {', '.join(map(str, ARM_GAMES))} games, not {games}")
    version = agent.version
    spec, environ = environment_of(store, version.player, agent.owner, version.key)
    ability = ability_of(kind, spec)
    entry, fixtures = _planned(ability, version.name, spec, games, secret_seed())
    plan = {
        **entry.as_dict(),
        "targets": [ability.suite.name],
        "suites": {ability.suite.name: entry.as_dict()},
    }
    check(fixtures, RunConfig(environ=environ).player_registry(), games_of_plan(plan))
    run = store.start_run(plan, fixtures)
    add_trial(store, run, version.id, kind)
    return store.run(run)


def ability_of(kind: str, spec: str) -> Ability:
    """The trial of this kind for an agent with this specification. Raises `UsageError` for no trial."""
    known = abilities()
    if kind not in known:
        raise UsageError(nearest("trial", kind, known))
    suite, trial = known[kind]
    return Ability(suite, trial.one_seat if trial.one_seat and address(spec) else trial)


def offered(version: Version) -> dict[str, Ability]:
    """The trials that a version of an agent can play, by name."""
    found = {}
    for kind in abilities():
        ability = ability_of(kind, version.player)
        with suppress(UsageError):
            _planned(ability, version.name, version.player, 1, 0)
            found[kind] = ability
    return found


def _planned(ability: Ability, name: str, spec: str, games: int, seed: int) -> tuple[Entry, list[Fixture]]:
    """The request to the suite, and its matches. Raises `UsageError` if the agent cannot play them."""
    suite, trial = ability
    entry = Entry(
        players=(name,),
        opponents=trial.opponents,
        options=trial.options,
        sweep=trial.sweep,
        matches=games,
        seed=seed,
        specs={name: parse_player(spec).canonical},
    )
    suite.check(entry)
    return entry, suite.schedule(entry)


async def play_ability(store: Store, run: str, trial: Trial, players: PlayerRegistry) -> None:
    """Play the rest of a trial; if cancelled, it can be continued later.

    Raises `StoreError` if the database fails, or another process plays it.
    """
    with store.claim(run):
        if store.run(run).status == "finished":
            return
        try:
            owner = agent_of_version(store, trial.version)
            if owner.state == "deleted":
                raise Paused(f"{owner.name} is deleted")
            played = owner.version
            _, environ = environment_of(store, played.player, owner.owner, played.key)
            private = members_may_use_private() if owner.owner else players.private_addresses
            config = RunConfig(environ=environ, private_addresses=private)
            matches = store.matches(run)

            def made(limited: RunConfig) -> PlayerRegistry:
                registry = limited.player_registry()
                registry.factory(matches[0].fixture.spec(owner.version.name))
                return registry

            with charged(store, matches) as means:
                registry = within_reserved(owner, owner.version, means, config, made)
                await Runner(store, run, registry, games_of(store, run)).play(LocalExecutor(MATCHES_AT_ONCE))
        except AgonistError as error:
            store.set_status(run, "suspended", str(error))


def measured(store: Store, run: Run) -> list[ResultTable]:
    """The suite's tables of the finished matches whose deals are over; empty if there are none."""
    secret = sealed(store, [match.id for match in store.matches(run.id)])
    if run.finished <= len(secret):
        return []
    seen = store.without(dict.fromkeys(secret, SEALED))
    return [
        table
        for name, entry in run.plan["suites"].items()
        for section in SUITES[name].sections(seen, run.id, Entry.from_dict(entry))
        for table in section.tables
        if table.rows
    ]


def ability_trial(store: Store, run: str) -> Trial | None:
    """The ability whose trial this run is; `None` for any other run."""
    found = trial_of(store, run)
    return found if found is not None and found.kind != TEST else None
