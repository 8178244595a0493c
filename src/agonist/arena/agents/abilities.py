"""Trials of an agent's abilities at Who is Spy, as the suite wis measures them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agonist.arena.agents.addresses import members_may_use_private
from agonist.arena.agents.paying import charged, within_reserved
from agonist.arena.agents.seating import environment_of
from agonist.arena.audience import SEALED, sealed
from agonist.arena.deals import secret_seed
from agonist.core import AgonistError, UsageError, nearest
from agonist.match import Fixture
from agonist.metrics.section import Table
from agonist.players.names import address
from agonist.players.player import Paused
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.store.platform.agents import Agent, Version, agent_of_version
from agonist.store.platform.trials import Trial, add_trial, trial_of
from agonist.store.runs.values import Run
from agonist.suites import SUITES
from agonist.suites.registry import games_of, games_of_plan
from agonist.tournament import LocalExecutor, Runner
from agonist.tournament.run import check
from agonist.tournament.suite import Entry

if TYPE_CHECKING:
    from agonist.players.registry import PlayerRegistry
    from agonist.store import Store


@dataclass(frozen=True, slots=True)
class Ability:
    """A kind of trial: options, sweep and number of arms in the suite wis, and what it measures."""

    options: Mapping[str, str]
    sweep: str
    opponents: tuple[str, ...]
    arms: int
    about: str


ABILITIES: Final = {
    "attack": Ability(
        {},
        "attack",
        (),
        3,
        "The agent has all six seats, and as the spy it attacks its own civilians (pia, pid). Measures how "
        "well it attacks, and how well it resists its own attacks.",
    ),
    "defence": Ability(
        {"table": "mixed"},
        "attack",
        ("reference",),
        3,
        "The agent is one civilian, and a reference player attacks as the spy (pia, pid). Measures how often "
        "the attacks make it foul, and whether it still votes for the spy.",
    ),
    "reasoning": Ability(
        {},
        "reasoning",
        ("reference",),
        2,
        "The agent is one civilian among reference players. In one of the two arms it also writes down who "
        "it thinks is the spy, and why.",
    ),
}
"""The trials by name; each arm is played on the same deals and seats."""

ONE_SEAT: Final = {
    "attack": Ability(
        {"table": "attacker"},
        "attack",
        ("reference",),
        3,
        "The agent is the spy, and its words carry attacks (pia, pid) on five reference players. Measures "
        "how often these make them foul.",
    ),
}
"""The trials that differ for agents that can have one seat of a match only, those behind HTTP."""

SUITE: Final = "wis"

GAMES: Final = (6, 12, 24)
"""Games of each arm."""

MATCHES_AT_ONCE: Final = 4
"""How many matches of a trial are played at the same time."""


def start_ability(store: Store, agent: Agent, kind: str, games: int = GAMES[0]) -> Run:
    """Plan a trial of an agent's current version. Raises `AgonistError` if it cannot be played."""
    if kind not in ABILITIES:
        raise UsageError(nearest("trial", kind, ABILITIES))
    if games not in GAMES:
        raise UsageError(f"each arm of a trial has {', '.join(map(str, GAMES))} games, not {games}")
    version = agent.version
    spec, environ = environment_of(store, agent, version)
    entry, fixtures = _planned(kind, version.name, spec, games, secret_seed())
    plan = {**entry.as_dict(), "targets": [SUITE], "suites": {SUITE: entry.as_dict()}}
    check(fixtures, RunConfig(environ=environ).player_registry(), games_of_plan(plan))
    run = store.start_run(plan, fixtures)
    add_trial(store, run, version.id, kind)
    return store.run(run)


def ability_of(kind: str, spec: str) -> Ability:
    """The trial of this kind for an agent with this specification."""
    return ONE_SEAT[kind] if address(spec) and kind in ONE_SEAT else ABILITIES[kind]


def offered(version: Version) -> dict[str, Ability]:
    """The trials that a version of an agent can play, by name."""
    found = {}
    for kind in ABILITIES:
        try:
            _planned(kind, version.name, version.player, 1, 0)
        except UsageError:
            continue
        found[kind] = ability_of(kind, version.player)
    return found


def _planned(kind: str, name: str, spec: str, games: int, seed: int) -> tuple[Entry, list[Fixture]]:
    """The request to the suite, and its matches. Raises `UsageError` if the agent cannot play them."""
    ability = ability_of(kind, spec)
    entry = Entry(
        players=(name,),
        opponents=ability.opponents,
        options=ability.options,
        sweep=ability.sweep,
        matches=games,
        seed=seed,
        specs={name: parse_player(spec).canonical},
    )
    SUITES[SUITE].check(entry)
    return entry, SUITES[SUITE].schedule(entry)


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
            environ = environment_of(store, owner, owner.version)[1]
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


def measured(store: Store, run: Run) -> list[Table]:
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
    return found if found is not None and found.kind in ABILITIES else None
