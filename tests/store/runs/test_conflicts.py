"""Transactions that PostgreSQL ends because of others are repeated; nothing of them is lost or doubled."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import insert, select, text, update

from agonist.store import Store, StoreError
from agonist.store.engines.transactions import MAX_TRIES
from agonist.store.runs.schema import META

ROWS = ("one", "other")
VALUES = select(META.c.key, META.c.value).where(META.c.key.in_(ROWS))


@pytest.fixture
def store(postgresql):
    with Store.open(postgresql) as store:
        store.change(
            lambda connection: connection.execute(insert(META), [{"key": each, "value": ""} for each in ROWS])
        )
        yield store


def append(connection, row, what):
    change = update(META).where(META.c.key == row).values(value=META.c.value + what)
    connection.execute(change)


def test_of_two_transactions_in_a_deadlock_both_are_made_in_the_end(store):
    meet, tries = Barrier(2), Counter()

    def swap(rows):
        def change(connection):
            tries[rows] += 1
            connection.execute(text("SET LOCAL deadlock_timeout = '5ms'"))
            append(connection, rows[0], rows[0][:2])
            if tries[rows] == 1:
                meet.wait(20)  # each has a row that the other wants
            append(connection, rows[1], rows[0][:2])

        store.change(change)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(swap, (ROWS, ROWS[::-1])))
    assert max(tries.values()) > 1  # PostgreSQL ended one of them
    assert all(row.value in ("onot", "oton") for row in store.rows(VALUES))


@pytest.mark.parametrize("others", [1, MAX_TRIES])
def test_a_serialization_failure_is_repeated_so_many_times_and_no_more(store, others):
    """`others`: how many transactions change the row between our reading and our writing."""
    tries = Counter()

    def change(connection):
        connection.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        connection.execute(VALUES).all()
        tries["ours"] += 1
        if tries["ours"] <= others:
            store.change(lambda other: append(other, "one", "."))
        append(connection, "one", "!")

    if others < MAX_TRIES:
        store.change(change)
    else:
        with pytest.raises(StoreError):
            store.change(change)
    assert tries["ours"] == min(others + 1, MAX_TRIES)
    values = dict(tuple(row) for row in store.rows(VALUES))
    assert values["one"] == "." * others + "!" * (others < MAX_TRIES)


def test_what_a_change_itself_raises_is_not_repeated(store):
    tries = Counter()

    def change(connection):
        tries["ours"] += 1
        append(connection, "no such", "!")
        connection.execute(text("SELECT 1 / 0"))

    with pytest.raises(StoreError):
        store.change(change)
    assert tries["ours"] == 1
