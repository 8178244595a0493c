"""All layers together, behind one call."""

import asyncio

import pytest

from agonist.core import UsageError
from agonist.models.budget import Budget
from agonist.models.errors import BudgetSpent, NoKey, ServerFailed
from agonist.models.model_assembly import aclose_all, build, connect
from agonist.models.prices import FREE
from agonist.models.protocol import Message, Settings
from agonist.models.usage_meter import Meter

ASK = [Message("user", "Your move?")]
PLAIN = Settings(timeout=5.0)


async def test_one_call_gives_a_model_that_answers_counts_and_caches(server, tmp_path):
    budget, meter = Budget(usd=1.0, requests=3), Meter()

    def made():
        return build(
            connect("vllm/echo", base_url=server.url), budget=budget, cache=tmp_path / "c.db", meter=meter
        )

    first = await made().salted("match 1").complete(ASK, PLAIN)
    again = await made().salted("match 1").complete(ASK, PLAIN)
    other = await made().salted("match 2").complete(ASK, PLAIN)
    assert [reply.from_cache for reply in (first, again, other)] == [False, True, False]
    assert [reply.cost for reply in (first, again, other)] == [0.0, 0.0, 0.0]
    assert len(server.bodies) == budget.spent.requests == meter.totals["vllm/echo"].answers == 2
    assert meter.totals["vllm/echo"].usage.cached == 16


async def test_the_end_of_the_budget_stops_requests_but_not_cached_answers(server, tmp_path):
    model = build(
        connect("vllm/echo", base_url=server.url), budget=Budget(requests=1), cache=tmp_path / "c.db"
    )
    await model.salted("a").complete(ASK, PLAIN)
    with pytest.raises(BudgetSpent):
        await model.salted("b").complete(ASK, PLAIN)
    assert (await model.salted("a").complete(ASK, PLAIN)).from_cache
    assert len(server.bodies) == 1


async def test_models_stay_usable_after_all_is_closed(server, tmp_path):
    model = build(connect("vllm/echo", base_url=server.url), cache=tmp_path / "c.db")
    await model.complete(ASK, PLAIN)
    await aclose_all()
    await aclose_all()
    assert (await model.complete(ASK, PLAIN)).text == "Action: 3"


def test_a_budget_in_dollars_needs_a_price(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-x")
    assert build(connect("openai/gpt-5-mini"), budget=Budget(usd=1)).price is not None
    with pytest.raises(UsageError, match="no price is known for openai/gpt-99"):
        build(connect("openai/gpt-99"), budget=Budget(usd=1))
    with pytest.raises(UsageError, match="no price is known"):
        build(connect("vllm/x", base_url="http://gpu.example.org/v1"), budget=Budget(usd=1))
    own = tmp_path / "prices.toml"
    own.write_text(
        '[models]\n"openai/gpt-99" = { input = 1, output = 2 }\n"vllm/y" = { input = 1, output = 2 }'
    )
    assert build(connect("openai/gpt-99"), budget=Budget(usd=1), prices=own).price is not None
    assert build(connect("vllm/x"), prices=own).price == FREE
    assert build(connect("vllm/y"), prices=own).price != FREE  # a gateway on this machine that costs money


def test_a_missing_key_is_told_when_the_model_is_built():
    with pytest.raises(NoKey, match="OPENAI_API_KEY"):
        build(connect("openai/gpt-5-mini"))


async def test_a_failure_passes_through_all_layers(server, tmp_path):
    server.does(server.raw("{}", 500, Retry_After="9999"))
    model = build(
        connect("vllm/echo", base_url=server.url), budget=Budget(requests=5), cache=tmp_path / "c.db"
    )
    with pytest.raises(ServerFailed):
        await model.complete(ASK, PLAIN)
    assert model.meter.totals["vllm/echo"].failures == 1


@pytest.mark.long
async def test_1000_in_flight_do_not_fail(server):
    server.does(server.right(delay=0.1))
    model = build(connect("vllm/echo", base_url=server.url))
    replies = await asyncio.gather(*(model.complete(ASK, Settings()) for _ in range(1500)))
    assert all(reply.tries == 1 for reply in replies)
    assert server.most > 300
