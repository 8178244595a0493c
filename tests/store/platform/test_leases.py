"""Ladders and the leases of their matches, on SQLite and on PostgreSQL."""

from contextlib import suppress

import pytest
from sqlalchemy import select, update

from agonist.core import UsageError
from agonist.store.engines.failure import LeaseLost
from agonist.store.platform.agents import add_agent, agent
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.ladders import (
    Sitting,
    add_ladder,
    enter,
    entrants,
    ladder,
    ladders,
    plan_matches,
    set_state,
    withdraw,
)
from agonist.store.platform.leases import Lease, release, renew, take
from agonist.store.platform.owner_notices import mark_seen, notices
from agonist.store.platform.schema import ALLOWANCES, LEASES, SPENDING, USERS
from agonist.store.platform.spending import allowances, left_today
from agonist.store.platform.waiting_matches import Room

HTTP = "http:http://127.0.0.1:9"


def member(store, name="Ann", **more):
    row = {"name": name, "folded": name.casefold(), "password": "-", "role": "member", "created": 0.0, **more}
    query = USERS.insert().returning(USERS.c.id)
    return store.change(lambda connection: connection.execute(query, row).scalar_one())


def planned(store, made, *players, count=1, settings=None, owners=None):
    """A ladder with so many matches among agents that play thus; its match ids and agents."""
    own = add_ladder(store, "ttt", "tictactoe", {"targets": ["tictactoe"]}, settings or {})
    owners = owners or [None] * len(players)
    seated = [
        add_agent(store, f"a{nth}", player, owner=owner)
        for nth, (player, owner) in enumerate(zip(players, owners, strict=True))
    ]
    seats = [Sitting(each.id, each.version.id, each.owner or 0) for each in seated]
    fixtures = [(made.fixture(nth), seats) for nth in range(count)]
    return store.change(lambda connection: plan_matches(connection, own, fixtures)), seated


def value(store, column, match):
    query = select(column).where(LEASES.c.match == match)
    return store.read(lambda connection: connection.execute(query).scalar_one())


def expire(store, match):
    query = update(LEASES).where(LEASES.c.match == match).values(until=1.0)
    store.change(lambda connection: connection.execute(query))


def test_a_ladder_is_a_run_and_has_a_name_of_its_own(store):
    own = add_ladder(store, "ttt", "tictactoe", {"targets": ["tictactoe"]}, {"at_once": 3})
    assert own == ladder(store, "ttt") == ladder(store, own.id)
    assert own.settings == {"at_once": 3}
    assert store.run(own.run).plan == {"targets": ["tictactoe"], "ladder": "ttt"}
    with pytest.raises(UsageError, match="there is already a ladder 'ttt'"):
        add_ladder(store, "ttt", "tictactoe", {}, {})
    with pytest.raises(UsageError, match="did you mean 'ttt'"):
        ladder(store, "tt")
    assert len(store.runs()) == 1
    set_state(store, own.id, "closed")
    assert ladders(store, only_open=True) == []
    assert [each.open for each in ladders(store)] == [False]


def test_agents_join_once_and_leave(store):
    own = add_ladder(store, "ttt", "tictactoe", {}, {})
    one, other = (add_agent(store, name, "random").id for name in ("one", "other"))
    for each in (other, one, other):
        enter(store, own.id, each)
    assert entrants(store) == {own.id: [other, one]}
    withdraw(store, own.id, other)
    assert entrants(store) == {own.id: [one]}


def test_a_match_is_taken_by_one_and_again_when_its_lease_has_run_out(store, made):
    (match,), _ = planned(store, made, "random", "reference")
    (first,) = take(store, "a", Room(9))
    assert (first.match, first.epoch) == (match, 1)
    assert take(store, "b", Room(9)) == []
    expire(store, match)
    (second,) = take(store, "b", Room(9))
    assert second == Lease(match, 2, first.ladder)
    assert renew(store, "a", [first]) == frozenset()
    assert renew(store, "b", [second]) == {match}


def test_whoever_lost_a_lease_writes_nothing_more_not_even_what_was_queued(where, store, made):
    (match,), _ = planned(store, made, "random", "reference")
    (first,) = take(store, "a", Room(1))
    before = store.under(first)
    before.begin(match)
    before.add_step(match, 0, made.steps[0])
    store.flush()
    expire(store, match)
    (second,) = take(store, "b", Room(1))
    with suppress(LeaseLost):  # as soon as the first of these is refused
        before.add_step(match, 1, made.steps[1])
        before.add_call(match, 2, 0, made.call())
        before.add_broken_off(match, [made.call()])
        before.finish(match, made.played(), 1.0)
    store.flush()
    assert store.has_lost(first)
    assert not store.has_lost(second)
    assert (len(store.steps(match)), store.match(match).status) == (1, "playing")
    assert (store.recorded(match), store.broken_off(match)) == ([], ())
    with pytest.raises(LeaseLost, match="taken over by another process"):
        before.add_step(match, 1, made.steps[1])
    store.under(second).add_step(match, 1, made.steps[1])
    store.under(second).finish(match, made.played(), 1.0)
    assert (len(store.steps(match)), store.match(match).status) == (2, "finished")
    release(store, [first])
    assert value(store, LEASES.c.until, match) > 1


def test_a_lost_lease_stops_no_other_match(store, made):
    (lost, kept), _ = planned(store, made, "random", "reference", count=2)
    leases = {lease.match: lease for lease in take(store, "a", Room(2))}
    expire(store, lost)
    take(store, "b", Room(1))
    for match in (lost, kept):
        store.under(leases[match]).add_step(match, 0, made.steps[0])
    assert (store.steps(lost), store.steps(kept)) == ([], [made.steps[0]])


def test_what_is_released_is_taken_at_once_by_another(store, made):
    planned(store, made, "random", "reference")
    leases = take(store, "a", Room(1))
    release(store, leases)
    assert [lease.epoch for lease in take(store, "b", Room(1))] == [2]


def test_a_match_that_stops_every_process_is_given_up(store, made):
    (match,), _ = planned(store, made, "random", "reference")
    for epoch in range(1, 6):
        assert [lease.epoch for lease in take(store, "a", Room(1))] == [epoch]
        expire(store, match)
    assert take(store, "a", Room(1)) == []
    assert (store.match(match).status, close_matches(store)) == ("void", [match])


def test_an_agent_behind_http_has_one_match_at_a_time_and_others_as_many_as_set(store, made):
    planned(store, made, HTTP, "random", count=4)
    assert len(take(store, "a", Room(9))) == 1
    assert take(store, "b", Room(9)) == []


def test_agents_and_owners_have_no_more_matches_at_once_than_their_limits(store, made):
    ann = member(store)
    planned(store, made, "random", "reference", count=9, settings={"at_once": 4}, owners=[ann, None])
    assert len(take(store, "a", Room(3))) == 3
    assert len(take(store, "a", Room(9))) == 1
    other = add_ladder(store, "more", "tictactoe", {}, {"at_once": 9, "owner_at_once": 6})
    more = [add_agent(store, f"b{nth}", "random", owner=ann) for nth in range(2)]
    seats = [Sitting(each.id, each.version.id, ann) for each in more]
    fixtures = [(made.fixture(nth), seats) for nth in range(9)]
    store.change(lambda connection: plan_matches(connection, other, fixtures))
    assert len(take(store, "a", Room(9))) == 2


def test_a_closed_ladder_begins_no_match_and_ends_those_begun(store, made):
    matches, _ = planned(store, made, "random", "reference", count=2)
    (begun,) = take(store, "a", Room(1))
    set_state(store, begun.ladder, "closed")
    expire(store, begun.match)
    assert [lease.match for lease in take(store, "b", Room(9))] == [begun.match]
    assert begun.match == matches[0]


MODEL = "openai/x?base_url=http://10.0.0.1:9/v1"
MONEY = {"dollars_a_match": 0.5, "dollars_a_day": 1.25, "at_once": 9}


def left(store, owner, settings=MONEY):
    (day,) = store.read(lambda connection: set(connection.execute(select(ALLOWANCES.c.day)).scalars()))
    return store.read(lambda connection: left_today(connection, owner, day, settings))


def test_a_days_dollars_are_set_aside_for_matches_in_play_and_what_is_left_comes_back(store, made):
    matches, _ = planned(store, made, MODEL, "random", count=4, settings=MONEY)
    leases = take(store, "a", Room(9))
    assert [lease.match for lease in leases] == matches[:2]
    assert store.read(lambda connection: allowances(connection, matches[0])) == {0: 0.5}
    assert left(store, 0) == 0.25
    step = made.steps[0].__class__({0: "x"}, (made.call(cost=0.125),))
    store.add_step(matches[0], 0, step)
    store.finish(matches[0], made.played(forfeits=()), 1.0)
    store.flush()
    assert close_matches(store) == [matches[0]]
    assert close_matches(store) == []
    assert left(store, 0) == 1.25 - 0.5 - 0.125
    assert [lease.match for lease in take(store, "b", Room(9))] == [matches[2]]


def test_nobody_pays_for_anothers_agent(store, made):
    ann, bob = member(store, dollars_a_day=0.5), member(store, "Bob", dollars_a_day=0.1)
    matches, _ = planned(store, made, MODEL, "random", count=2, settings=MONEY, owners=[ann, bob])
    assert len(take(store, "a", Room(9))) == 1
    step = made.steps[0].__class__({0: "x"}, (made.call(cost=0.25, seat=0),))
    store.add_step(matches[0], 0, step)
    store.finish(matches[0], made.played(forfeits=()), 1.0)
    store.flush()
    close_matches(store)
    query = select(SPENDING.c.owner, SPENDING.c.dollars, SPENDING.c.matches).order_by(SPENDING.c.owner)
    assert store.read(lambda connection: connection.execute(query).all()) == [(ann, 0.25, 1), (bob, 0.0, 1)]
    assert take(store, "a", Room(9)) == []  # only 25 cents are left of Ann's day


def test_five_forfeits_in_a_row_pause_an_agent_with_the_reason_and_its_owner_is_told(store, made):
    ann = member(store)
    matches, (one, other) = planned(
        store, made, "random", "reference", count=7, settings={"at_once": 9}, owners=[ann, None]
    )
    take(store, "a", Room(9))

    def end(match, *forfeits):
        step = made.steps[0].__class__({}, (made.call(error="late", complaint="no answer in 3 s"),), forfeits)
        store.add_step(match, 0, step)
        store.finish(match, made.played((step,), forfeits), 1.0)
        store.flush()
        close_matches(store)

    end(matches[0], 0)
    end(matches[1])
    for match in matches[2:6]:
        end(match, 0)
    assert (agent(store, one.id).state, agent(store, one.id).failures) == ("online", 4)
    store.suspend(matches[6], "void", "a fault of the platform")
    store.flush()
    close_matches(store)
    assert agent(store, one.id).failures == 4
    own = ladder(store, "ttt")
    seats = [Sitting(each.id, each.version.id, each.owner or 0) for each in (one, other)]
    (last,) = store.change(lambda connection: plan_matches(connection, own, [(made.fixture(9), seats)]))
    take(store, "a", Room(9))
    end(last, 0)
    paused = agent(store, one.id)
    assert (paused.state, agent(store, other.id).state) == ("paused", "online")
    assert paused.reason.endswith(f"no answer in 3 s (match {last})")
    (notice,) = notices(store, ann)
    assert notice.text == f"a0 was paused: {paused.reason}"
    assert notices(store, 0) == []
    mark_seen(store, ann)
    assert notices(store, ann, only_unseen=True) == []
