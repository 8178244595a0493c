"""What a match cost: columns have what was answered, limits also what an unanswered request may take."""

from dataclasses import replace

import pytest
from tests.store.platform.test_leases import member, planned

from agonist.arena.boards.finished_matches import FinishedMatches
from agonist.match import Step
from agonist.players.model_call_record import UNANSWERED
from agonist.store.platform.spending import costs


@pytest.fixture
def match(store, made):
    """A match whose agent was answered for 0.5 dollars, and not answered for about 0.25."""
    ann = member(store)
    (number,), _ = planned(store, made, "openai/x", "random", owners=[ann, None])
    calls = (
        made.call(cost=0.5),
        made.call(cost=0.25, finish=UNANSWERED, text="", tries=2, estimated=True),
    )
    store.add_step(number, 0, Step({0: 1}, calls))
    store.finish(number, replace(made.played(), steps=()), 1.0)
    store.flush()
    return number


def test_a_request_closed_without_an_answer_counts_for_limits_and_in_no_column(store, match):
    (usage,) = store.usage_of([match])
    assert (usage.cost, usage.charged, usage.prompt, usage.requests) == (0.5, 0.75, 100, 1)
    assert sum(store.read(lambda connection: costs(connection, match)).values()) == usage.charged
    boards = FinishedMatches(store)
    boards.read()
    assert sum(count.cost for count in boards.counts.values()) == 0.5
    assert sum(count.requests for count in boards.counts.values()) == 1


def test_limits_count_the_known_prices_beside_an_unknown_one(store, made, match):
    store.add_broken_off(match, [made.call(cost=None)])
    (usage,) = store.usage_of([match])
    assert (usage.cost, usage.charged) == (None, 0.75)
