"""Levels of repeated looks: published tables, and a simulation, say what is right."""

from math import sqrt

import numpy as np
import pytest
from scipy.stats import norm

from agonist.core import UsageError
from agonist.ratings.group_sequential import crossed, levels_for, spent_levels

POCOCK = {2: 2.178, 3: 2.289, 4: 2.361, 5: 2.413, 10: 2.555}
OBRIEN_FLEMING = {2: 1.977, 3: 2.004, 4: 2.024, 5: 2.040, 10: 2.087}
"""Critical values at 5%, by the number of looks: Jennison and Turnbull (2000), tables 2.1 and 2.3."""


@pytest.mark.parametrize("looks", POCOCK)
def test_published_bounds_are_crossed_by_5_percent(looks):
    times = [(look + 1) / looks for look in range(looks)]
    same = [2 * norm.sf(POCOCK[looks])] * looks
    falling = [2 * norm.sf(OBRIEN_FLEMING[looks] / sqrt(time)) for time in times]
    assert sum(crossed(times, same)) == pytest.approx(0.05, abs=1e-4)
    assert sum(crossed(times, falling)) == pytest.approx(0.05, abs=1e-4)


def test_the_error_is_spent_as_asked_look_by_look():
    times = (0.13, 0.2, 0.3, 0.44, 0.67, 1.0)
    found = np.cumsum(crossed(times, spent_levels(0.05, 1.5, times)))
    assert found == pytest.approx([0.05 * time**1.5 for time in times], abs=1e-6)


def test_simulated_results_with_a_true_difference_cross_as_often_as_computed():
    times, rng = np.array([0.2, 0.5, 1.0]), np.random.default_rng(1)
    levels = spent_levels(0.05, 2.0, tuple(times.tolist()))
    sums = rng.normal(size=(100_000, 3)) * np.sqrt(np.diff(times, prepend=0))
    z = (np.cumsum(sums, axis=1) + 2.5 * times) / np.sqrt(times)
    outside = np.abs(z) > norm.isf(np.array(levels) / 2)
    first = np.where(outside.any(axis=1), outside.argmax(axis=1), 3)
    shares = np.bincount(first, minlength=4)[:3] / len(first)
    assert crossed(times, levels, 2.5) == pytest.approx(shares.tolist(), abs=0.006)


def test_looks_that_do_not_grow_are_refused():
    with pytest.raises(UsageError, match="must grow"):
        levels_for((0.5, 0.5), (0.01, 0.05))
