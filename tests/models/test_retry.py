"""How long we wait, and when we stop."""

import asyncio
from datetime import UTC, datetime
from random import Random

import pytest

from agonist.models.errors import RateLimited, ServerFailed
from agonist.models.retry import RetryPolicy, retry, retry_after

PASSING_MAX_TRIES = 100


@pytest.fixture
def waits(monkeypatch):
    """Waits are written down instead of waited for."""
    waits: list[float] = []

    async def sleep(seconds):
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    return waits


def failing(times, **about):
    left = [ServerFailed("busy", max_tries=PASSING_MAX_TRIES, **about)] * times

    async def once():
        if left:
            raise left.pop()
        return "done"

    return once


async def test_waits_double_up_to_the_most_with_up_to_half_left_out(waits):
    policy = RetryPolicy(max_tries=9, first_wait=1, longest_wait=16, max_waiting=1000)
    assert await retry(failing(8), policy, Random("a")) == ("done", 9)
    assert all(
        full / 2 <= wait <= full for wait, full in zip(waits, [1, 2, 4, 8, 16, 16, 16, 16], strict=True)
    )


async def test_those_that_failed_together_come_back_at_different_times(waits):
    jitter = Random("a")
    for _ in range(50):
        await retry(failing(1), RetryPolicy(), jitter)
    assert len(set(waits)) == 50


@pytest.mark.parametrize("header", ["0", "-5", "Wed, 21 Oct 2015 07:28:00 GMT"])
async def test_a_server_that_wants_us_back_at_once_is_backed_off_from_all_the_same(waits, header):
    after = retry_after({"retry-after": header})
    assert after == 0
    assert await retry(failing(3, after=after), RetryPolicy(first_wait=1), Random("a")) == ("done", 4)
    assert all(wait >= least for wait, least in zip(waits, [0.5, 1, 2], strict=True))


@pytest.mark.parametrize("after", [3.0, 60.0])
async def test_what_the_server_asks_for_is_waited_and_little_more(waits, after):
    await retry(failing(1, after=after), RetryPolicy(), Random("a"))
    assert after <= waits[0] <= 1.1 * after


async def test_the_sum_of_waits_is_limited(waits):
    with pytest.raises(ServerFailed, match="tried 4 times in 3"):
        await retry(failing(99, after=10.0), RetryPolicy(max_tries=99, max_waiting=35), Random("a"))
    assert len(waits) == 3


async def test_what_is_not_worth_another_try_is_raised_at_once_and_unchanged(waits):
    async def once():
        raise RateLimited("no credit")

    with pytest.raises(RateLimited) as error:
        await retry(once, RetryPolicy(), Random("a"))
    assert (str(error.value), error.value.tries, waits) == ("no credit", 1, [])


@pytest.mark.parametrize(
    "value",
    ["soon", "nan", "inf", "", ",", "1" * 5000, "Wed, 99 Oct 2015", "Wed, 9 Oct 99999 99:99:99 +9999"],
)
def test_a_wait_that_cannot_be_read_is_none(value):
    assert retry_after({"retry-after": value}) is None


def test_a_date_in_the_past_is_no_wait():
    now = datetime(2026, 1, 1, tzinfo=UTC)
    assert retry_after({"retry-after": "Wed, 21 Oct 2015 07:28:05 GMT"}, now) == 0
    assert retry_after({"retry-after": "-5"}) == 0
