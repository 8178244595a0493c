"""A match that was played on from another tells what was dealt there, and is shown no earlier."""

import sqlite3
from dataclasses import replace

import pytest

import agonist
from agonist.arena.accounts.permissions import LOCAL, STRANGER, Visitor
from agonist.arena.match_visibility import audience_of, left_before_report, sealed, shown_to
from agonist.store import Store

MEMBER = Visitor(1, "Ann", "member")


@pytest.fixture
def database(tmp_path):
    """Two matches on one deal, of which the first is over, and a finished fork of each."""
    db = tmp_path / "agonist.db"
    base = agonist.fixture("texas_holdem?hands=1", ["random", "reference"], seed=3)
    pair = [replace(base, block="a deal"), replace(base, block="a deal", players=base.players[::-1])]
    agonist.run_fixtures(pair, db=db)
    forks = [agonist.load_match(number, db=db).forks(3)[0] for number in (1, 2)]
    agonist.run_fixtures(forks, db=db)
    alone = agonist.load_match(3, db=db).forks(4)
    agonist.run_fixtures(alone, db=db)
    return db


def with_status(store, number, status):
    with sqlite3.connect(store.name) as database:
        database.execute("UPDATE matches SET status = ? WHERE id = ?", (status, number))
    database.close()


@pytest.mark.parametrize("who", [STRANGER, MEMBER, LOCAL], ids=lambda who: who.role)
def test_a_fork_and_a_fork_of_it_are_closed_until_all_on_the_deal_of_their_match_are_over(database, who):
    with Store.open(database) as store:
        assert all(audience_of(store, store.match(number), who).everything for number in (3, 4, 5))
        with_status(store, 2, "playing")
        assert sealed(store, [1, 3, 4, 5]) == {1, 3, 4, 5}
        for number in (3, 4, 5):
            found = audience_of(store, store.match(number), who)
            assert (found.everything, found.closed) == (False, True)
            (shown,) = shown_to(store, [store.match(number)], who)
            assert (shown.scores, shown.reason) == ((), "")
        assert left_before_report(store, store.match(3).run) == 2
        assert left_before_report(store, store.match(5).run) == 1
        with_status(store, 2, "finished")
        assert not sealed(store, [1, 3, 4, 5])
        assert left_before_report(store, store.match(3).run) == 0


def test_a_fork_of_a_live_match_without_others_on_its_deal_is_closed_too(tmp_path):
    db = tmp_path / "agonist.db"
    agonist.play("texas_holdem?hands=1", ["random", "reference"], seed=3, db=db)
    agonist.run_fixtures(agonist.load_match(1, db=db).forks(3), db=db)
    with Store.open(db) as store:
        with_status(store, 1, "playing")
        assert audience_of(store, store.match(2), STRANGER).closed
        with_status(store, 1, "finished")
        assert audience_of(store, store.match(2), STRANGER).everything
