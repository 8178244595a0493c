"""What the processes of a run share through its database."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import update

from agonist.models.amounts_spent import Spending
from agonist.models.budget_among_processes import BudgetLimits, allotment
from agonist.store import Reader, Store
from agonist.store.engines.failure import LeaseLost
from agonist.store.runs.schema import RUN_WORKERS
from agonist.store.runs.shared_limits import beat, join, reserve, take_rate

NOTHING = Spending()
CALL = Spending(0.5, 100, 1)


@pytest.fixture
def run(store, made):
    return store.start_run({}, [made.fixture()])


@pytest.fixture
def do(store, run):
    """Calls a function of `shared_limits` for the run."""
    number, _ = store._number_and_id(run)
    return lambda change, *given, **named: store.change(
        lambda connection: change(connection, number, *given, **named)
    )


def test_workers_of_a_run_see_each_other_and_what_all_have_spent(do, store, run):
    do(join, "a")
    do(join, "b")
    do(beat, "a", Spending(0.5, 2**40, 3), NOTHING, news={"aside": {"x": "down"}})
    workers = do(beat, "b", Spending(0.25, 1, 1), NOTHING, news={}, ended=True)
    assert workers.spent == Spending(0.75, 2**40 + 1, 4)
    assert [(row.name, row.alive, row.news) for row in workers.rows] == [
        ("a", True, {"aside": {"x": "down"}}),
        ("b", False, {}),
    ]
    with Reader.open(store.name) if "://" not in store.name else Store.open(store.name) as reader:
        read = reader.workers(run)
    assert read.rows == workers.rows
    assert read.now == pytest.approx(workers.now, abs=5)


def test_requests_are_reserved_to_the_last_and_never_beyond(do):
    limits, held, names = BudgetLimits(requests=10), dict.fromkeys("abc", 0), "abc"
    for name in names:
        do(join, name)
    for _ in range(4):
        for name in names:
            more = Spending(requests=1)
            got = do(reserve, name, limits, NOTHING, Spending(requests=held[name]), more, calls=4).held
            held[name] = held[name] if got is None else got.requests
    assert sum(held.values()) == 10
    # What one has not used is free once it has said so.
    do(beat, "a", Spending(requests=held["a"] - 1), NOTHING, news={})
    got = do(reserve, "b", limits, NOTHING, Spending(requests=held["b"]), Spending(requests=1)).held
    assert got == Spending(requests=held["b"] + 1)
    assert do(reserve, "c", limits, NOTHING, Spending(requests=held["c"]), Spending(requests=1)).held is None


def test_a_call_that_does_not_fit_starts_alone_as_in_one_process(do):
    limits = BudgetLimits(usd=1.0)
    do(join, "a")
    do(join, "b")
    ask = partial(do, reserve, limits=limits, call=Spending(0.8, 1, 1))
    assert ask("a", spent=NOTHING, in_flight=NOTHING).held is not None
    waits = ask("b", spent=NOTHING, in_flight=NOTHING)
    assert waits.held is None
    assert [row.waits for row in waits.workers.rows] == [False, True]
    do(beat, "a", Spending(0.5, 1, 1), NOTHING, news={})
    assert ask("b", spent=NOTHING, in_flight=NOTHING).held == Spending(0.8, 1, 1)
    assert ask("a", spent=Spending(0.5, 1, 1), in_flight=NOTHING).held is None
    do(beat, "b", Spending(0.6, 1, 1), NOTHING, news={})
    assert ask("a", spent=Spending(0.5, 1, 1), in_flight=NOTHING).held is None, "it is spent"


def test_what_a_dead_worker_had_reserved_counts_until_the_run_begins_again(do):
    limits = BudgetLimits(requests=10)
    do(join, "dead", lease=-1.0)
    do(reserve, "dead", limits, Spending(requests=2), Spending(requests=4), Spending(requests=1))
    do(join, "next", lease=-1.0)
    # Without a count of stored calls, what it said is all that is known; it holds nothing any more.
    with pytest.raises(LeaseLost):
        do(beat, "dead", Spending(requests=6), NOTHING, news={})
    assert do(beat, "next", NOTHING, NOTHING, news={}).spent.requests == 2
    assert do(join, "third", Spending(requests=5), lease=-1.0).spent.requests == 5
    assert do(join, "fourth", Spending(requests=6)).spent.requests == 6


def test_what_a_dead_worker_has_reserved_is_spent_for_those_beside_it(do):
    limits = BudgetLimits(requests=10)
    do(join, "dead")
    do(join, "other", lease=-1.0)
    do(reserve, "dead", limits, NOTHING, Spending(requests=8), Spending(requests=1))
    do(lambda connection, _: connection.execute(update(RUN_WORKERS).values(lease=-1.0)))
    workers = do(reserve, "other", limits, NOTHING, NOTHING, Spending(requests=1)).workers
    assert workers.spent.requests == 9 + 1  # nobody lives, this one neither


def test_a_bucket_is_emptied_once_for_all(do):
    take = partial(do, take_rate, "http://a", "requests", 1000.0)
    assert take(3000) == 0
    assert 2 < take(1000) <= 3
    assert 3 < take(-2000) <= 4
    assert 1 < take(0) <= 2
    assert do(take_rate, "http://a", "tokens", 1000.0, 1) == 0
    assert do(take_rate, "http://b", "requests", 1000.0, 1) == 0


@given(
    st.integers(0, 30),
    st.lists(st.tuples(st.integers(0, 3), st.booleans()), max_size=60),
    st.integers(1, 9),
)
def test_whatever_workers_reserve_and_use_no_limit_is_exceeded(limit, moves, calls):
    limits, call = BudgetLimits(requests=limit), Spending(requests=1)
    spent, held = dict.fromkeys(range(4), 0), dict.fromkeys(range(4), 0)
    for who, uses in moves:
        if uses and held[who]:
            spent[who], held[who] = spent[who] + 1, held[who] - 1
            continue
        others = Spending(requests=sum(held.values()) - held[who])
        in_all = Spending(requests=sum(spent.values()))
        got = allotment(limits, in_all, others, Spending(), call, calls=calls, workers=4)
        held[who] = 0 if got is None else got.requests
        assert sum(spent.values()) + sum(held.values()) <= limit
    assert not limits.spent or limit == 0
