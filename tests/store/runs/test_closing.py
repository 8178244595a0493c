"""Closing a database while another thread still uses it."""

import gc
import threading

import pytest

from agonist.store import Store


@pytest.mark.parametrize("way", ["read", "change"])
def test_a_connection_in_use_is_closed_when_its_transaction_ends(where, way):
    store = Store.open(where)
    began, may_end = threading.Event(), threading.Event()

    def slow(connection):
        connection.exec_driver_sql("SELECT 1").fetchall()
        began.set()
        assert may_end.wait(10)

    thread = threading.Thread(target=getattr(store, way), args=(slow,))
    thread.start()
    assert began.wait(10)
    store.close()
    may_end.set()
    thread.join(10)
    del store, thread
    gc.collect()  # a connection that was left open warns now, and warnings are errors
