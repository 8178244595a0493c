"""Rate limits."""

import pytest
from limits.strategies import FixedWindowRateLimiter

from agonist.arena.accounts.rate_limit_counts import COUNTS_NOT_SCANNED, RateLimitCounts
from agonist.arena.accounts.rate_limits import Rates, TooOften, place_of


class Clock:
    def __init__(self):
        self.now = 1_000_000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    found = Clock()
    monkeypatch.setattr("agonist.arena.accounts.rate_limits.time.time", found)
    return found


def rates(clock, text):
    return Rates({"forms": text}, FixedWindowRateLimiter(RateLimitCounts(clock)))


def test_after_so_many_one_waits_until_the_window_is_over(clock):
    made = rates(clock, "2/minute")
    made.count("forms", "ann")
    clock.now += 20
    made.count("forms", "ann")
    with pytest.raises(TooOften, match="try again in 40 s") as refused:
        made.count("forms", "ann")
    assert refused.value.seconds == 40
    made.count("forms", "ben")
    with pytest.raises(TooOften):
        made.check("forms", "ann")
    clock.now += 41
    made.check("forms", "ann")
    made.count("forms", "ann")


def test_long_waits_are_told_in_minutes(clock):
    made = rates(clock, "1/hour")
    made.count("forms", "ann")
    with pytest.raises(TooOften, match="in 60 minutes"):
        made.count("forms", "ann")


def test_counts_that_are_over_are_forgotten(clock):
    counts = RateLimitCounts(clock)
    for nth in range(COUNTS_NOT_SCANNED):
        counts.incr(f"old {nth}", 10)
    clock.now += 11
    assert counts.incr("new", 10) == 1
    assert counts.get("old 1") == 0
    assert counts.reset() == 1


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::9", "2001:db8:1:2::"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_a_home_counts_as_one_whatever_address_of_its_network_it_takes(address, place):
    assert place_of(address) == place
