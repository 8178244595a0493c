"""Tables of people on a ladder: matches that count there, against its agents, house agents and people."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from sqlalchemy import Connection

from agonist.arena.accounts.permissions import LOCAL, Visitor
from agonist.arena.ladders.ladder import LadderGame, LadderTerms, check_open, check_person
from agonist.arena.secret_seeds import dealt
from agonist.arena.tables import seats
from agonist.arena.tables.table import FREE_SEAT, TableTerms, table_with
from agonist.core import UsageError
from agonist.match import Fixture
from agonist.players.spec import parse_player
from agonist.players.unique_names import address
from agonist.store import Store
from agonist.store.engines.locks_and_clock import clock, today
from agonist.store.platform.human_tables import add_table, played_on_ladder
from agonist.store.platform.ladders import Ladder, Sitting, entrants, plan_matches
from agonist.store.platform.leases import may_cost
from agonist.store.platform.matchmaker_queries import Online, Use, online, owners_use
from agonist.store.platform.spending import left_today

CLOCK_MINUTES: Final = 15.0
INCREMENT_SECONDS: Final = 10.0
"""The default clock of such a table. There is always one, so that nobody can put off losing."""

DEFAULT_CLOCK: Final = TableTerms(60 * CLOCK_MINUTES, INCREMENT_SECONDS)


@dataclass(frozen=True, slots=True)
class Opponents:
    """The opponents whom a person can choose on a ladder now, and why each other agent cannot play."""

    free: tuple[str, ...]
    house: tuple[str, ...]
    absent: dict[str, str]


def open_on_ladder(
    store: Store,
    ladder: Ladder,
    others: Sequence[str],
    *,
    who: Visitor = LOCAL,
    names: Sequence[str] = (),
    limits: TableTerms = DEFAULT_CLOCK,
    secret: str = "",
) -> int:
    """Plan a match of a person that counts on a ladder, and its table; the id of the match.

    `others` has one entry for each other seat: an agent of the ladder, a house agent, `free` for a person who
    gets a link, or, without accounts, `human` for a person at the same screen. `names` are those of the
    people at this screen, the one who opens the table first; with accounts, it is the account's name. The
    people's seats rotate from match to match.

    Raises `UsageError` if the table cannot be opened; nothing is written then.
    """
    course = LadderGame.of(ladder)
    check_open(ladder, who)
    if limits.clock is None:
        raise UsageError(
            "matches on a ladder need a clock, so that nobody can put off losing: type the minutes"
        )
    if len(others) != course.seats - 1:
        raise UsageError(f"{ladder.name} has {course.seats} seats: choose {course.seats - 1} opponents")
    if who.role != "local" and seats.HUMAN in others:
        raise UsageError("other people join by a link: choose “a person, by a link” for their seats")
    here = [seats.name_of(store, who, name) for name in (*names, *[""] * course.seats)]
    joined = entrants(store).get(ladder.id, [])

    def plan(connection: Connection) -> int:
        now = clock(connection)
        known = played_on_ladder(connection, ladder.id, who.user, now)
        check_person(course.terms, who, known)
        there = {each.name: each for each in online(connection, now) if _is_here(each, course, joined)}
        agents = {name: there.get(name) for name in others if not seats.is_person(name)}
        for name, found in agents.items():
            if found is None:
                raise UsageError(f"{name[:60]} is not online on this ladder: choose another opponent")
            if others.count(name) > 1 and not found.house:
                raise UsageError(f"{name} can have one seat only")
            _check_agent(connection, course.terms, found, who, now)
        order = _in_turn([None, *others], known.matches)
        fixture = _fixture(course, order, agents, here)
        lineup = [None if name is None else _sitting(agents.get(name)) for name in order]
        (match,) = plan_matches(connection, ladder, [(fixture, lineup)])
        people = [seat for seat, name in enumerate(order) if name is None or seats.is_person(name)]
        sitting = [seat for seat in people if order[seat] != seats.FREE]
        add_table(connection, table_with(match, who, people, sitting, limits, secret))
        return match

    return store.change(plan)


def opponents(store: Store, ladder: Ladder, who: Visitor) -> Opponents:
    """The opponents whom a person can play against on a ladder now."""
    course = LadderGame.of(ladder)
    joined = entrants(store).get(ladder.id, [])

    def read(connection: Connection) -> Opponents:
        now, absent = clock(connection), dict[str, str]()
        there = [
            each
            for each in online(connection, now)
            if _is_here(each, course, joined) and (each.house or who.user is None or each.owner != who.user)
        ]
        for each in there:
            try:
                _check_agent(connection, course.terms, each, who, now)
            except UsageError as why:
                absent[each.name] = str(why)
        able = [each for each in there if each.name not in absent]
        return Opponents(
            tuple(each.name for each in able if not each.house),
            tuple(each.name for each in able if each.house),
            absent,
        )

    return store.read(read)


def _is_here(each: Online, course: LadderGame, joined: Collection[int]) -> bool:
    """Whether an agent plays on this ladder."""
    return course.house_plays if each.house else each.agent in joined


def _check_agent(connection: Connection, terms: LadderTerms, each: Online, who: Visitor, now: float) -> None:
    """Check an agent's limits, which apply to matches with people too; `UsageError` if it cannot play."""
    if each.house:
        return
    if who.user is not None and each.owner == who.user:
        raise UsageError(
            f"{each.name} is your own: matches against it count on no ladder, so play it at /play"
        )
    use = owners_use(connection, now).get(each.owner, Use()) if each.owner else Use()
    if each.today >= terms.a_day or (each.owner and use.today >= terms.owner_a_day):
        raise UsageError(f"{each.name} has played as many matches today as it may; it is back tomorrow (UTC)")
    left = left_today(connection, each.owner, today(now), asdict(terms))
    if may_cost(each.player) and left < terms.dollars_a_match:
        raise UsageError(
            f"the owner of {each.name} has no dollars left today for a match; it is back tomorrow (UTC)"
        )
    if address(each.player) and each.with_people:
        raise UsageError(
            f"{each.name} plays one match at a time, and is playing another now: choose another opponent, or "
            "try again later"
        )


def _in_turn(order: Sequence[str | None], nth: int) -> list[str | None]:
    """The players rotated by one seat for each match.

    >>> _in_turn([None, "fox", "owl"], 4)
    ['owl', None, 'fox']
    """
    turn = nth % len(order)
    return [*order[len(order) - turn :], *order[: len(order) - turn]]


def _fixture(
    course: LadderGame, order: Sequence[str | None], agents: dict[str, Online | None], here: Sequence[str]
) -> Fixture:
    specs = {
        name: parse_player(found.player).canonical for name, found in agents.items() if found is not None
    }
    players = [seats.HUMAN if name is None or seats.is_person(name) else name for name in order]
    fixture = dealt(course.target, players, specs=specs, policy=course.terms.policy)
    called = [order.index(None), *[seat for seat, name in enumerate(order) if name == seats.HUMAN]]
    for name, seat in zip(here, called, strict=False):
        fixture = seats.seated(fixture, seat, name)
    for seat, text in enumerate(order):
        if text == seats.FREE:
            fixture = seats.seated(fixture, seat, FREE_SEAT)
    return fixture


def _sitting(agent: Online | None) -> Sitting | None:
    return None if agent is None else Sitting(agent.agent, agent.version, agent.owner)
