"""The part of one process in a budget that others spend too."""

import asyncio
from random import Random

import pytest

from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget
from agonist.models.budget_among_processes import allotment
from agonist.models.budget_share import BudgetShare, Draw
from agonist.models.call_state import current_call
from agonist.models.errors import BudgetSpent, ServerFailed
from agonist.models.protocol import Message, Settings
from agonist.models.retry import RetryPolicy, retry
from agonist.models.usage_meter import Metered

ONE = Spending(requests=1)


class Purse:
    """A budget that another process has spent a part of; `draws`: for how many calls it was asked."""

    def __init__(self, spent=0, held=0):
        self.spent, self.held, self.draws, self.now = (
            Spending(requests=spent),
            Spending(requests=held),
            [],
            0.0,
        )

    async def draw(self, limits, used, in_flight, call, calls):
        self.draws.append(calls)
        await asyncio.sleep(0)
        held = allotment(limits, self.spent + used, self.held, in_flight, call, calls=calls, workers=2)
        return Draw(held, self.spent + used, 2, self.now + 10, others_wait=False)


def shared(purse, **limits):
    budget = Budget(**limits)
    budget.share = BudgetShare(budget, purse, lambda: purse.now)
    return budget


async def call(budget, retries=0):
    async with budget.hold(ONE) as held:
        held.send()
        for _ in range(retries):
            await held.permit()
            held.send()
        await asyncio.sleep(0)


async def test_many_calls_need_few_questions_and_none_is_beyond_the_limit():
    purse = Purse(spent=400)
    budget = shared(purse, requests=1000)
    for _ in range(10):
        await asyncio.gather(*(call(budget) for _ in range(50)))
    assert budget.share.used.requests == 500
    assert len(purse.draws) < 40
    results = await asyncio.gather(*(call(budget) for _ in range(150)), return_exceptions=True)
    assert sum(result is None for result in results) == 100
    assert {type(result) for result in results if result is not None} == {BudgetSpent}
    assert budget.spent.requests == 1000


async def test_what_was_drawn_is_not_used_after_the_time_for_which_it_is_sure():
    purse = Purse()
    budget = shared(purse, requests=1000)
    for _ in range(3):
        await call(budget)
    asked = len(purse.draws)
    await call(budget)
    assert len(purse.draws) == asked
    purse.now = 10.0
    await call(budget)
    assert len(purse.draws) == asked + 1


async def test_a_retry_takes_a_request_of_its_own_and_none_that_another_process_has_reserved():
    budget = shared(Purse(held=2), requests=5)
    with pytest.raises(BudgetSpent):
        await call(budget, retries=3)
    assert budget.spent.requests == 3


async def test_what_is_not_needed_is_given_back_at_once_if_another_process_waits():
    purse = Purse()
    budget = shared(purse, requests=1000)
    for _ in range(4):
        await call(budget)
    share = budget.share
    spare = share.keep().requests
    assert spare > 0
    assert share.keep().requests == spare // 2
    share.hear(Draw(share.keep(), share.used, 2, 10.0, others_wait=True), share.used, budget.held)
    assert share.keep() == Spending()


async def test_a_model_that_fails_is_not_asked_again_with_requests_that_other_processes_hold():
    sent = 0

    class Failing:
        name = "failing"

        async def complete(self, _messages, _settings):
            return await retry(self.once, RetryPolicy(max_tries=9, first_wait=0.0), Random(0))

        async def once(self):
            nonlocal sent
            with current_call().request():
                sent += 1
                raise ServerFailed("down", max_tries=9)

    model = Metered(Failing(), shared(Purse(held=2), requests=5))
    with pytest.raises(BudgetSpent):
        await model.complete([Message("user", "?")], Settings())
    assert sent == 3
