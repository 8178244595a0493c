"""How far boards agree: intervals in simulated round robins of mirrored deals, whose truth is computed."""

import sys
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parents[3]))

from benchmarks.simulated.agreement import Setting, held, meetings, shares

ODDS = np.array([[0.0, 1.0, -0.5], [-1.0, 0.0, 2.0], [0.5, -2.0, 0.0]])


def test_the_truth_that_is_computed_is_that_of_a_very_long_run():
    found = meetings(ODDS, 40_000, np.random.default_rng(1))
    wins = found.wins(3)
    played = wins + wins.T
    np.fill_diagonal(played, 1)
    assert np.allclose(
        (wins / played)[~np.eye(3, dtype=bool)], shares(ODDS)[~np.eye(3, dtype=bool)], atol=0.01
    )
    assert len(np.unique(found.block)) == 3 * 20_000


@pytest.mark.slow
def test_intervals_of_how_far_boards_agree_hold_the_truth():
    found = held(Setting(4, 2, 20), 24, 1, 60)
    assert len(found) == 15
    assert all(share >= 0.83 for share, _ in found.values())
    assert np.mean([share for share, _ in found.values()]) >= 0.95
    assert all(0 < width < 1.5 for _, width in found.values())


@pytest.mark.long
@pytest.mark.parametrize("setting", [Setting(3, 3, 20), Setting(6, 3, 20), Setting(4, 3, 20, 0.3, 0.3)])
def test_they_hold_in_at_least_93_percent(setting):
    assert all(share >= 0.93 for share, _ in held(setting, 400, 1, 100).values())
