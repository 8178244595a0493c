"""What tests and trials may cost is reserved, so that two at once spend no more than one day."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import update

from agonist.arena.agents.spending import charged
from agonist.arena.agents.trial_matches import start_test
from agonist.models.protocol import Message, Usage
from agonist.players.model_call_record import ModelCall
from agonist.store.engines.locks_and_clock import today
from agonist.store.platform.agents import add_agent
from agonist.store.platform.schema import USERS
from agonist.store.platform.spending import left_today


def left(store, owner):
    return store.read(lambda connection: left_today(connection, owner, today(time.time()), {}))


def test_tests_that_begin_at_once_share_their_owners_day(store, members):
    ann = members.ann
    store.change(lambda connection: connection.execute(update(USERS).values(dollars_a_day=0.4)))
    fox = add_agent(store, "Fox", "openai/x", owner=ann)
    matches = [start_test(store, fox) for _ in range(3)]
    ready, over = Barrier(3), Barrier(3)

    def tried(match):
        ready.wait(30)
        with charged(store, [match]) as means:
            over.wait(30)
            call = ModelCall(sent=(Message("user", "?"),), usage=Usage(1, 0, 1), cost=0.1, seconds=0.1)
            store.add_call(match.id, 0, 0, call)
            store.flush()
            return means.of(ann)

    with ThreadPoolExecutor(3) as threads:
        reserved = list(threads.map(tried, matches))
    assert sum(reserved) <= 0.4
    assert sorted(reserved) == pytest.approx([0.0, 0.15, 0.25])
    # What was not spent is given back.
    assert left(store, ann) == pytest.approx(0.1)


def test_an_agent_that_costs_nothing_reserves_nothing(store, members):
    free = add_agent(store, "Elk", "random", owner=members.ann)
    before = left(store, members.ann)
    with charged(store, [start_test(store, free)]):
        assert left(store, members.ann) == before
