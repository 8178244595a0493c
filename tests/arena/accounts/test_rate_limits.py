"""Rate limits."""

import pytest

from agonist.arena.accounts.rate_limits import COUNTS_NOT_SCANNED, Rate, Rates, TooOften, place_of


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


def test_after_so_many_one_waits_until_the_window_is_over(clock):
    made = Rates({"forms": Rate(2, 60)})
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
    made = Rates({"forms": Rate(1, 3600)})
    made.count("forms", "ann")
    with pytest.raises(TooOften, match="in 60 minutes"):
        made.count("forms", "ann")


def test_counts_that_are_over_are_forgotten(clock):
    made = Rates({"forms": Rate(1, 10)})
    for nth in range(COUNTS_NOT_SCANNED):
        made.count("forms", f"old {nth}")
    clock.now += 11
    made.count("forms", "new")
    assert len(made._counts) == 1
    made.count("forms", "old 1")


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
