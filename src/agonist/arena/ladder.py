"""Ladders: opening one, its terms, and the matches that a table of agents plays on it."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from agonist.arena.agents.house import house_agents
from agonist.core import UsageError
from agonist.match import Fixture, Policy
from agonist.store.agents import agent
from agonist.store.ladders import Ladder, add_ladder, enter, ladder, ladders, withdraw
from agonist.tournament import parse_target
from agonist.tournament.schedule import FRESH, Dealing, deals_by_chance
from agonist.tournament.suite import Entry
from agonist.tournament.target import Target

if TYPE_CHECKING:
    from agonist.store import Store

NAME: Final = 60
"""Characters of a ladder's name."""


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms agents play on a ladder.

    An agent has so many matches `at_once` (one behind HTTP never more than one) and `a_day`, an owner's
    agents together `owner_at_once` and `owner_a_day`. `dollars_a_match` is the most that a match may cost an
    owner, `dollars_a_day` the most that a day may cost those who have set no limit of their own. Each answer
    has so many `seconds`, and after so many `retries` an invalid one forfeits the match.
    """

    at_once: int = 2
    a_day: int = 200
    owner_at_once: int = 8
    owner_a_day: int = 1_000
    dollars_a_match: float = 0.25
    dollars_a_day: float = 5.0
    seconds: float = 120.0
    retries: int = 2

    def __post_init__(self) -> None:
        for limit in fields(self):
            value, least = getattr(self, limit.name), 0 if limit.name == "retries" else 1
            if limit.type == "float":
                least = 0
            if not least <= value < 1e9 or (limit.type == "float" and value == 0):
                raise UsageError(f"{limit.name.replace('_', ' ')} cannot be {value:g}")

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> Terms:
        """Those of a ladder; what its settings do not say is as usual."""
        known = {limit.name for limit in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})

    @property
    def policy(self) -> Policy:
        """What matches do about invalid answers: whoever gives none in time loses, or failing would pay."""
        return Policy(retries=self.retries, then="forfeit", seconds=self.seconds)


def open_ladder(store: Store, target: str, *, name: str = "", terms: Terms | None = None) -> Ladder:
    """Open a ladder of a game with options, called like that unless it gets another name.

    Raises `UsageError` for a game, an option or a name that cannot be; nothing is written then.
    """
    chosen = parse_target(target)
    name = name.strip() or target
    if len(name) > NAME or not name.isprintable():
        raise UsageError(f"a ladder's name has at most {NAME} characters, on one line")
    if chosen.game.seats < 2:
        raise UsageError(f"{target} is for one player, and a ladder needs two seats or more")
    terms = terms or Terms()
    terms.policy.check(chosen.kit)
    house_agents(store)  # for whoever is alone
    plan = {**Entry(()).as_dict(), "targets": [target], "suites": {}, "seed": secrets.randbelow(2**31)}
    return add_ladder(store, name, target, plan, asdict(terms))


def join(store: Store, number: int, who: int) -> None:
    """Have an agent play on a ladder. Raises `UsageError` if the ladder is closed or the agent deleted."""
    if not ladder(store, number).open:
        raise UsageError("this ladder is closed")
    found = agent(store, who)
    if found.state == "deleted":
        raise UsageError(f"{found.name} is deleted, and plays no more")
    if found.house:
        raise UsageError(f"{found.name} is a house agent, which plays wherever somebody is alone")
    enter(store, number, who)


def leave(store: Store, number: int, who: int) -> None:
    """Have an agent play no more on a ladder; matches that are planned are still played."""
    withdraw(store, number, who)


def ladders_of_game(store: Store, game: str) -> list[Ladder]:
    """The ladders of a game, with any options."""
    return [each for each in ladders(store) if each.target.partition("?")[0] == game]


@dataclass(frozen=True)
class Course:
    """A ladder's game, looked up once."""

    ladder: Ladder
    terms: Terms
    target: Target

    @classmethod
    def of(cls, own: Ladder) -> Course:
        """Raises `UsageError` if the game is not there any more."""
        return cls(own, Terms.of(own.settings), parse_target(own.target))

    @property
    def seats(self) -> int:
        return int(self.target.game.seats)

    @cached_property
    def _chance(self) -> bool:
        return deals_by_chance(self.target.game)

    def fixtures(
        self, seatings: Sequence[Sequence[str]], specs: Mapping[str, str], nth: int
    ) -> list[Fixture]:
        """A set of matches: one deal, everyone on every seat. `nth`: how many matches were planned before.

        `seatings`: names by seat, `specs` their specifications. The same table has another deal each time.
        """
        seed = hashlib.sha256(f"{self.ladder.run}/{nth}".encode()).hexdigest()[:8]
        many, policy = FRESH * self.seats, self.terms.policy
        dealing = Dealing(self.target, int(seed, 16), policy, {}, specs, "own", many, self._chance)
        return dealing.fixtures([tuple(seating) for seating in seatings], 0, len(seatings))
