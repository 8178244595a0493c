"""The names under which boards show players; where several have one name, they are told apart.

On the command line specifications tell them apart. Here they would tell how private agents are made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from agonist.players.unique_names import identity, unambiguous
from agonist.store import Store
from agonist.store.platform.agents import Agent, agent_name, agents_named, agents_playing_as, versions

Player: TypeAlias = tuple[str, str]
"""Name and specification."""


def board_names(store: Store, players: Sequence[Player]) -> dict[Player, str]:
    """Unambiguous names of players, by name and specification.

    As on the command line, unless one of those who share a name is an agent: then it is the owner and the
    version, whether the agent is private or not, since boards outlast that.
    """
    found = unambiguous(players)
    shared = {name for (name, _), shown in found.items() if shown != name}
    agents = {each.name: each for each in agents_named(store, {agent_name(name) for name in shared})}
    for name in shared:
        agent = agents.get(agent_name(name))
        if agent is not None:
            found |= _by_owner(store, agent, [player for player in players if player[0] == name])
    return found


def with_owner(agent: Agent, name: str) -> str:
    """The name under which a version plays, with the owner of the agent: Fox (Ann) v2."""
    owner = agent.owner_name or ("house" if agent.house else "operator")
    return f"{agent.name} ({owner}){name.removeprefix(agent.name)}"


def profiles(store: Store, rows: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The agents among the players of a board, by the shown name, `player`; `name` is that in matches."""
    lines = [(row["player"], row["name"]) for row in rows]
    known = agents_playing_as(store, {name for _, name in lines})
    twice = {known[name] for shown, name in lines if shown != name and name in known}
    agents = {each.name: each for each in agents_named(store, twice)}
    return {
        shown: known[name]
        for shown, name in lines
        if name in known and (shown == name or shown == with_owner(agents[known[name]], name))
    }


def _by_owner(store: Store, agent: Agent, players: Sequence[Player]) -> dict[Player, str]:
    identities = {(each.name, identity(each.player)) for each in versions(store, agent.id)}
    names: dict[str, str] = {}
    taken = Counter[str]()
    for name, spec in players:
        who = identity(spec)
        if who in names:
            continue
        if (name, who) in identities:
            names[who] = with_owner(agent, name)
        else:
            kind = "person" if who == "human" else "arm" if "?" in name else "operator"
            taken[kind] += 1
            names[who] = f"{name} ({kind}{'' if taken[kind] == 1 else f' {taken[kind]}'})"
    return {(name, spec): names[identity(spec)] for name, spec in players}
