"""The cost of tests, trials and tables: members pay for their own agents, within their daily limit."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from agonist.arena.agents.version_by_name import find_version
from agonist.core import UsageError
from agonist.models.errors import BudgetSpent, NoKey
from agonist.players.unique_names import without_attack
from agonist.run_config import RunConfig
from agonist.store import Store, StoredMatch
from agonist.store.engines.locks_and_clock import today
from agonist.store.platform.agents import Agent, Version
from agonist.store.platform.leases import may_cost
from agonist.store.platform.spending import DOLLARS_A_MATCH, charge, reserve

Made = TypeVar("Made")

MOST_REQUESTS: Final = 1_000
"""The most requests to a model whose price is unknown."""


@dataclass(frozen=True, slots=True)
class ReservedDollars:
    """What is reserved for matches: dollars by owner, and how many of their agents share them."""

    dollars: Mapping[int, float]
    agents: Mapping[int, int]

    def of(self, owner: int) -> float:
        """The dollars that one agent of an owner may spend."""
        return self.dollars.get(owner, 0.0) / max(self.agents.get(owner, 0), 1)


@contextmanager
def charged(store: Store, matches: Sequence[StoredMatch]) -> Iterator[ReservedDollars]:
    """A context in which these matches are played; at its end, the owners are charged for their agents.

    The limit of the matches' cost is reserved first, so that matches played at the same time cannot spend an
    owner's daily limit twice.
    """
    owners, payers = _owners(store, matches)
    if not owners:
        yield ReservedDollars({}, {})
        return
    first, began = min(match for match, _ in owners), time.time()
    day, dollars = today(began), DOLLARS_A_MATCH * len(matches)
    before = _spent(store, owners)
    found = store.change(lambda connection: reserve(connection, first, payers.keys(), day, dollars))
    try:
        yield ReservedDollars(found, payers)
    finally:
        spent = {owner: dollars - before[owner] for owner, dollars in _spent(store, owners).items()}
        store.change(lambda connection: charge(connection, first, spent, day))


def _owners(
    store: Store, matches: Sequence[StoredMatch]
) -> tuple[dict[tuple[int, int], int], Mapping[int, int]]:
    """The members whose agents play, by match and seat, and how many of each member's agents cost money."""
    known: dict[str, tuple[Agent, Version] | None] = {}
    owners = {}
    for match in matches:
        for seat, player in enumerate(match.fixture.players):
            name = without_attack(player, match.fixture.spec(player))
            if name not in known:
                known[name] = find_version(store, name)
            found = known[name]
            if found is not None and found[0].owner is not None:
                owners[match.id, seat] = found[0].owner
    costly = {found[0].id: found[0].owner for found in known.values() if found and may_cost(found[1].player)}
    return owners, Counter(owner for owner in costly.values() if owner is not None)


def _spent(store: Store, owners: Mapping[tuple[int, int], int]) -> Mapping[int, float]:
    """The cost of these seats by owner, in dollars; requests of unknown price count as 0."""
    dollars: defaultdict[int, float] = defaultdict(float)
    for each in store.usage_of(sorted({match for match, _ in owners})):
        if (each.match, each.seat) in owners:
            dollars[owners[each.match, each.seat]] += each.charged
    return dollars


def within_reserved(
    agent: Agent,
    version: Version,
    reserved: ReservedDollars,
    config: RunConfig,
    make: Callable[[RunConfig], Made],
) -> Made:
    """A function that limits a configuration to the dollars reserved for one agent of its owner.

    Raises `BudgetSpent` if nothing is.
    """
    owner = agent.owner
    if owner is None or not may_cost(version.player):
        return make(config)
    if reserved.of(owner) <= 0:
        raise BudgetSpent(
            f"the owner of {agent.name} has spent their dollars for today, or reserved them for matches that "
            "are being played; continue when these are over, or tomorrow (UTC)",
            "",
        )
    return limited(config, reserved.of(owner), make)


def limited(config: RunConfig, usd: float, make: Callable[[RunConfig], Made]) -> Made:
    """A function that limits a configuration to a number of dollars.

    A limit in dollars means nothing for a model of unknown price: it may be asked `MOST_REQUESTS` times.
    """
    try:
        return make(replace(config, usd=usd))
    except NoKey:
        raise
    except UsageError:
        return make(replace(config, requests=MOST_REQUESTS))
