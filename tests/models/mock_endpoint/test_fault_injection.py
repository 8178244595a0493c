"""Which request meets which fault, and how faults are written."""

from collections import Counter

import pytest

from agonist.core import UsageError
from agonist.models.mock_endpoint.fault_injection import Faults


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


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (["hug"], "there is no fault 'hug'; did you mean 'huge'?"),
        (["429=often"], "fault 429: 'often' is not a number"),
        (["429=1.5"], "fault 429: a rate is from 0 to 1"),
        (["empty=nan"], "fault empty: a rate is from 0 to 1"),
        (["retry_after=-1"], "fault retry_after: -1.0 is not"),
        (["retry_after=inf"], "fault retry_after: inf is not"),
        (["429=0.7", "500=0.7"], "add up to 1 at most"),
        (["empty", "empty=0.1"], "fault empty is given twice"),
        (["=1"], "there is no fault ''"),
    ],
)
def test_a_mistake_is_named(said, message):
    with pytest.raises(UsageError) as caught:
        Faults.parse(said)
    assert message in str(caught.value)
