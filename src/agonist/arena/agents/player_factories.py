"""Agents in matches: finding the agent of a name, and its key."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from agonist.arena.agents.error_messages import explained
from agonist.arena.agents.public_addresses import members_may_use_private
from agonist.arena.agents.spending import ReservedDollars, within_reserved
from agonist.arena.agents.version_by_name import find_version
from agonist.arena.remote_person import NoTerminal
from agonist.match import Fixture
from agonist.models.errors import NoKey
from agonist.players.player import PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.players.unique_names import identity
from agonist.run_config import RunConfig
from agonist.store import Store, StoredMatch
from agonist.store.platform.agents import Agent, Version
from agonist.tournament.programs_of_run import ProgramsOfRun

KEY: Final = "AGENT_TOKEN"
"""The variable in which a member's agent finds its key; there is no other in its environment."""


def registry() -> PlayerRegistry:
    """Makes the players that sit with people; keys come from the environment."""
    return RunConfig(console=NoTerminal).player_registry()


def factory_of(
    store: Store, stored: StoredMatch, name: str, players: PlayerRegistry, reserved: ReservedDollars
) -> PlayerFactory:
    """The factory for the player of this name in a match, with its style, for which money is `reserved`.

    A member's agent is reached with the key that its owner stored for it, and with nothing from the
    environment; everyone else as `players` does. Raises `AgonistError` if the key is
    missing or cannot be read.
    """
    fixture, spec, found = stored.fixture, stored.fixture.spec(name), find_version(store, name)
    players = with_programs(players, store, stored.run, name)
    if found is None or found[0].owner is None or identity(found[1].player) != identity(spec):
        return players.factory(fixture.styled(spec))
    return _of_member(store, fixture, *found, players, reserved)


def for_checks(store: Store, fixture: Fixture, players: PlayerRegistry) -> PlayerRegistry:
    """The player factory for checking a match before it is planned; stored keys do not count as missing."""
    found = [find_version(store, name) for name in fixture.players]
    if any(each is not None and each[0].owner is not None for each in found):
        return replace(RunConfig(environ=_AnyKey()).player_registry(), console=players.console)
    return players


def _of_member(
    store: Store,
    fixture: Fixture,
    agent: Agent,
    version: Version,
    players: PlayerRegistry,
    reserved: ReservedDollars,
) -> PlayerFactory:
    """The player of a member's agent.

    It uses the stored specification of the agent, not the one in the match, so that its key is sent only to
    its own address.
    """
    text, environ = environment_of(store, version.player, agent.owner, version.key)
    config = RunConfig(environ=environ, private_addresses=members_may_use_private())

    def made(config: RunConfig) -> PlayerFactory:
        return registry_beside(players, config).factory(fixture.styled(text))

    try:
        return explained(within_reserved(agent, version, reserved, config, made), agent.name)
    except NoKey:
        raise NoKey(f"{agent.name} has no key: its owner can choose one on its edit page") from None


def environment_of(
    store: Store, player: str, owner: int | None, key: int | None
) -> tuple[str, dict[str, str] | None]:
    """The specification with which an agent is played, and the environment that is made for it.

    That of a member's agent holds its key alone; it is `None`, and so this process's own, for the operator's
    (`owner` is `None`). Raises `UsageError` if the key cannot be read.
    """
    if owner is None:
        return player, None
    if key is None:
        return player, {}
    from agonist.arena.accounts.encrypted_keys import reveal

    return f"{player}{'&' if '?' in player else '?'}key_env={KEY}", {KEY: reveal(store, key, owner=owner)}


def registry_beside(players: PlayerRegistry, config: RunConfig) -> PlayerRegistry:
    """A registry with these settings, which shares its terminal, its open requests and its programs with
    another.
    """
    return replace(
        config.player_registry(),
        console=players.console,
        under_way=players.under_way,
        programs=players.programs,
    )


def with_programs(players: PlayerRegistry, store: Store, run: str, agent: str) -> PlayerRegistry:
    """The same registry for one agent of a run: a program that its model writes is kept in the database."""
    return replace(players, programs=players.programs.holding(ProgramsOfRun(store, run, agent)))


class _AnyKey(dict[str, str]):
    """An environment that has a key under every name, for checks."""

    def get(self, name: str, default: Any = None) -> Any:
        return "checked" if name.endswith(("KEY", "TOKEN")) else default
