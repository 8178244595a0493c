"""Budgets that end a run, and the totals behind them."""

import asyncio
from dataclasses import replace
from random import Random

import pytest

from agonist.core import UsageError
from agonist.models.amounts_spent import Spending
from agonist.models.budget import Budget
from agonist.models.call_state import current_call
from agonist.models.errors import BudgetSpent, ProviderError, RateLimited, ServerFailed, TimedOut
from agonist.models.prices import FREE, Price
from agonist.models.protocol import Message, Reply, Settings, Usage
from agonist.models.retry import RetryPolicy, retry
from agonist.models.scripted import ScriptedModel
from agonist.models.usage_meter import Meter, Metered

ASK = [Message("user", "Your move?")]
PLAIN = Settings()
PRICE = Price(input=100.0, cached=10.0, output=1000.0)


def answer(prompt=100, completion=10, cached=0, tries=1):
    return Reply("3", "stop", Usage(prompt, cached, completion), "m", 0.5, tries=tries)


async def until_spent(model, calls, settings=PLAIN):
    """How many of so many calls at once were let through; the others met the end of the budget."""
    results = await asyncio.gather(
        *(model.complete(ASK, settings) for _ in range(calls)), return_exceptions=True
    )
    assert all(isinstance(result, Reply | BudgetSpent) for result in results)
    return sum(isinstance(result, Reply) for result in results)


async def test_cost_counts_cached_tokens_at_their_own_price():
    model = Metered(ScriptedModel([answer(prompt=1000, cached=600, completion=10)]), price=PRICE)
    assert (await model.complete(ASK, PLAIN)).cost == pytest.approx((400 * 100 + 600 * 10 + 10 * 1000) / 1e6)


async def test_no_price_no_cost():
    model = Metered(ScriptedModel([answer()]))
    assert (await model.complete(ASK, PLAIN)).cost is None
    assert model.meter.totals["scripted"].cost is None


@pytest.mark.parametrize("at_once", [1, 7, 64, 300])
async def test_requests_are_never_overspent_nor_left_over(at_once):
    budget = Budget(requests=100)
    model = Metered(ScriptedModel(lambda _: answer(), delay=0.001), budget)
    done = 0
    while (through := await until_spent(model, at_once)) == at_once:
        done += through
    assert done + through == budget.spent.requests == 100


async def test_64_at_once_overspend_dollars_by_one_call_at_most():
    each = PRICE.cost(answer().usage)
    budget = Budget(usd=50.5 * each)
    model = Metered(ScriptedModel(lambda _: answer(), delay=0.002), budget, PRICE)
    while await until_spent(model, 64) == 64:
        pass
    assert 50.5 * each <= budget.spent.usd <= 51.5 * each + 1e-9


async def test_a_small_token_budget_is_used_up_though_estimates_are_large():
    budget = Budget(tokens=1000)
    model = Metered(ScriptedModel(lambda _: answer(), delay=0.001), budget)
    assert await until_spent(model, 64, Settings(max_tokens=8000)) == 10  # 110 tokens each
    assert budget.spent.tokens == 1100


async def test_two_models_share_one_budget():
    budget, meter = Budget(requests=10), Meter()
    models = [Metered(ScriptedModel(lambda _: answer(), name=name), budget, FREE, meter) for name in "ab"]
    done = [await until_spent(model, 8) for model in models]
    assert done == [8, 2]
    assert {name: total.answers for name, total in meter.totals.items()} == {"a": 8, "b": 2}


async def test_the_end_says_which_limit_and_what_was_spent():
    budget = Budget(usd=0.01, requests=1000)
    model = Metered(ScriptedModel(lambda _: answer()), budget, PRICE)
    await model.complete(ASK, PLAIN)
    with pytest.raises(
        BudgetSpent, match=r"budget of \$0\.01 is spent: \$0\.0200, 110 tokens, 1 requests"
    ) as error:
        await model.complete(ASK, PLAIN)
    assert error.value.exit_code == 5


async def test_a_budget_that_is_spent_sends_nothing():
    inner = ScriptedModel(lambda _: answer())
    for budget in (
        Budget(usd=0),
        Budget(tokens=0),
        Budget(requests=0),
        Budget(requests=5, already=Spending(requests=5)),
    ):
        with pytest.raises(BudgetSpent):
            await Metered(inner, budget, FREE).complete(ASK, PLAIN)
    assert not inner.sent


def test_dollars_without_a_price_are_refused_before_anything_is_sent():
    with pytest.raises(UsageError, match=r"no price is known for scripted.*AGONIST_PRICES"):
        Metered(ScriptedModel([]), Budget(usd=1))
    Metered(ScriptedModel([]), Budget(tokens=1))


@pytest.mark.parametrize("limit", [{"usd": -1}, {"tokens": -1}, {"requests": -5}, {"usd": float("nan")}])
def test_a_budget_that_cannot_be(limit):
    with pytest.raises(UsageError, match="is not possible"):
        Budget(**limit)


class Retrying(ScriptedModel):
    """Asks again until there is an answer or its errors are used up, as the client of an endpoint does."""

    async def complete(self, messages, settings):
        async def once():
            return await super(Retrying, self).complete(messages, settings)

        reply, tries = await retry(once, RetryPolicy(first_wait=0.0), Random(1))
        return replace(reply, tries=tries)


class Sent(Retrying):
    """Counts what goes over the wire: what is sent after the budget has agreed."""

    requests = 0

    async def complete(self, messages, settings):
        async def once():
            with current_call().request():
                self.requests += 1
                await asyncio.sleep(0)
                line = self._line(0, messages)
                if isinstance(line, ProviderError):
                    raise line
                return line

        reply, tries = await retry(once, RetryPolicy(first_wait=0.0), Random(1))
        return replace(reply, tries=tries)


def busy():
    return ServerFailed("busy", max_tries=100)


async def test_retries_count_as_requests():
    budget = Budget(requests=100)
    model = Metered(
        Retrying([busy(), RateLimited("wait", max_tries=9), answer(), *(busy() for _ in "123456")]), budget
    )
    await model.complete(ASK, PLAIN)
    with pytest.raises(ServerFailed):
        await model.complete(ASK, PLAIN)
    total = model.meter.totals["scripted"]
    assert budget.spent.requests == total.requests == 9
    assert (total.answers, total.failures, total.retries, total.limited) == (1, 1, 8, 1)


async def test_timeouts_before_an_answer_are_charged_as_often_as_they_were_sent():
    late = [TimedOut("late", max_tries=9), TimedOut("late", max_tries=9)]
    budget = Budget(tokens=100_000)
    model = Metered(Retrying([answer(), *late, answer()]), budget, PRICE)
    await model.complete(ASK, PLAIN)
    await model.complete(ASK, PLAIN)
    # Each of the late ones is taken for what answers took until then.
    assert budget.spent.requests == 4
    assert budget.spent.tokens == 4 * 110
    # They count for the budget only: what a player is said to have used is what answers took.
    totals = model.meter.totals["scripted"]
    assert (totals.answers, totals.usage.total, totals.estimated) == (2, 2 * 110, 0)
    assert budget.spent.usd == pytest.approx(totals.cost + totals.closed.usd)
    assert totals.closed.usd == pytest.approx(totals.cost)


async def test_64_at_once_with_unexpectedly_long_answers_go_one_call_over():
    """20,000 tokens an answer, for which nobody is prepared."""
    each = PRICE.cost(answer(completion=20_000).usage)
    budget = Budget(usd=5 * each)
    model = Metered(ScriptedModel(lambda _: answer(completion=20_000), delay=0.001), budget, PRICE)
    await until_spent(model, 64)
    assert 5 * each <= budget.spent.usd <= 6 * each + 1e-9


async def test_calls_at_once_grow_with_the_evidence_for_what_they_take():
    model = ScriptedModel(lambda _: answer(), delay=0.001)
    metered = Metered(model, Budget(tokens=100_000), PRICE)
    for expected in (3, 6, 12):  # a first answer may have 32,768 tokens, the next are taken for half that
        before = len(model.sent)
        calls = [asyncio.ensure_future(metered.complete(ASK, PLAIN)) for _ in range(64)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert len(model.sent) - before >= expected
        for call in calls:
            call.cancel()
        await asyncio.wait(calls)
        metered._history.learn(7, Usage(7, 0, 10))


async def test_what_may_have_been_billed_is_charged_as_estimated():
    budget = Budget(tokens=10_000)
    model = Metered(ScriptedModel([ServerFailed("busy"), TimedOut("late")]), budget)
    with pytest.raises(ServerFailed):
        await model.complete(ASK, Settings(max_tokens=50))
    assert budget.spent.tokens == 0
    with pytest.raises(TimedOut):
        await model.complete(ASK, Settings(max_tokens=50))
    assert budget.spent.tokens >= 50
    assert budget.spent.requests == 2


async def test_a_call_that_is_broken_off_gives_its_hold_back_and_is_charged():
    budget = Budget(requests=2)
    inner = ScriptedModel(lambda _: answer(), delay=5.0)
    model = Metered(inner, budget)
    call = asyncio.ensure_future(model.complete(ASK, PLAIN))
    await asyncio.sleep(0.01)
    call.cancel()
    await asyncio.wait([call])
    assert budget.spent.requests == 1
    inner.delay = 0.0
    await model.complete(ASK, PLAIN)


async def test_who_is_called_off_while_waiting_for_money_does_not_hold_up_the_others():
    budget = Budget(requests=3)
    model = Metered(ScriptedModel(lambda _: answer(), delay=0.02), budget)
    calls = [asyncio.ensure_future(model.complete(ASK, PLAIN)) for _ in range(8)]
    await asyncio.sleep(0.005)
    calls[3].cancel()
    calls[5].cancel()
    results = await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 2)
    assert sum(isinstance(result, Reply) for result in results) == 3
    assert sum(isinstance(result, BudgetSpent) for result in results) == 3


async def test_tokens_that_the_endpoint_does_not_count_are_guessed():
    silent = Reply("four", "stop", Usage(), "m", 0.1)
    budget = Budget(tokens=1000)
    model = Metered(ScriptedModel([silent]), budget, PRICE)
    reply = await model.complete([Message("user", "x" * 400)], PLAIN)
    assert (reply.usage, reply.estimated) == (Usage(prompt=104, completion=1), True)
    assert budget.spent.tokens == 105
    assert model.meter.totals["scripted"].estimated == 1
    assert reply.cost == pytest.approx((104 * 100 + 1 * 1000) / 1e6)


def test_one_budget_serves_two_event_loops():
    budget = Budget(requests=30)
    model = Metered(ScriptedModel(lambda _: answer(), delay=0.001), budget)
    assert asyncio.run(until_spent(model, 20)) == 20
    assert asyncio.run(until_spent(model, 20)) == 10


@pytest.mark.parametrize("failing", [0.3, 0.9])
async def test_requests_that_fail_count_against_the_limit_as_they_are_sent(failing):
    chance = Random(7)
    budget = Budget(requests=200)
    inner = Sent(lambda _: busy() if chance.random() < failing else answer())
    model = Metered(inner, budget)
    results = await asyncio.gather(*(model.complete(ASK, PLAIN) for _ in range(300)), return_exceptions=True)
    assert inner.requests == budget.spent.requests == model.meter.totals["scripted"].requests == 200
    ends = [result for result in results if isinstance(result, BudgetSpent)]
    assert ends
    assert all("200 requests;" in str(end) for end in ends)
