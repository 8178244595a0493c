"""Finding the agent and version that play under a name."""

from __future__ import annotations

from agonist.core import UsageError
from agonist.store import Store
from agonist.store.platform.agents import Agent, Version, agent, versions


def find_version(store: Store, name: str) -> tuple[Agent, Version] | None:
    """The agent and the version with this name; `None` if there is none.

    "Fox" is the first version, "Fox v2" the second, and so on.
    """
    called, _, nth = name.partition(" v")
    if nth and not (nth.isdecimal() and nth.isascii() and len(nth) < 6):
        return None
    try:
        found = agent(store, called)
    except UsageError:
        return None
    number = int(nth or 1)
    version = next((each for each in versions(store, found.id) if each.nth == number), None)
    return None if version is None or version.name != name else (found, version)
