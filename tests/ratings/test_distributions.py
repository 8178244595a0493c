"""Scipy says the right answer: our quantiles are there because scipy takes long to load."""

from __future__ import annotations

from math import inf, isnan

import numpy as np
import pytest
from scipy.special import ndtr, ndtri, stdtrit
from scipy.stats import chi2

from agonist.ratings.distributions import (
    normal_quantile,
    normal_share,
    rare_bounds,
    student_quantile,
    student_quantiles,
)

SHARES = (0.6, 0.8, 0.95, 0.975, 0.99, 0.9999, 1 - 1e-7)


@pytest.mark.parametrize("share", SHARES)
def test_students_quantiles_are_scipys(share):
    freedom = np.array([0.5, 1, 1.3, 2, 3, 4.7, 9, 19, 59.9, 60.1, 399.5, 5324, 1e5, 1e6])
    ours = student_quantiles(freedom, share)
    assert ours == pytest.approx(stdtrit(freedom, share), rel=1e-10)


@pytest.mark.parametrize("share", [0.01, *SHARES])
def test_normal_quantiles_are_scipys(share):
    assert normal_quantile(share) == pytest.approx(ndtri(share), rel=1e-14)


def test_shares_of_the_normal_distribution_are_scipys():
    values = np.linspace(-8, 8, 101)
    assert normal_share(values) == pytest.approx(ndtr(values), rel=1e-12)


def test_a_matrix_of_degrees_of_freedom_gives_a_matrix():
    freedom = np.array([[1.0, 2.0], [2.0, np.nan]])
    found = student_quantiles(freedom, 0.975)
    assert found.shape == (2, 2)
    assert found[0, 1] == found[1, 0] == pytest.approx(4.302653, abs=1e-6)
    assert isnan(found[1, 1])


def test_the_ends_of_the_range():
    assert student_quantile(3, 0.5) == 0
    assert student_quantile(3, 1.0) == inf
    assert student_quantile(1e12, 0.975) == normal_quantile(0.975)
    assert isnan(student_quantile(0, 0.975))


@pytest.mark.parametrize("confidence", [0.9, 0.95, 1 - 0.05 / 6])
def test_bounds_of_rare_events_are_those_of_the_chi_squared_distribution(confidence):
    """Brown, Cai and DasGupta (2001), section 4.1.1: half the lower quantile for 2x degrees of freedom."""
    events = np.arange(5)
    expected = [0.0, *chi2.ppf(1 - confidence, 2 * events[1:]) / 2]
    assert rare_bounds(events, confidence) == pytest.approx(expected, abs=1e-12)
    assert rare_bounds(np.array([1.5]), confidence) == pytest.approx([(expected[1] + expected[2]) / 2])
