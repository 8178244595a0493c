"""Which worker plays which match, on either database: nothing twice, nothing lost, nothing written over."""

from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest
from sqlalchemy import func, update

from agonist.store import Store
from agonist.store.engines.failure import DamagedMatch, LeaseLost
from agonist.store.runs.match_claims import end_worker, go_on, join, may_follow, take
from agonist.store.runs.schema import MATCHES, RUN_WORKERS


@pytest.fixture
def run(store, made):
    return store.start_run({}, [made.fixture(nth) for nth in range(20)])


def ids(matches):
    return [match.id for match in matches]


def asleep(store, lease):
    """Its lease runs out."""
    store.change(
        lambda connection: connection.execute(
            update(RUN_WORKERS).where(RUN_WORKERS.c.name == lease.worker).values(seen=0.0)
        )
    )


def test_workers_take_different_matches_and_of_the_last_a_fair_share(store, run):
    one, two = join(store, run, "one"), join(store, run, "two", "helps")
    first, second = ids(take(store, one, 4)), ids(take(store, two, 4))
    assert (first, second) == (list(range(1, 5)), list(range(5, 9)))
    shares = [ids(take(store, lease, 100)) for lease in (one, two, one, two)]
    assert list(map(len, shares)) == [6, 3, 2, 1]
    taken = [*first, *second, *chain.from_iterable(shares)]
    assert sorted(taken) == list(range(1, 21))
    assert take(store, one, 5) == []
    assert may_follow(store, one)
    end_worker(store, two)
    assert sorted(ids(take(store, one, 100))) == sorted([*second, *shares[1], *shares[3]])
    assert not may_follow(store, one)


def test_many_who_take_at_once_take_nothing_twice(where, store, run):
    leases = [join(store, run, f"w{nth}", "joined") for nth in range(4)]

    def all_of(lease):
        with Store.open(where) as own:
            taken = []
            while more := take(own, lease, 3):
                taken += ids(more)
            return taken

    with ThreadPoolExecutor(4) as pool:
        taken = list(chain.from_iterable(pool.map(all_of, leases)))
    assert sorted(taken) == list(range(1, 21))


def test_a_taken_match_is_the_one_that_is_stored(store, run):
    lease = join(store, run, "one")
    taken = take(store, lease, 3)
    assert taken == [store.match(match) for match in (1, 2, 3)]
    end_worker(store, lease)
    again = join(store, run, "two")
    store.under(again).suspend(2, "suspended", "why")
    store.flush()
    assert [(match.id, match.status) for match in take(store, again, 3)] == [(2, "suspended")]


@pytest.mark.parametrize("retries", ["-1", '"many"'])
def test_a_match_whose_policy_is_damaged_is_named_when_it_is_taken_and_when_the_run_begins(
    store, run, retries
):
    damaged = func.replace(MATCHES.c.fixture, '"retries":1', f'"retries":{retries}')
    change = update(MATCHES).where(MATCHES.c.id == 3).values(fixture=damaged)
    store.change(lambda connection: connection.execute(change))
    lease = join(store, run, "one")
    for read in (lambda: take(store, lease, 5), lambda: store.left(run)):
        with pytest.raises(DamagedMatch, match=r"^match 3 in .* is damaged"):
            read()


def test_who_was_stopped_and_goes_on_writes_nothing_over_the_new_owners(store, run, made):
    one, two = join(store, run, "one"), join(store, run, "two", "joined")
    (match,) = take(store, one, 1)
    late, new = store.under(one), store.under(two)
    late.add_step(match, 0, made.steps[0])
    store.flush()
    asleep(store, one)
    assert go_on(store, two) == "running"
    (again,) = take(store, two, 1)
    assert again.id == match.id
    new.add_step(match, 1, made.steps[1])
    late.add_step(match, 1, made.steps[2])
    late.suspend(match, "broken", "by who was asleep")
    store.flush()
    assert store.match(match).status == "planned"
    assert store.steps(match) == list(made.steps[:2])
    for late_again in (lambda: late.add_step(match, 2, made.steps[2]), lambda: take(store, one, 1)):
        with pytest.raises(LeaseLost):
            late_again()
    with pytest.raises(LeaseLost):
        go_on(store, one)


def test_who_was_asleep_itself_takes_nothing_from_others_at_once(store, run):
    one, two = join(store, run, "one"), join(store, run, "two", "joined")
    take(store, one, 20)
    asleep(store, one)
    asleep(store, two)
    go_on(store, two)  # a machine that slept wakes: the other worker has had no chance yet
    assert go_on(store, one) == "running"
    assert may_follow(store, two)


def test_a_new_claim_of_the_run_ends_those_that_led_and_helped_and_not_those_that_joined(store, run):
    led, helped = join(store, run, "led"), join(store, run, "helped", "helps")
    joined = join(store, run, "joined", "joined")
    for lease in (led, helped, joined):
        take(store, lease, 2)
    again = join(store, run, "again")
    assert sorted(ids(take(store, again, 100))) == [1, 2, 3, 4, *range(7, 12)]
    assert go_on(store, joined) == "running"
    for lease in (led, helped):
        with pytest.raises(LeaseLost):
            go_on(store, lease)


def test_what_was_suspended_is_played_again_when_the_run_begins_anew_and_not_before(store, run):
    one = join(store, run, "one")
    first, second, *_ = take(store, one, 2)
    store.under(one).suspend(first, "suspended", "down")
    store.flush()
    beside = join(store, run, "beside", "joined")
    assert first.id not in ids(take(store, beside, 100) + take(store, beside, 100))
    for lease in (one, beside):
        end_worker(store, lease)
    assert ids(take(store, join(store, run, "heir", "inherits"), 1)) == [second.id]
    again = join(store, run, "again")
    assert ids(take(store, again, 2)) == [first.id]


def dies(store, lease):
    end_worker(store, lease, died=True)


def test_a_match_with_which_three_workers_died_is_broken_and_the_others_are_played(store, run):
    """Of what the first two held, a later worker plays one match at a time, when nothing else is left."""
    for nth in (1, 2):
        lease = join(store, run, f"w{nth}")
        assert ids(take(store, lease, 3)) == [1, 2, 3]
        dies(store, lease)
    third = join(store, run, "w3")
    assert ids(take(store, third, 100)) == list(range(4, 21))
    for match in range(4, 21):
        store.under(third).suspend(match, "void", "")
    store.flush()
    assert may_follow(store, third)
    assert ids(take(store, third, 100)) == [1]
    assert take(store, third, 100) == []
    assert may_follow(store, third), "2 and 3 wait until 1 is at its end"
    dies(store, third)
    fourth = join(store, run, "w4", "joined")
    (why,) = store.deadly_matches(run)
    assert "match 1 " in why
    assert "w3" in why
    for match in (2, 3):
        assert ids(take(store, fourth, 100)) == [match]
        store.under(fourth).suspend(match, "void", "")
        store.flush()
    assert take(store, fourth, 100) == []
    assert not may_follow(store, fourth)
    assert store.match(1).status == "broken"
    end_worker(store, fourth)
    assert ids(take(store, join(store, run, "w5"), 100)) == [1], "who resumes the run tries again"
    assert store.deadly_matches(run) == []


def test_a_match_that_went_on_between_its_workers_deaths_is_not_broken(store, run, made):
    """On machines that are taken away every hour, a match of a day outlives many workers."""
    for nth in range(5):
        lease = join(store, run, f"w{nth}", "joined")
        assert ids(take(store, lease, 1)) == [1]
        store.under(lease).begin(1)
        store.under(lease).add_step(1, nth, made.steps[0])
        store.flush()
        dies(store, lease)
    lease = join(store, run, "last", "joined")
    assert ids(take(store, lease, 1)) == [1]
    for _ in range(5):
        end_worker(store, lease)  # it leaves, and does not die
        lease = join(store, run, f"{lease.worker}+", "joined")
        assert ids(take(store, lease, 1)) == [1]


def test_who_joins_a_finished_run_leaves_it_finished_and_hears_so(store, run):
    """Else it would wait for matches of a run that nobody leads any more."""
    end_worker(store, join(store, run, "leader"))
    store.set_status(run, "finished")
    late = join(store, run, "late", "joined")
    assert store.run(run).status == go_on(store, late) == "finished"


def test_matches_take_no_further_pages_of_postgresql_when_they_are_taken_begun_and_ended(postgresql, made):
    with Store.open(postgresql) as store:

        def size():
            return store.read(
                lambda connection: connection.exec_driver_sql("SELECT pg_relation_size('matches')").scalar()
            )

        def growth():
            """How much larger the matches of a run are at its end than as planned."""
            before = size()
            run = store.start_run({}, [made.fixture(nth) for nth in range(300)])
            planned, lease = size(), join(store, run, "one")
            while some := take(store, lease, 50):
                for change in (store.begin, lambda match: store.finish(match, made.played(()), 1.0)):
                    for match in some:
                        change(match)
                    store.flush()
            return (size() - planned) / (planned - before)

        # What the server itself reads at that moment keeps old rows, so one of three has to do.
        assert any(growth() <= 0.25 for _ in range(3))
