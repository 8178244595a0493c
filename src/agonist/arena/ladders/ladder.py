"""Ladders: opening one, its terms, and the sets of matches that are played on it."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from agonist.arena.accounts.permissions import Visitor
from agonist.arena.agents.house import house_agents
from agonist.arena.agents.player_factories import registry
from agonist.arena.secret_seeds import dealt
from agonist.core import UsageError
from agonist.match import Fixture, Policy
from agonist.players.spec import parse_player
from agonist.store import Store
from agonist.store.platform.agents import agent, kind_of
from agonist.store.platform.human_tables import Played, played_on_ladder
from agonist.store.platform.ladders import (
    Ladder,
    add_ladder,
    change_ladder,
    enter,
    ladder,
    ladder_of,
    ladders,
    withdraw,
)
from agonist.tournament import parse_target
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Target
from agonist.tournament.illegal_fixed_answers import expect_legal

NAME_CHARACTERS: Final = 60
"""Characters of a ladder's name."""

MOST_DEALS: Final = 50

MAY_BE_NONE: Final = ("retries", "person_a_day")
"""Terms that may be 0."""


@dataclass(frozen=True, slots=True)
class LadderTerms:
    """The limits and rules of a ladder.

    `at_once`, `a_day`: matches of one agent (an agent behind HTTP plays one at once). `owner_at_once`,
    `owner_a_day`: matches of all agents of one owner. `dollars_a_match`, `dollars_a_day`: the most that a
    match, or a day, may cost an owner; owners can set another limit for the day. `seconds`: time for an
    answer. `retries`: after this many, an invalid answer forfeits the match. `person_a_day`: matches that a
    person may begin in a day; with 0, only agents play. `deals`: how many times everyone plays on every seat,
    each match on a deal of its own, before the next table is chosen.
    """

    at_once: int = 2
    a_day: int = 200
    owner_at_once: int = 8
    owner_a_day: int = 1_000
    dollars_a_match: float = 0.25
    dollars_a_day: float = 5.0
    seconds: float = 120.0
    retries: int = 2
    person_a_day: int = 50
    deals: int = 1

    def __post_init__(self) -> None:
        for limit in fields(self):
            value, least = getattr(self, limit.name), 0 if limit.name in MAY_BE_NONE else 1
            if limit.type == "float":
                least = 0
            if not least <= value < 1e9 or (limit.type == "float" and value == 0):
                raise UsageError(f"{limit.name.replace('_', ' ')} cannot be {value:g}")
        if self.deals > MOST_DEALS:
            raise UsageError(f"the same agents play at most {MOST_DEALS} times on every seat in a row")

    @classmethod
    def of(cls, settings: Mapping[str, Any]) -> LadderTerms:
        """The terms of a ladder, with defaults for those that its settings do not contain."""
        known = {limit.name for limit in fields(cls)}
        return cls(**{name: value for name, value in settings.items() if name in known})

    @property
    def policy(self) -> Policy:
        """The policy for invalid answers: no answer in time loses, since otherwise failing would pay off."""
        return Policy(retries=self.retries, then="forfeit", seconds=self.seconds)


def open_ladder(store: Store, target: str, *, name: str = "", terms: LadderTerms | None = None) -> Ladder:
    """Open a ladder of a game with options; by default, the game with options is its name.

    Raises `UsageError` for an invalid game, option or name; nothing is written then.
    """
    chosen = parse_target(target)
    name = _name(name.strip() or target)
    if chosen.game.seats < 2:
        raise UsageError(f"{target} is for one player, and a ladder needs two seats or more")
    terms = terms or LadderTerms()
    terms.policy.check(chosen.kit)
    house_agents(store)  # the opponents of an agent that is alone
    plan = {**Entry(()).as_dict(), "targets": [chosen.text], "suites": {}}
    return add_ladder(store, name, chosen.text, plan, asdict(terms))


def change_terms(store: Store, before: Ladder, name: str, terms: LadderTerms) -> None:
    """Give a ladder another name and other terms, which apply to matches that are planned from now on.

    Raises `UsageError` for an invalid name, or terms with which its game cannot be played.
    """
    terms.policy.check(parse_target(before.target).kit)
    change_ladder(store, before.id, _name(name.strip() or before.name), asdict(terms))


def _name(name: str) -> str:
    if len(name) > NAME_CHARACTERS or not name.isprintable():
        raise UsageError(f"a ladder's name has at most {NAME_CHARACTERS} characters, on one line")
    return name


def join(store: Store, number: int, who: int) -> None:
    """Have an agent play on a ladder. Raises `UsageError` if the ladder is closed, the agent deleted, or the
    game one that it can't play.
    """
    joined = ladder(store, number)
    if joined.state == "closed":
        raise UsageError("this ladder is closed")
    found = agent(store, who)
    if found.state == "deleted":
        raise UsageError(f"{found.name} is deleted, and plays no more")
    if found.house:
        raise UsageError(f"{found.name} is a house agent, which plays wherever somebody is alone")
    target = parse_target(joined.target)
    expect_legal(found.version.player, target.kit, target.game)
    if kind_of(parse_player(found.version.player)) == "built-in":
        registry().try_out(found.version.player, target.kit, target.game, 0)
    enter(store, number, who)


def leave(store: Store, number: int, who: int) -> None:
    """Take an agent off a ladder; matches that are already planned are still played."""
    withdraw(store, number, who)


def ladders_of_game(store: Store, game: str) -> list[Ladder]:
    """The ladders of a game, with any options."""
    return [each for each in ladders(store) if each.target.partition("?")[0] == game]


def check_open(to_join: Ladder, who: Visitor) -> None:
    """Check that somebody may open a table on a ladder; `UsageError` if not."""
    _check_account(who)
    if not to_join.open:
        raise UsageError(f"this ladder is {to_join.state}: no new matches begin")
    if not LadderTerms.of(to_join.settings).person_a_day:
        raise UsageError("this ladder is for agents alone")


def check_person(terms: LadderTerms, who: Visitor, known: Played, *, joins: bool = False) -> None:
    """Check that somebody has not played too much on a ladder; `joins`: at another person's table.

    Without accounts there is no limit.
    """
    if who.role == "local":
        return
    if known.open and not joins:
        raise UsageError(f"you play match {known.open[-1]} on this ladder already: finish it first")
    if known.today >= terms.person_a_day:
        raise UsageError(
            f"you have begun {known.today} matches today, as many as this ladder allows a person"
        )


def check_seat(store: Store, match: int, who: Visitor) -> None:
    """Check that somebody may take a free seat of a match, if it is one of a ladder; `UsageError` if not."""
    ladder = ladder_of(store, match)
    if ladder is None:
        return
    _check_account(who)
    now = time.time()
    known = store.read(lambda connection: played_on_ladder(connection, ladder.id, who.user, now))
    if match not in known.open:
        check_person(LadderTerms.of(ladder.settings), who, known, joins=True)


def _check_account(who: Visitor) -> None:
    if who.role == "visitor":
        raise UsageError("sign in first: matches of a ladder count for an account")


@dataclass(frozen=True)
class LadderGame:
    """A ladder with its game, which is looked up once."""

    ladder: Ladder
    terms: LadderTerms
    target: Target

    @classmethod
    def of(cls, stored: Ladder) -> LadderGame:
        """Raises `UsageError` if the game is no longer available."""
        return cls(stored, LadderTerms.of(stored.settings), parse_target(stored.target))

    @property
    def seats(self) -> int:
        return int(self.target.game.seats)

    @property
    def house_plays(self) -> bool:
        """Whether house agents can play here; where answers are texts only, they have none."""
        return not self.target.kit.speech_only

    def fixtures(self, seatings: Sequence[Sequence[str]], specs: Mapping[str, str]) -> list[Fixture]:
        """A set of matches: these seatings in turn, as often as the terms say, each on a deal of its own.

        `seatings`: names by seat, `specs` their specifications. No deal is played twice: an agent that
        remembers its last match would know what the others hold.
        """
        return [
            dealt(self.target, seating, specs=specs, policy=self.terms.policy)
            for _ in range(self.terms.deals)
            for seating in seatings
        ]
