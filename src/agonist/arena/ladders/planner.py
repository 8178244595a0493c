"""Planning the next matches of all open ladders, under a lock that one process holds at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from statistics import median
from typing import Final

from sqlalchemy import Connection

from agonist.arena.ladders.ladder import LadderGame, LadderTerms
from agonist.arena.ladders.matchmaker import (
    LENT_SHARE,
    Candidate,
    Lane,
    NextTable,
    Owner,
    Pace,
    Situation,
    after,
    choose,
    rotations,
)
from agonist.arena.ladders.skills import SkillBook
from agonist.core import AgonistError
from agonist.players.spec import parse_player
from agonist.players.unique_names import address
from agonist.store import Store
from agonist.store.engines.locks_and_clock import clock, today, wait_for_turn
from agonist.store.platform.agents import kind_of
from agonist.store.platform.answer_times import Entrance, entrances
from agonist.store.platform.ladders import Sitting, entrants, ladders, plan_matches
from agonist.store.platform.leases import may_cost
from agonist.store.platform.matchmaker_queries import (
    Online,
    Use,
    note_waits,
    online,
    owners_use,
    withdraw_matches,
)
from agonist.store.platform.owner_notices import add_notice
from agonist.store.platform.spending import left_today, unspent_today
from agonist.store.platform.waiting_matches import REMOTE, Room, could_begin

SETS: Final = 8
"""How many sets are planned in one transaction."""


class Planner:
    """Plans the matches of one database's ladders."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._book = SkillBook(store)
        self._courses: dict[int, LadderGame] = {}
        self.unplayable: dict[str, str] = {}
        """By ladder, why its game cannot be loaded."""

    def plan(self, wanted: Room) -> list[int]:
        """Plan sets until matches for these places wait, or no agents are free; the ids of the new matches.

        A match that waits but cannot begin yet, since its agents are busy, takes no place.
        """
        courses = self._open_courses()
        if not courses:
            return []
        joined = entrants(self._store)
        self._book.read()
        matches: list[int] = []
        while True:
            # A few sets per transaction, so that processes that play do not wait for long.
            planned = self._store.change(lambda connection: self._some(connection, courses, joined, wanted))
            if not planned:
                return matches
            matches += planned

    def _open_courses(self) -> dict[int, LadderGame]:
        found = {}
        for each in ladders(self._store, only_open=True):
            course = self._courses.get(each.id)
            if course is None or course.ladder != each:
                try:
                    course = LadderGame.of(each)
                except AgonistError as error:
                    self.unplayable[each.name] = str(error)
                    continue
            found[each.id] = course
        self._courses = found
        return found

    def _some(
        self,
        connection: Connection,
        courses: Mapping[int, LadderGame],
        joined: Mapping[int, Sequence[int]],
        wanted: Room,
    ) -> list[int]:
        wait_for_turn(connection, "planning")
        now = clock(connection)
        withdraw_matches(connection, now)
        room = could_begin(connection, now, wanted)
        if room.is_full:
            return []
        there = {each.agent: each for each in online(connection, now)}
        situation = self._situation(connection, courses, joined, there, now, room)
        matches: list[int] = []
        seated: set[int] = set()
        for _ in range(SETS):
            choice = choose(situation)
            if choice is None:
                break
            matches += self._write(connection, courses[choice.ladder], choice, there)
            seated |= set(choice.seating)
            situation = after(situation, choice)
        # Once for all, since workers that close matches lock agents in this order too.
        members = [there[agent] for agent in seated if not there[agent].house]
        note_waits(connection, {each.agent: _waits(each, now) for each in members})
        return matches

    def _situation(
        self,
        connection: Connection,
        courses: Mapping[int, LadderGame],
        joined: Mapping[int, Sequence[int]],
        there: Mapping[int, Online],
        now: float,
        room: Room,
    ) -> Situation:
        terms = {
            agent: course.terms for number, course in courses.items() for agent in joined.get(number, ())
        }
        playing = {agent: each for agent, each in there.items() if each.house or agent in terms}
        usual = LadderTerms()
        payers = {each.owner: terms.get(agent, usual) for agent, each in playing.items()}
        spenders = {each.owner for each in playing.values() if may_cost(each.player)}
        use, known = owners_use(connection, now), entrances(connection)
        waited = [each.waited for each in playing.values() if each.waited is not None and not each.house]
        return Situation(
            [_candidate(each, terms.get(agent, usual), now) for agent, each in playing.items()],
            [
                self._lane(course, joined.get(number, ()), playing, known, now)
                for number, course in courses.items()
            ],
            {
                owner: _owner(connection, owner, its, use, now, owner in spenders, room.share)
                for owner, its in payers.items()
            },
            median(waited) if waited else 0.0,
            seed=str(now),
            room=room,
        )

    def _lane(
        self,
        course: LadderGame,
        joined: Sequence[int],
        agents: Mapping[int, Online],
        entrances: Mapping[tuple[int, int], Entrance],
        now: float,
    ) -> Lane:
        number = course.ladder.id
        here = frozenset(joined) & agents.keys()
        paces = {
            agent: _pace(agents[agent], entrances[number, agent], now)
            for agent in here
            if (number, agent) in entrances
        }
        known = self._book.skills[number]
        skills = {agent: known[each.version] for agent, each in agents.items() if each.version in known}
        return Lane(
            number,
            course.seats,
            here,
            skills,
            self._book.met[number],
            course.terms.deals,
            paces,
            course.house_plays,
        )

    def _write(
        self,
        connection: Connection,
        course: LadderGame,
        choice: NextTable,
        there: Mapping[int, Online],
    ) -> list[int]:
        sitting = {
            agent: Sitting(agent, there[agent].version, there[agent].owner) for agent in choice.seating
        }
        names = {agent: there[agent].name for agent in choice.seating}
        specs = {names[agent]: parse_player(there[agent].player).canonical for agent in choice.seating}
        tables = rotations(choice.seating)
        fixtures = course.fixtures([[names[agent] for agent in table] for table in tables], specs)
        lineups = [[sitting[agent] for agent in table] for table in tables] * course.terms.deals
        return plan_matches(connection, course.ladder, list(zip(fixtures, lineups, strict=True)))


def _candidate(each: Online, terms: LadderTerms, now: float) -> Candidate:
    return Candidate(
        each.agent,
        each.owner,
        each.house,
        costs=may_cost(each.player),
        # An agent behind HTTP is reserved for the person it plays with.
        in_play=each.in_play + (each.with_people if address(each.player) else 0),
        at_once=1 if address(each.player) else terms.at_once,
        today=each.today,
        a_day=terms.a_day,
        waits=_waits(each, now),
        remote=kind_of(parse_player(each.player)) in REMOTE,
    )


def _pace(each: Online, entrance: Entrance, now: float) -> Pace:
    # Players of our own answer at once as long as nothing else is known.
    built_in = kind_of(parse_player(each.player)) == "built-in"
    seconds = 0.0 if entrance.seconds is None and built_in else entrance.seconds
    return Pace(seconds, (now - entrance.since) * LENT_SHARE)


def _waits(each: Online, now: float) -> float | None:
    """Seconds since an agent's last match ended; `None` while it has one."""
    return None if each.in_play or each.free_since is None else now - each.free_since


def _owner(
    connection: Connection,
    owner: int,
    terms: LadderTerms,
    use: Mapping[int, Use],
    now: float,
    spends: bool,
    share: int | None,
) -> Owner:
    spent = use.get(owner, Use())
    at_once = terms.owner_at_once if share is None else min(terms.owner_at_once, share)
    limits = Owner(spent.in_play, at_once, spent.today, terms.owner_a_day)
    if not spends:
        return limits
    unspent = unspent_today(connection, owner, today(now), asdict(terms))
    if unspent < terms.dollars_a_match:
        why = (
            f"Your agents that cost money play no more matches today ({today(now)}, UTC): "
            f"${max(unspent, 0):.2f} of the day's limit is left, and a match may cost "
            f"${terms.dollars_a_match:.2f}."
        )
        add_notice(connection, owner, why, "/me#budget" if owner else "/ladders", once_a_day=True)
    left = left_today(connection, owner, today(now), asdict(terms))
    return replace(limits, can_pay=left >= terms.dollars_a_match)
