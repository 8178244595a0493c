"""Which request meets which fault, and how faults are written."""

from collections import Counter

import pytest

from agonist.core import UsageError
from agonist.models.endpoint.faults import RATES, Faults


def test_rates_are_met_and_nothing_else_happens():
    faults = Faults(rate_429=0.2, empty=0.1)
    drawn = Counter(faults.draw(f"content {n}", n) for n in range(1, 5001))
    assert drawn.keys() == {"429", "empty", ""}
    assert abs(drawn["429"] - 1000) < 120
    assert abs(drawn["empty"] - 500) < 90


def test_a_draw_depends_on_the_key_alone():
    faults = Faults(rate_500=0.5)
    keys = [f"key {n}" for n in range(100)]
    forward = {key: faults.draw(key, n) for n, key in enumerate(keys, 1)}
    backward = {key: faults.draw(key, n) for n, key in enumerate(reversed(keys), 1)}
    assert forward == backward
    assert set(forward.values()) == {"500", ""}


def test_the_first_and_every_so_many_th():
    assert [Faults(fail_first=2).draw("x", n) for n in (1, 2, 3)] == ["500", "500", ""]
    faults = Faults(fail_every=3, fail_as="429")
    assert [faults.draw("x", n) for n in range(1, 7)] == ["", "", "429", "", "", "429"]


def test_delays_stay_within_the_jitter():
    faults = Faults(latency=0.1, jitter=0.2)
    delays = [faults.delay(f"key {n}") for n in range(500)]
    assert 0.1 <= min(delays) < 0.12
    assert 0.28 < max(delays) < 0.3


@pytest.mark.parametrize("kind", RATES)
def test_every_kind_can_be_written(kind):
    faults = Faults.parse([kind])
    assert faults.draw("anything", 7) == kind
    assert Faults.parse(str(faults).split()) == faults


def test_all_settings_can_be_written():
    said = "429=0.25 cut-off=0.5 latency=0.1 jitter=1 retry-after=0 huge-size=9 fail_first=3 fail-every=10"
    faults = Faults.parse([*said.split(), "fail-as=hang"])
    assert faults == Faults(
        rate_429=0.25,
        cut_off=0.5,
        latency=0.1,
        jitter=1.0,
        retry_after=0.0,
        huge_size=9,
        fail_first=3,
        fail_every=10,
        fail_as="hang",
    )
    assert Faults.parse(str(faults).split()) == faults


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["hug"], "there is no fault 'hug'; did you mean 'huge'?"),
        (["429=often"], "fault 429: 'often' is not a number"),
        (["429=1.5"], "fault 429: a rate is from 0 to 1"),
        (["empty=nan"], "fault empty: a rate is from 0 to 1"),
        (["latency=inf"], "fault latency: inf is not"),
        (["latency"], "fault latency needs a value"),
        (["fail_first=1.5"], "'1.5' is not a whole number"),
        (["jitter=-1"], "fault jitter: -1.0 is not"),
        (["429=0.7", "500=0.7"], "add up to 1 at most"),
        (["empty", "empty=0.1"], "fault empty is given twice"),
        (["fail_as=emty"], "did you mean 'empty'"),
        (["=1"], "there is no fault ''"),
    ],
)
def test_a_mistake_is_named(said, message):
    with pytest.raises(UsageError) as caught:
        Faults.parse(said)
    assert message in str(caught.value)
