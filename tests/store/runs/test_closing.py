"""Closing a database while another thread still uses it."""

import threading

import pytest

from agonist.store import Store


@pytest.mark.parametrize("way", ["read", "change"])
def test_a_connection_in_use_is_closed_when_its_transaction_ends(where, way, monkeypatch):
    store = Store.open(where)
    made, connect = [], store._database.connection
    monkeypatch.setattr(
        store._database, "connection", lambda *, writes=False: made.append(connect(writes=writes)) or made[-1]
    )
    store._engine.dispose()  # so that the next connection is one of these
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
    assert made
    for connection in made:
        with pytest.raises(Exception, match="closed"):
            connection.execute("SELECT 1")
