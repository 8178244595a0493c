import threading
import time

import pytest

from agonist.store.engines.failure import StoreError
from agonist.store.runs.writer_thread import Writer


def test_orders_are_written_in_order_and_many_at_once():
    batches = []
    writer = Writer(lambda orders: batches.append(list(orders)))
    for order in range(500):
        writer.put(order)
    writer.flush()
    writer.close()
    assert [order for batch in batches for order in batch] == list(range(500))
    assert len(batches) < 20


def test_orders_are_written_soon_without_a_flush():
    written = threading.Event()
    writer = Writer(lambda orders: written.set(), longest=0.01)
    writer.put(1)
    assert written.wait(2)
    writer.close()


def test_a_flush_does_not_wait_for_the_pause():
    writer = Writer(lambda orders: None, longest=30)
    writer.put(1, within=30)
    start = time.monotonic()
    writer.flush()
    writer.put(2)
    writer.close()
    assert time.monotonic() - start < 5


def test_who_outruns_the_disk_waits():
    gate, put = threading.Event(), []
    writer = Writer(lambda orders: gate.wait() and None, limit=4, longest=0.001)

    def produce():
        for order in range(20):
            writer.put(order)
            put.append(order)

    thread = threading.Thread(target=produce)
    thread.start()
    time.sleep(0.1)
    assert len(put) <= 8  # one batch in the writer's hands, one waiting
    gate.set()
    thread.join(5)
    writer.flush()
    assert put == list(range(20))
    writer.close()


def test_a_failure_wakes_all_and_is_told_from_then_on():
    gate = threading.Event()

    def write(orders):
        gate.wait()
        raise StoreError("the disk is full")

    writer = Writer(write, limit=1, longest=0.001)
    told = []

    def produce():
        try:
            for order in range(10):
                writer.put(order)
        except StoreError as error:
            told.append(str(error))

    threads = [threading.Thread(target=produce) for _ in range(3)]
    for thread in threads:
        thread.start()
    gate.set()
    for thread in threads:
        thread.join(5)
    assert told == ["the disk is full"] * 3
    with pytest.raises(StoreError, match="the disk is full"):
        writer.flush()
    writer.close()


def test_a_bug_in_the_writer_is_told_too():
    def write(orders):
        raise ZeroDivisionError("oh")

    writer = Writer(write)
    writer.put(1)
    with pytest.raises(StoreError, match=r"could not be written \(ZeroDivisionError: oh\)"):
        writer.flush()
    writer.close()


def test_nothing_is_taken_after_the_end():
    writer = Writer(lambda orders: None)
    writer.close()
    with pytest.raises(StoreError, match="already closed"):
        writer.put(1)
