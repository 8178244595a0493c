"""Tables that people sit at, in both databases: no seat has two people, and each name is on the fixture."""

import threading
from dataclasses import replace

import pytest

from agonist.store import Store
from agonist.store.platform.human_tables import (
    Chair,
    Table,
    add_table,
    clocked,
    events_of,
    hand_over,
    note_asked,
    note_event,
    renew_invitation,
    saw,
    set_clock,
    sit_down,
    table_of,
    tables_of,
)


def renamed(fixture, seat):
    players = list(fixture.players)
    players[seat] = f"person {seat + 1}"
    return replace(fixture, players=tuple(players))


@pytest.fixture
def table(store, made):
    """The id of a match with two free seats."""
    (match,) = store.matches(store.start_run({}, [made.fixture(players=("a", "b"))]))
    chairs = (Chair(match.id, 0, invitation="one", clock=60.0), Chair(match.id, 1, invitation="two"))
    own = Table(match.id, None, "host", "any", 60.0, 2.0, "forfeit", -1, None, 1.0, chairs)
    store.change(lambda connection: add_table(connection, own))
    return match.id


def sit(store, match, invitation, session):
    return sit_down(store, match, invitation, None, session, renamed, 5.0)


def test_a_link_is_for_its_seat_once_and_whoever_sits_keeps_theirs(store, table):
    assert sit(store, table, "wrong", "ann") is None
    assert sit(store, table, "two", "ann") == 1
    assert sit(store, table, "two", "bob") is None
    assert sit(store, table, "any", "ann") == 1
    assert table_of(store, table).free == [0]
    assert sit(store, table, "any", "bob") == 0
    assert sit(store, table, "any", "eve") is None
    assert store.match(table).fixture.players == ("person 1", "person 2")
    assert [(e.nth, e.kind, e.seat) for e in events_of(store, table)] == [(1, "joined", 1), (2, "joined", 0)]


def test_of_many_who_come_at_once_each_seat_gets_one(where, store, table):
    got, ready = {}, threading.Barrier(6)

    def come(nth):
        with Store.open(where) as own:
            ready.wait(20)
            got[nth] = sit(own, table, "any", f"browser {nth}")

    threads = [threading.Thread(target=come, args=[nth]) for nth in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert sorted(seat for seat in got.values() if seat is not None) == [0, 1]
    assert {chair.seat: chair.session for chair in table_of(store, table).chairs} == {
        seat: f"browser {nth}" for nth, seat in got.items() if seat is not None
    }
    assert store.match(table).fixture.players == ("person 1", "person 2")


def test_a_new_link_makes_the_old_one_void(store, table):
    renew_invitation(store, table, 0, "newer")
    renew_invitation(store, table, None, "any newer")
    assert sit(store, table, "one", "ann") is None
    assert sit(store, table, "any", "ann") is None
    assert sit(store, table, "newer", "ann") == 0
    assert sit(store, table, "any newer", "bob") == 1


def test_seats_of_a_browser_go_over_to_the_account_that_signs_in(store, table):
    from sqlalchemy import insert

    from agonist.store.platform.schema import USERS

    ann = {"name": "Ann", "folded": "ann", "password": "-", "role": "member", "created": 1.0}
    user = store.change(lambda c: c.execute(insert(USERS).returning(USERS.c.id), ann).scalar_one())
    sit(store, table, "one", "browser")
    assert tables_of(store, None, "browser") == tables_of(store, None, "host") == [table]
    assert tables_of(store, None, "") == []
    hand_over(store, "browser", user)
    assert tables_of(store, None, "browser") == []
    assert tables_of(store, user, "") == [table]
    assert table_of(store, table).chair(0).user == user
    assert sit_down(store, table, "any", user, None, renamed, 6.0) == 0


def test_a_question_is_put_once_and_clocks_are_what_was_written(store, table):
    note_asked(store, table, 3, 10.0)
    note_asked(store, table, 3, 20.0)
    assert (table_of(store, table).step, table_of(store, table).asked) == (3, 10.0)
    note_asked(store, table, 4, 30.0)
    assert table_of(store, table).asked == 30.0
    assert clocked(store) == [table]
    set_clock(store, table, 0, 12.5)
    assert [chair.clock for chair in table_of(store, table).chairs] == [12.5, None]
    saw(store, table, [0, 1], 7.0)
    assert table_of(store, table).chair(0).seen is None  # nobody sits there
    sit(store, table, "one", "ann")
    saw(store, table, [0], 9.0)
    assert table_of(store, table).chair(0).seen == 9.0


def test_what_can_happen_once_is_written_once(store, table):
    assert note_event(store, table, "resigned", 1, 2.0, {"why": "é"}, once=True)
    assert not note_event(store, table, "resigned", 1, 3.0, once=True)
    assert note_event(store, table, "resigned", 0, 4.0, once=True)
    assert [(e.seat, e.words) for e in events_of(store, table, "resigned")] == [(1, {"why": "é"}), (0, {})]
    assert events_of(store, table, "joined") == []
