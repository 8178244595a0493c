"""Which matches may begin near the limit of a budget, and how much work it is to find out."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget
from agonist.tournament.budget_admission import Admission


class Estimates:
    """The expected requests of a match, by kind, and how often they were asked for."""

    def __init__(self, **requests):
        self.requests, self.asked = requests, 0

    def __call__(self, kind):
        self.asked += 1
        return Spending(requests=self.requests[kind])


async def entered(admission, kinds, results):
    """Let matches of these kinds ask for a place, and hold it until they are cancelled."""

    async def one(nth, kind):
        async with admission.place(kind) as place:
            results[nth] = place
            await asyncio.Event().wait()

    tasks = [asyncio.create_task(one(nth, kind)) for nth, kind in enumerate(kinds)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    return tasks


async def ended(*tasks):
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.sleep(0)


@pytest.mark.parametrize("matches", [100, 1000])
async def test_an_estimate_is_computed_a_bounded_number_of_times_for_each_match(matches):
    budget, estimates = Budget(requests=matches), Estimates(a=10, b=20)
    admission = Admission(budget, estimates)
    done = 0

    async def one(nth):
        nonlocal done
        async with admission.place("ab"[nth % 2]) as place:
            await asyncio.sleep(0)
            place.use(Spending(requests=1))
            done += 1

    await asyncio.gather(*map(one, range(matches)))
    assert done == matches
    assert estimates.asked <= 2 * matches


async def test_as_many_begin_as_the_budget_is_likely_to_last_for():
    admission, places = Admission(Budget(requests=100), Estimates(a=10)), {}
    tasks = await entered(admission, "a" * 30, places)
    assert len(places) == 10
    await ended(*tasks[:3])
    assert len(places) == 13
    await ended(*tasks)


async def test_what_matches_have_used_is_no_longer_expected_of_them():
    budget, places = Budget(requests=100), {}
    admission = Admission(budget, Estimates(a=10))
    tasks = await entered(admission, "a" * 30, places)
    for place in list(places.values()):
        budget.spent += Spending(requests=10)
        place.use(Spending(requests=10))
    await ended(tasks[0])
    assert len(places) == 10, "all is spent"
    await ended(*tasks)


async def test_a_match_that_needs_more_than_is_left_begins_alone():
    admission, places = Admission(Budget(requests=100), Estimates(a=10, b=500)), {}
    tasks = await entered(admission, "aab", places)
    assert sorted(places) == [0, 1]
    await ended(*tasks[:2])
    assert sorted(places) == [0, 1, 2]
    await ended(*tasks)


async def test_a_match_that_is_cancelled_while_it_waits_holds_up_nobody():
    admission, places = Admission(Budget(requests=100), Estimates(a=10, b=500)), {}
    tasks = await entered(admission, "aba", places)
    assert sorted(places) == [0]
    await ended(tasks[1])
    await asyncio.sleep(0)
    assert sorted(places) == [0, 2]
    await ended(*tasks)


async def test_new_estimates_let_more_begin():
    estimates, places = Estimates(a=50), {}
    admission = Admission(Budget(requests=100), estimates)
    tasks = await entered(admission, "a" * 30, places)
    assert len(places) == 2
    estimates.requests["a"] = 10
    admission.reconsider()
    await asyncio.sleep(0)
    assert len(places) == 10
    await ended(*tasks)


async def test_without_a_budget_all_begin():
    admission = Admission(None, Estimates(a=10))
    async with AsyncExitStack() as stack:
        for _ in range(50):
            await stack.enter_async_context(admission.place("a"))
