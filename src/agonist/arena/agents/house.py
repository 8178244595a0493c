"""House agents: players that are always available as opponents."""

from __future__ import annotations

from typing import Final

from agonist.core import UsageError
from agonist.store import Store, StoreError
from agonist.store.platform.agents import Agent, add_agent, agents

HOUSE: Final = (
    ("random", "random", "Gives a random legal answer; all are equally likely."),
    ("reference", "reference", "The best simple player known for each game."),
)
"""Name, specification and description of each."""


def house_agents(store: Store) -> list[Agent]:
    """The house agents of a database; missing ones are registered first."""
    found = agents(store, house=True)
    known = {agent.name for agent in found}
    for name, player, about in HOUSE:
        if name not in known:
            try:
                found.append(add_agent(store, name, player, about=about, public=True, house=True))
            except UsageError:  # another process was quicker
                continue
            except StoreError:  # it can only be read, so nobody plays in it either
                break
    return sorted(found, key=lambda agent: agent.name)
