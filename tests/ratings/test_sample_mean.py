"""Means against scipy's intervals."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from agonist.core import AgonistError
from agonist.ratings import Mean, mean

NUMBERS = st.lists(st.integers(-1000, 1000), min_size=2, max_size=30).filter(lambda v: len(set(v)) > 1)


@given(NUMBERS, st.sampled_from([0.8, 0.95]))
def test_students_interval_as_scipy_says(values, confidence):
    found = mean(values, confidence)
    expected = stats.ttest_1samp(values, 0).confidence_interval(confidence)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert found.deviation == pytest.approx(np.std(values, ddof=1))


def test_order_makes_no_difference():
    assert mean([1, 5, 2, 8]) == mean([8, 2, 5, 1])


def test_too_few_values():
    assert mean([]) == Mean(0, None, None, None, None)
    assert mean([3]) == Mean(1, 3.0, None, None, None)


@pytest.mark.parametrize("values", [[1.0, float("nan")], [float("inf"), 1.0], [[1.0, 2.0]]])
def test_what_is_no_number_is_refused(values):
    with pytest.raises(AgonistError, match="finite"):
        mean(values)
