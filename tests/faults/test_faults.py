"""A short draw of the trials that `scripts/test-faults` makes in thousands."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.faults.trials.draw import TRIALS, draw

FEW = {
    "failing endpoints": 1,
    "hostile endpoints": 3,
    "damaged databases": 4,
    "command lines": 8,
    "broken games": 3,
    "kills": 1,
}
"""Cases of each trial."""


def test_every_trial_is_drawn_from():
    assert set(FEW) == set(TRIALS)


@pytest.mark.parametrize("name", FEW)
def test_a_short_draw(name):
    figures = draw(name, FEW[name], seed=1)
    assert figures.cases == FEW[name]
    assert not figures.wrong, "\n".join(figures.wrong)
