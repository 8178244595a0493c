"""What tests, trials and tables cost: members pay for their own agents, out of their day's dollars."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from agonist.arena.agents.versions import find_version
from agonist.core import UsageError
from agonist.models.errors import BudgetSpent, NoKey
from agonist.players.names import without_attack
from agonist.store.careers import taken
from agonist.store.locking import today
from agonist.store.spending import add_spending, left_today

if TYPE_CHECKING:
    from agonist.run_config import RunConfig
    from agonist.store import Store, StoredMatch
    from agonist.store.agents import Agent

Made = TypeVar("Made")

REQUESTS: Final = 1_000
"""How often a model whose price nobody knows may be asked."""


@contextmanager
def charged(store: Store, matches: Sequence[StoredMatch]) -> Iterator[None]:
    """While it is open, these matches are played; afterwards their owners have spent what agents cost."""
    owners = _owners(store, matches)
    if not owners:
        yield
        return
    before, began = _spent(store, owners), time.time()
    try:
        yield
    finally:
        for owner, dollars in _spent(store, owners).items():
            if dollars > before[owner]:
                _charge(store, owner, today(began), dollars - before[owner])


def _owners(store: Store, matches: Sequence[StoredMatch]) -> dict[tuple[int, int], int]:
    """The members whose agents sit in these matches, by match and seat."""
    known: dict[str, int | None] = {}
    owners = {}
    for match in matches:
        for seat, player in enumerate(match.fixture.players):
            name = without_attack(player, match.fixture.spec(player))
            if name not in known:
                found = find_version(store, name)
                known[name] = None if found is None else found[0].owner
            if (owner := known[name]) is not None:
                owners[match.id, seat] = owner
    return owners


def _spent(store: Store, owners: Mapping[tuple[int, int], int]) -> Mapping[int, float]:
    """What these seats have cost each owner; requests of unknown price count nothing."""
    dollars: defaultdict[int, float] = defaultdict(float)
    for match, seat, _, _, _, cost in taken(store, sorted({match for match, _ in owners})):
        if (match, seat) in owners:
            dollars[owners[match, seat]] += cost or 0.0
    return dollars


def _charge(store: Store, owner: int, day: str, dollars: float) -> None:
    store.change(lambda connection: add_spending(connection, owner, day, dollars, matches=0))


def within_means(store: Store, agent: Agent, config: RunConfig, make: Callable[[RunConfig], Made]) -> Made:
    """What is made of a configuration, limited to the dollars that the agent's owner has left today.

    Raises `BudgetSpent` if nothing is left.
    """
    owner = agent.owner
    if owner is None:
        return make(config)
    left = store.read(lambda connection: left_today(connection, owner, today(time.time()), {}))
    if left <= 0:
        raise BudgetSpent(f"the owner of {agent.name} has spent their dollars of today; go on tomorrow", "")
    return limited(config, left, make)


def limited(config: RunConfig, usd: float, make: Callable[[RunConfig], Made]) -> Made:
    """What is made of a configuration that may spend so many dollars.

    A limit in dollars says nothing of a model whose price nobody knows: it may be asked `REQUESTS` times.
    """
    try:
        return make(replace(config, usd=usd))
    except NoKey:
        raise
    except UsageError:
        return make(replace(config, requests=REQUESTS))
