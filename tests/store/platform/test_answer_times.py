"""How long agents take, and which matches can begin, on SQLite and on PostgreSQL."""

import pytest
from sqlalchemy import select
from tests.store.platform.test_leases import HTTP, planned

from agonist.store.engines.locks_and_clock import clock
from agonist.store.platform.agents import add_agent
from agonist.store.platform.answer_times import WEIGHT, entrances, note_paces
from agonist.store.platform.ladders import Sitting, enter, ladders, plan_matches
from agonist.store.platform.leases import take
from agonist.store.platform.schema import ENTRANTS
from agonist.store.platform.waiting_matches import CLASSES, Room, could_begin


def joined(store, seated):
    (own,) = ladders(store)
    for each in seated:
        enter(store, own.id, each.id)
    return own


def known(store, ladder, agent):
    return store.read(entrances)[ladder, agent]


def test_the_pace_of_an_agent_is_smoothed_and_who_waited_for_a_slower_one_lent_that_time(store, made):
    (match,), (one, other) = planned(store, made, HTTP, f"{HTTP}9")
    own = joined(store, (one, other))
    assert known(store, own.id, one.id).seconds is None
    since = known(store, own.id, one.id).since
    note_paces(store, own.id, match, {0: 2.0, 1: 2.1}, share=0.1, least=0.5)
    assert known(store, own.id, one.id) == (2.0, since)
    note_paces(store, own.id, match, {0: 2.0, 1: 52.0}, share=0.1, least=0.5)
    assert known(store, own.id, one.id) == (2.0, since + 50.0 / 0.1)
    assert known(store, own.id, other.id).seconds == pytest.approx(2.1 + WEIGHT * (52.0 - 2.1))
    lent = store.read(
        lambda connection: connection.execute(select(ENTRANTS.c.lent).where(ENTRANTS.c.agent == other.id))
    ).scalar()
    assert lent is None


def test_a_match_that_cannot_begin_takes_no_place_and_slow_ones_take_none_of_the_quick(store, made):
    _, (slow, other, *quick) = planned(store, made, HTTP, f"{HTTP}9", "random", "reference", count=0)
    own = joined(store, (slow, other, *quick))

    def plan(*agents):
        seats = [Sitting(each.id, each.version.id, 0) for each in agents]
        fixtures = [(made.fixture(nth), seats) for nth in range(2)]
        return store.change(lambda connection: plan_matches(connection, own, fixtures))

    first = plan(slow, other)
    note_paces(store, own.id, first[0], {0: 100.0, 1: 100.0}, share=0.1, least=0.5)
    room = Room(2, 3)
    left = store.change(lambda connection: could_begin(connection, clock(connection), room))
    slowest = len(CLASSES) - 1
    assert (left.of(0), left.of(slowest)) == (2, 2), "one at once, at a place of its own"
    (lease,) = take(store, "a", room)
    assert (lease.seconds, lease.remote) == (100.0, True)
    left = store.change(lambda connection: could_begin(connection, clock(connection), room))
    assert left == room, "the other waits for these agents"
    second = plan(*quick)
    left = store.change(lambda connection: could_begin(connection, clock(connection), room))
    assert (left.of(0), left.of(slowest)) == (0, 3)
    assert [lease.match for lease in take(store, "a", Room(1, 3))] == second[:1]
    assert take(store, "b", Room(0, 3)) == []


def test_agents_at_one_address_play_one_match_at_once_between_them(store, made):
    _, (one, *_) = planned(store, made, HTTP, "random")
    own = joined(store, [one])
    twin = add_agent(store, "twin", HTTP)
    seats = [[Sitting(each.id, each.version.id, 0)] for each in (twin,)]
    store.change(
        lambda connection: plan_matches(
            connection, own, [(made.fixture(nth), own_seats) for nth, own_seats in enumerate(seats)]
        )
    )
    assert len(take(store, "a", Room(9))) == 1


def test_an_owner_holds_no_more_than_a_share_of_the_places(store, made):
    from tests.store.platform.test_leases import member

    planned(store, made, "random", "reference", count=5, owners=[member(store), None],
            settings={"at_once": 9})  # fmt: skip
    assert len(take(store, "a", Room(9, share=2))) == 2
    assert len(take(store, "a", Room(9, share=4))) == 2
