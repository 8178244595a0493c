"""Notices to owners, on both databases."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

from agonist.store import Store
from agonist.store.platform.owner_notices import add_notice, notices


def test_a_notice_of_the_day_is_added_once_though_two_processes_add_it_at_once(where):
    begun = Event()

    def add(connection):
        add_notice(connection, 7, "It has no key.", once_a_day=True)

    def add_slowly(connection):
        add(connection)
        begun.set()
        time.sleep(0.2)  # in which the other, were it not held up, would find no notice yet

    with Store.open(where) as one, Store.open(where) as other, ThreadPoolExecutor() as pool:
        first = pool.submit(one.change, add_slowly)
        assert begun.wait(60)
        other.change(add)
        first.result(60)
        assert [notice.text for notice in notices(one, 7)] == ["It has no key."]
