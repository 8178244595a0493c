"""Differences against scipy's tests; Holm's correction against its definition."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from agonist.core import AgonistError
from agonist.ratings import Difference, holm
from agonist.ratings import difference as compare

difference: Any = compare  # each test knows which numbers are not None
RNG = np.random.default_rng(11)
SMALL = RNG.normal(0, 1, 6), RNG.normal(1, 2, 7)
LARGE = RNG.normal(0, 1, 40), RNG.normal(0.6, 2, 60)


def clearness(a, b, axis):
    return abs(stats.ttest_ind(a, b, equal_var=False, axis=axis).statistic)


@pytest.mark.parametrize(("a", "b"), [SMALL, LARGE])
def test_welchs_interval_as_scipy_says(a, b):
    found = difference(a, b)
    expected = stats.ttest_ind(a, b, equal_var=False).confidence_interval()
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))


def test_few_rearrangements_are_all_tried_as_scipy_does():
    expected = stats.permutation_test(SMALL, clearness, alternative="greater", n_resamples=10**9)
    assert difference(*SMALL).p == pytest.approx(expected.pvalue)


def test_many_rearrangements_are_drawn_and_agree_with_welchs_test():
    p = difference(*LARGE).p
    assert p == pytest.approx(stats.ttest_ind(*LARGE, equal_var=False).pvalue, abs=0.01)
    assert p == difference(*LARGE, seed=0).p


def test_pairs_as_scipy_says():
    a, b = LARGE[0][:9], LARGE[1][:9]
    found = difference(a, b, paired=True)
    expected = stats.ttest_rel(a, b)
    interval = expected.confidence_interval()
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))
    exact = stats.permutation_test(
        (a, b), lambda x, y, axis: np.mean(x - y, axis=axis), permutation_type="samples", n_resamples=10**9
    )
    assert found.p == pytest.approx(exact.pvalue)


def test_many_pairs_agree_with_students_test():
    a, b = LARGE[0], LARGE[1][:40]
    assert difference(a, b, paired=True).p == pytest.approx(stats.ttest_rel(a, b).pvalue, abs=0.015)


def test_pairing_finds_what_the_spread_hides():
    deals = RNG.normal(0, 10, 12)
    a, b = deals + 1 + RNG.normal(0, 0.3, 12), deals
    assert difference(a, b, paired=True).p < 0.001
    assert difference(a, b).p > 0.3


def test_noise_alone_is_seldom_called_a_difference():
    rng = np.random.default_rng(3)
    found = [difference(rng.normal(0, 1, 5), rng.normal(0, 4, 8)).p < 0.1 for _ in range(150)]
    assert 0.04 < np.mean(found) < 0.17


def test_samples_without_spread():
    assert difference([2, 2, 2], [2, 2, 2]) == Difference(0.0, None, None, 1.0)
    assert difference([1] * 5, [0] * 5) == Difference(1.0, None, None, 2 / 252)
    assert difference([3, 4, 5], [1, 2, 3], paired=True) == Difference(2.0, None, None, 0.25)
    assert difference([3, 4], [3, 4], paired=True).p == 1


def test_too_few_values():
    assert difference([], [1.0]) == Difference(None, None, None, None)
    assert difference([3.0], [1.0, 2.0]) == Difference(1.5, None, None, None)


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, 9), min_size=2, max_size=6), st.lists(st.integers(0, 9), min_size=2, max_size=6)
)
def test_exchanged_samples_give_the_opposite(a, b):
    there, back = difference(a, b), difference(b, a)
    assert there.estimate == pytest.approx(-back.estimate)
    assert there.p == pytest.approx(back.p)
    assert 0 < there.p <= 1


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_rejects_step_by_step(ps):
    corrected = holm(ps)
    for level in (0.01, 0.05, 0.3):
        rejected = set()
        for done, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
            if ps[i] * (len(ps) - done) > level:
                break
            rejected.add(i)
        assert {i for i, p in enumerate(corrected) if p <= level} == rejected


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(AgonistError, match="2 and 3"):
        difference([1, 2], [1, 2, 3], paired=True)
    with pytest.raises(AgonistError, match="finite"):
        difference([1, float("nan")], [1, 2])
    with pytest.raises(AgonistError, match="p-value"):
        holm([1.5])
