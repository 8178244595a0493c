"""Concurrency that adapts, and rates that hold."""

import asyncio
import time

from agonist.models.limits import Bucket, Gate, Limits
from agonist.models.protocol import Settings
from agonist.models.shared_limits import SharedBucket


async def test_no_more_are_inside_than_the_limit_and_they_enter_in_order():
    gate, order, inside, most = Gate(cap=3, start=3), [], 0, 0

    async def one(number):
        nonlocal inside, most
        await gate.enter()
        order.append(number)
        inside += 1
        most = max(most, inside)
        await asyncio.sleep(0.001)
        inside -= 1
        gate.leave()

    await asyncio.gather(*(one(number) for number in range(20)))
    assert (most, order, gate.inside) == (3, list(range(20)), 0)


async def test_the_limit_doubles_a_round_until_the_first_congestion_and_then_adds_one():
    gate = Gate(cap=1000, start=4)

    # Only answers that come while all places are taken show that more would fit.
    gate.inside = int(gate.limit)
    for _ in range(4):
        gate.grow()
        gate.inside += 1
    assert gate.limit == 8
    gate.shrink(gate.round)
    assert gate.limit == 4
    gate.inside = 4
    for _ in range(4):
        gate.grow()
    assert 4.9 < gate.limit <= 5


async def test_all_that_fail_together_halve_the_limit_once():
    gate = Gate(cap=64)
    entered = [await gate.enter() for _ in range(64)]
    for when in entered:
        gate.shrink(when)
    assert gate.limit == 32
    for _ in range(20):
        gate.shrink(gate.round)
    assert gate.limit == 1


async def test_an_idle_endpoint_does_not_grow():
    gate = Gate(cap=1000)
    for _ in range(100):
        await gate.enter()
        gate.grow()
        gate.leave()
    assert gate.limit == 64


async def test_who_is_called_off_while_waiting_takes_no_place():
    gate = Gate(cap=1)
    await gate.enter()
    waiting = [asyncio.ensure_future(gate.enter()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    gate.leave()
    waiting[1].cancel()  # at the moment it is let in
    await asyncio.wait(waiting, timeout=1)
    assert waiting[2].done()
    assert not waiting[2].cancelled()
    assert gate.inside == 1


async def test_a_bucket_holds_the_rate():
    bucket = Bucket(per_minute=60 * 100)
    started = time.perf_counter()
    for _ in range(130):  # 100 at once, then 100 a second
        await bucket.take(1)
    assert 0.29 <= time.perf_counter() - started < 0.6


async def test_more_than_fits_is_taken_at_once_and_waited_for_afterwards():
    bucket = Bucket(per_minute=60 * 100)
    started = time.perf_counter()
    await bucket.take(120)
    assert time.perf_counter() - started < 0.1
    await bucket.take(1)
    assert 0.2 <= time.perf_counter() - started < 0.5


async def test_a_bucket_that_a_busy_database_keeps_is_counted_from_its_answer():
    async def take_rate(rate, amount):
        await asyncio.sleep(0.3)  # the others wrote; what this one takes counts from then
        answered.append(time.monotonic())
        return 1.2

    answered: list[float] = []
    await SharedBucket(60 * 100, take_rate).take(1)
    assert time.monotonic() - answered[0] >= 0.2  # the bucket holds a second's


async def test_requests_a_minute_hold_at_an_endpoint(server):
    model = server.model(rpm=60 * 20)
    started = time.perf_counter()
    await asyncio.gather(*(model.complete([], Settings()) for _ in range(26)))
    assert 0.29 <= time.perf_counter() - started < 1.5


async def test_tokens_a_minute_are_corrected_by_what_was_used():
    limits = Limits(tpm=60_000)
    async with limits.slot(900) as slot:
        slot.answered(400)
    started = time.perf_counter()
    async with limits.slot(500):
        assert time.perf_counter() - started < 0.1
    async with limits.slot(400) as slot:
        assert 0.2 <= time.perf_counter() - started < 0.6


async def test_after_too_many_requests_fewer_are_sent_and_none_before_the_pause_is_over(server):
    sent_at = []
    busy, fine = server.raw("{}", 429, Retry_After="0.25"), server.right(delay=0.01)

    async def act(request):
        sent_at.append(time.perf_counter())
        return await (busy if len(sent_at) <= 8 else fine)(request)

    server.does(act)
    model = server.model(max_concurrency=8)
    await asyncio.gather(*(model.complete([], Settings()) for _ in range(40)))
    assert sent_at[8] - sent_at[7] >= 0.24
    assert len(sent_at) == 48
    assert server.most == 8


async def test_models_at_one_endpoint_share_their_limits(server):
    server.does(server.right(delay=0.02))
    models = [server.model(max_concurrency=2) for _ in range(4)]
    await asyncio.gather(*(model.complete([], Settings()) for model in models for _ in range(3)))
    assert server.most == 2


async def test_64_at_once_take_one_latency(server):
    server.does(server.right(delay=0.2))
    model = server.model()
    await model.complete([], Settings())
    started = time.perf_counter()
    await asyncio.gather(*(model.complete([], Settings()) for _ in range(64)))
    assert server.most == 64
    assert time.perf_counter() - started < 2.0  # one after the other they would take 12.8 s
