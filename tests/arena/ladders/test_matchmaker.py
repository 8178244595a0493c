"""Who meets whom: limits hold, nobody waits for long, seats are shared out, and matches teach something."""

from collections import Counter, defaultdict
from dataclasses import replace
from random import Random
from statistics import median

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agonist.arena.ladders.matchmaker import (
    LENT_SHARE,
    MOMENT_SECONDS,
    SLOWER_FACTOR,
    Candidate,
    Lane,
    Owner,
    Pace,
    Situation,
    after,
    choose,
    information,
    is_free,
    rotations,
)
from agonist.ratings.trueskill import DEFAULT, Skill, update
from agonist.store.platform.waiting_matches import CLASSES, Room, class_of

HOUSE = (Candidate(901, house=True), Candidate(902, house=True))


def duel(*agents, **more):
    return Lane(1, 2, frozenset(agents), **more)


def people(count, **more):
    return [Candidate(nth, **more) for nth in range(1, count + 1)]


@pytest.mark.parametrize(("gap", "one", "other"), [(0, 8.3, 8.3), (3, 2, 7), (-12, 1, 1.5), (30, 4, 4)])
def test_what_a_match_teaches_is_what_updates_of_trueskill_shrink_on_average(gap, one, other):
    found = information(np.array([25.0 + gap, 25.0]), np.array([one, other]))[0, 1]
    plain = replace(DEFAULT, draw_probability=1e-9, tau=0.0)
    players = [[Skill(25.0 + gap, one)], [Skill(25.0, other)]]
    scale = (2 * plain.beta**2 + one**2 + other**2) ** 0.5
    from scipy.special import ndtr

    wins = float(ndtr(gap / scale))

    def shrunk(ranks):
        after = update(players, ranks, plain)
        return one**2 + other**2 - sum(side[0].sigma ** 2 for side in after)

    assert found == pytest.approx(wins * shrunk((1, 2)) + (1 - wins) * shrunk((2, 1)), rel=1e-4)


def test_those_of_whom_least_is_known_meet_first():
    known, new = Skill(25, 1.0), Skill(25, 8.0)
    lane = duel(1, 2, 3, 4, skills={1: known, 2: new, 3: known, 4: new})
    choice = choose(Situation([*people(4), *HOUSE], [lane]))
    assert set(choice.seating) == {2, 4}


def test_the_ladder_is_chosen_on_which_more_is_to_be_learnt():
    settled = {1: Skill(30, 1.0), 2: Skill(20, 1.0)}
    lanes = [duel(1, 2, skills=settled), Lane(2, 2, frozenset({1, 2}))]
    assert choose(Situation(people(2), lanes)).ladder == 2


def test_whoever_has_waited_much_longer_than_usual_is_next_though_little_is_to_be_learnt():
    skills = {nth: Skill(25, 8.0) for nth in range(1, 4)} | {4: Skill(25, 0.8)}
    candidates = [*people(3, waits=1.0), Candidate(4, waits=20.0)]
    lane = duel(1, 2, 3, 4, skills=skills)
    assert 4 in choose(Situation(candidates, [lane], usual_wait=10.0)).seating
    assert 4 not in choose(Situation(candidates, [lane], usual_wait=30.0)).seating


def test_an_agent_that_is_alone_meets_house_agents_and_these_never_each_other():
    choice = choose(Situation([*people(1), *HOUSE], [Lane(1, 6, frozenset({1}))]))
    assert Counter(choice.seating)[1] == 1
    assert set(choice.seating) == {1, 901, 902}
    assert choose(Situation(HOUSE, [Lane(1, 2, frozenset())])) is None
    assert choose(Situation(people(1), [duel(1)])) is None


def test_agents_of_one_owner_do_not_play_among_themselves_but_those_of_the_sites_own_person_do():
    own = people(2, owner=7)
    choice = choose(Situation([*own, *HOUSE], [duel(1, 2)]))
    assert sum(agent in (1, 2) for agent in choice.seating) == 1
    six = choose(Situation([*people(6, owner=7), *HOUSE], [Lane(1, 6, frozenset(range(1, 7)))]))
    assert set(six.seating) & {901, 902}
    mixed = choose(
        Situation([*people(6, owner=7), Candidate(8, owner=9)], [Lane(1, 3, frozenset(range(1, 9)))])
    )
    assert {1, 2, 3, 4, 5, 6} & set(mixed.seating)
    assert 8 in mixed.seating
    assert set(choose(Situation(people(2), [duel(1, 2)])).seating) == {1, 2}


def test_everyone_has_every_seat_of_a_set_once():
    for size in (2, 3, 6):
        table = tuple(range(size))
        for seat in range(size):
            assert {seating[seat] for seating in rotations(table)} == set(table)


def test_after_a_choice_its_agents_have_a_set_more_and_their_limits_hold():
    now = Situation([*people(4, owner=7, at_once=2), Candidate(5, owner=9)], [duel(1, 2, 3, 4, 5)])
    choice = choose(now)
    then = after(now, choice)
    known = {each.agent: each for each in then.candidates}
    assert {known[agent].in_play for agent in choice.seating} == {2}
    assert {known[agent].waits for agent in choice.seating} == {None}
    assert (then.owners[7].in_play, then.owners[9].today) == (2, 2)
    assert then.lanes[0].met[frozenset(choice.seating)] == 2
    assert choose(then) is None  # all others have one owner


@st.composite
def situations(draw):
    count = draw(st.integers(0, 8))
    owners = {
        nth: Owner(
            in_play=draw(st.integers(0, 3)),
            at_once=2,
            today=draw(st.integers(0, 12)),
            a_day=12,
            can_pay=draw(st.booleans()),
        )
        for nth in (1, 2)
    }
    candidates = [
        Candidate(
            nth,
            owner=draw(st.integers(0, 2)),
            costs=draw(st.booleans()),
            in_play=draw(st.integers(0, 2)),
            today=draw(st.integers(0, 12)),
            a_day=12,
            waits=draw(st.none() | st.floats(0, 100)),
        )
        for nth in range(1, count + 1)
    ]
    lanes = [
        Lane(
            ladder,
            draw(st.sampled_from((2, 2, 3, 6))),
            frozenset(draw(st.sets(st.integers(1, 8)))),
            {nth: Skill(draw(st.floats(0, 50)), draw(st.floats(0.5, 8))) for nth in range(1, 5)},
        )
        for ladder in range(1, draw(st.integers(1, 3)) + 1)
    ]
    house = draw(st.sampled_from([(), HOUSE]))
    return Situation([*candidates, *house], lanes, owners, draw(st.floats(0, 50)), "s")


@given(situations())
@settings(max_examples=50, deadline=None)
def test_limits_are_never_broken(now):
    choice = choose(now)
    assert choice == choose(now)
    if choice is None:
        return
    lane = next(lane for lane in now.lanes if lane.ladder == choice.ladder)
    known = {each.agent: each for each in now.candidates}
    seated = [known[agent] for agent in choice.seating]
    own = [each for each in seated if not each.house]
    assert len(seated) == lane.seats
    assert own
    assert len({each.agent for each in own}) == len(own)
    assert {each.agent for each in own} <= lane.entrants
    assert all(is_free(now, each) for each in own)
    owners = Counter(each.owner for each in own if each.owner)
    if len(own) == len(seated) and 0 not in {each.owner for each in own}:
        assert len(owners) > 1
    for owner, count in owners.items():
        assert now.owners[owner].in_play + count - 1 < now.owners[owner].at_once
        assert now.owners[owner].today + count * lane.seats <= now.owners[owner].a_day


class Day:
    """A day on which agents of different speeds play, so many matches in the air."""

    def __init__(self, agents, lanes, in_the_air, seed):
        self.dice, self.now = Random(seed), 0.0
        self.agents = {nth: 5.0 * (1 + nth % 4) for nth in range(1, agents + 1)}  # seconds a match
        self.lanes, self.in_the_air = lanes, in_the_air
        self.free_since = dict.fromkeys(self.agents, 0.0)
        self.waited = {}
        self.waits = defaultdict(list)
        self.sets = []
        self.playing = []
        self.skills = {lane.ladder: {} for lane in lanes}
        self.met = {lane.ladder: Counter() for lane in lanes}

    def situation(self):
        busy = Counter(agent for _, table, _ in self.playing for agent in table)
        candidates = [
            Candidate(
                agent,
                in_play=busy[agent],
                at_once=1,
                a_day=10**6,
                waits=None if busy[agent] else self.now - self.free_since[agent],
            )
            for agent in self.agents
        ]
        lanes = [
            replace(lane, skills=self.skills[lane.ladder], met=self.met[lane.ladder]) for lane in self.lanes
        ]
        usual = median(self.waited.values()) if self.waited else 0.0
        return Situation([*candidates, *HOUSE], lanes, {}, usual, str(len(self.sets)))

    def run(self, sets):
        while len(self.sets) < sets:
            while len(self.playing) < self.in_the_air and (choice := choose(self.situation())):
                self.begin(choice)
            self.playing.sort()
            self.now, table, ladder = self.playing.pop(0)
            self.end(table, ladder)

    def begin(self, choice):
        own = [agent for agent in choice.seating if agent in self.agents]
        for agent in own:
            self.waited[agent] = self.now - self.free_since[agent]
            self.waits[agent].append(self.waited[agent])
        took = sum(self.agents[agent] for agent in own) * self.dice.uniform(0.5, 1.5)
        self.playing.append((self.now + took, choice.seating, choice.ladder))
        self.sets.append((choice.ladder, choice.seating))

    def end(self, table, ladder):
        for agent in table:
            if agent in self.agents:
                self.free_since[agent] = self.now
        skills, own = self.skills[ladder], list(dict.fromkeys(table))
        strength = {agent: agent % 7 + self.dice.gauss(0, 2) for agent in own}
        order = sorted(own, key=lambda agent: -strength[agent])
        before = [[skills.get(agent, Skill(DEFAULT.mu, DEFAULT.sigma))] for agent in order]
        for agent, side in zip(order, update(before, range(1, len(order) + 1)), strict=True):
            skills[agent] = side[0]
        for nth, one in enumerate(own):
            self.met[ladder].update(frozenset((one, other)) for other in own[nth + 1 :])


@pytest.mark.parametrize(
    ("agents", "seats", "in_the_air"),
    [(12, (2,), 3), (9, (2, 2), 2), (20, (2, 6), 3)],
)
@pytest.mark.slow
def test_over_a_day_nobody_waits_longer_than_about_twice_the_median(agents, seats, in_the_air):
    everyone = frozenset(range(1, agents + 1))
    day = Day(agents, [Lane(nth, size, everyone) for nth, size in enumerate(seats, 1)], in_the_air, seed=1)
    day.run(160)
    settled = {agent: waits[len(waits) // 4 :] for agent, waits in day.waits.items()}
    usual = median(wait for waits in settled.values() for wait in waits)
    assert max(max(waits) for waits in settled.values()) <= 2.3 * usual
    means = [sum(waits) / len(waits) for waits in settled.values()]
    assert max(means) <= 1.6 * median(means)
    if len(seats) > 1:
        assert min(Counter(ladder for ladder, _ in day.sets).values()) > 10


@given(
    st.dictionaries(
        st.integers(1, 8), st.builds(Pace, st.none() | st.floats(0, 500), st.floats(-100, 100)), min_size=2
    ),
    st.sampled_from((2, 3, 6)),
    st.booleans(),
)
@settings(max_examples=150, deadline=None)
def test_nobody_meets_an_agent_that_is_slower_than_they_put_up_with_or_of_unknown_pace(paces, seats, house):
    candidates = [Candidate(agent, remote=True) for agent in paces]
    lane = Lane(1, seats, frozenset(paces), paces=paces)
    choice = choose(Situation([*candidates, *(HOUSE if house else ())], [lane]))
    if choice is None:
        return
    own = [paces[agent] for agent in choice.seating if agent in paces]
    assert choice.pace == max(class_of(pace.seconds) for pace in own)
    for one in own:
        for other in own:
            if one is not other and house:
                assert None not in (one.seconds, other.seconds)
            if one is not other and None not in (one.seconds, other.seconds):
                assert other.seconds <= max(SLOWER_FACTOR * one.seconds, MOMENT_SECONDS, one.patience)


@given(st.integers(0, 3), st.none() | st.integers(0, 3), st.integers(0, 4), st.integers(0, 4))
def test_tables_are_planned_for_places_that_there_are_and_of_the_kind_that_there_are(
    room, waiting, few, slow
):
    agents = range(1, 1 + 2 * (few + slow))
    quick = set(agents[: 2 * few])
    paces = {agent: Pace(0.0 if agent in quick else 60.0) for agent in agents}
    lane = Lane(1, 2, frozenset(agents), paces=paces)
    candidates = [Candidate(agent, remote=True, at_once=1) for agent in agents]
    now = Situation(candidates, [lane], room=Room(room, waiting))
    planned = Counter()
    while (choice := choose(now)) is not None:
        planned[bool(choice.pace)] += 1  # of a set of two matches, one can begin at once
        now = after(now, choice)
    if waiting is None:
        assert planned.total() == min(room, few + slow)
    else:
        assert (planned[False], planned[True]) == (min(room, few), min(waiting, slow))


def test_among_overdue_agents_those_come_first_whose_owners_hold_the_fewest_matches():
    candidates = [Candidate(1, owner=7, waits=90.0), Candidate(2, owner=9, waits=20.0), Candidate(3)]
    owners = {7: Owner(in_play=5), 9: Owner(in_play=0)}
    now = Situation([*candidates, *HOUSE], [Lane(1, 2, frozenset({1, 2}))], owners, usual_wait=10.0)
    assert 2 in choose(now).seating
    assert 2 not in choose(replace(now, candidates=[*candidates[:1], *candidates[2:], *HOUSE])).seating


def test_an_agent_that_has_met_its_equals_for_long_has_the_patience_for_a_slow_one():
    lane = duel(1, 2, paces={1: Pace(1.0, 99.0), 2: Pace(100.0)})
    assert set(choose(Situation([*people(2), *HOUSE], [lane])).seating) & {901, 902}
    patient = replace(lane, paces={1: Pace(1.0, 101.0), 2: Pace(100.0)})
    assert set(choose(Situation([*people(2), *HOUSE], [patient])).seating) == {1, 2}


def test_an_agent_waits_no_longer_than_a_match_takes_it_for_others_that_are_playing():
    lane = duel(1, 2, paces={1: Pace(20.0), 2: Pace(30.0)})
    busy = Candidate(2, in_play=1, at_once=1, waits=None)

    def meets(*candidates, lane=lane):
        return choose(Situation([*candidates, *HOUSE], [lane]))

    assert meets(Candidate(1, waits=19.0), busy) is None
    assert {901, 902} & set(meets(Candidate(1, waits=20.0), busy).seating)
    assert {901, 902} & set(meets(Candidate(1, waits=0.0)).seating)
    assert {901, 902} & set(meets(Candidate(1, owner=7), replace(busy, owner=7)).seating)
    slower = replace(lane, paces={1: Pace(20.0), 2: Pace(300.0)})
    assert {901, 902} & set(meets(Candidate(1, waits=0.0), busy, lane=slower).seating)


class Crowd:
    """Quick and slow agents behind HTTP on one ladder, in virtual time: a worker with places of both kinds.

    A match with a slow agent of unknown pace holds a place of each class for a while.
    """

    def __init__(self, quick, slow, quick_takes):
        self.now, self.quick, self.room = 0.0, quick, Room(4, 16)
        self.takes = {nth: quick_takes if nth <= quick else 80.0 for nth in range(1, 1 + quick + slow)}
        self.known, self.since = {}, dict.fromkeys(self.takes, 0.0)
        self.free_since = dict.fromkeys(self.takes, 0.0)
        self.planned, self.playing, self.events = [], {}, []
        self.played = Counter()

    @property
    def left(self):
        return replace(self.room, held=Counter(pace for pace, _ in self.playing.values()))

    def situation(self):
        tables = [*self.planned, *(table for table, _ in self.playing)]
        left = Counter(agent for table in tables for agent in table)
        paces = {
            agent: Pace(self.known.get(agent), (self.now - self.since[agent]) * LENT_SHARE)
            for agent in self.takes
        }
        candidates = [
            Candidate(
                agent, agent, in_play=left[agent], at_once=1, a_day=10**6, remote=True,
                waits=None if left[agent] else self.now - self.free_since[agent],
            )
            for agent in self.takes
        ]  # fmt: skip
        owners = {agent: Owner(left[agent], a_day=10**6) for agent in self.takes}
        return Situation(
            [*candidates, *HOUSE],
            [Lane(1, 2, frozenset(self.takes), paces=paces)],
            owners,
            seed=str(self.now),
            room=self.left,
        )

    def begin(self):
        """Begin the planned matches whose agents are free, and plan more."""
        while True:
            busy = {agent for table, _ in self.playing for agent in table}
            for place, table in enumerate(list(self.planned)):
                own = set(table) & self.takes.keys()
                pace = class_of(max(self.known.get(agent, 0.0) for agent in own))
                if busy.isdisjoint(own) and self.left.of(pace) > 0:
                    self.planned[place] = None
                    busy |= own
                    key = table, self.now
                    self.playing[key] = pace, own
                    took = 2 * max(self.takes[agent] for agent in own)
                    self.events += [(self.now + took, key, len(CLASSES) + 1)]
                    self.events += [
                        (self.now + CLASSES[nth], key, nth + 1) for nth in range(pace, len(CLASSES))
                    ]
            self.planned = [each for each in self.planned if each is not None]
            choice = choose(self.situation())
            if choice is None:
                return
            self.planned += rotations(choice.seating)

    def run(self, until):
        while self.now < until:
            self.begin()
            self.now, key, pace = min(self.events)
            self.events.remove((self.now, key, pace))
            if key not in self.playing:
                continue
            _, own = self.playing[key]
            if pace <= len(CLASSES):
                self.playing[key] = pace, own
                continue
            del self.playing[key]
            self.played.update(own)
            for agent in own:
                self.known[agent], self.free_since[agent] = self.takes[agent], self.now
                held_up = max(self.takes[other] for other in own) - self.takes[agent]
                if held_up > MOMENT_SECONDS:
                    self.since[agent] = max(self.since[agent] + held_up / LENT_SHARE, self.now)

    @property
    def pace(self):
        """Matches of quick agents in a second."""
        return sum(self.played[agent] for agent in range(1, self.quick + 1)) / self.now


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("takes", "until", "slow"),
    [
        (4.0, 600.0, 10),
        (10.0, 600.0, 2),
        *(pytest.param(0.5, 180.0, slow, marks=LONG) for slow in (2, 10, 90)),
        *(pytest.param(4.0, 600.0, slow, marks=LONG) for slow in (2, 90)),
        *(pytest.param(10.0, 600.0, slow, marks=LONG) for slow in (10, 90)),
    ],
)
def test_slow_agents_take_at_most_a_tenth_of_the_pace_of_quick_ones(takes, until, slow):
    alone, beside = Crowd(10, 0, takes), Crowd(10, slow, takes)
    for crowd in (alone, beside):
        crowd.run(until)
    assert beside.pace >= 0.9 * alone.pace
    assert min(beside.played[agent] for agent in range(11, 11 + min(slow, 10))) >= 1
