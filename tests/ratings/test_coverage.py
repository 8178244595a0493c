"""A short draw of the simulation that `scripts/test-coverage` makes at length: how often intervals hold."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.simulated import tournament
from benchmarks.simulated.cell import Cell

SCHEDULES = [
    pytest.param(Cell(8, 4), 60, id="round robin"),
    pytest.param(Cell(4, 10, luck=1.0, day=0.7, deals="shared"), 60, id="shared deals"),
    pytest.param(Cell(5, 6, 0.0, pairing="informative", until="decided"), 20, id="informative until decided"),
]


@pytest.mark.parametrize(("cell", "count"), SCHEDULES)
def test_95_percent_intervals_hold_known_strengths(cell, count):
    found = tournament.measure(cell, 0, 1, count, count)
    assert found.tournaments == count
    assert found.wrong() == []
    held, of = map(sum, zip(*found.counts["rating"].tournaments, strict=True))
    assert held / of >= 0.93


def test_narrower_intervals_would_be_noticed(monkeypatch):
    monkeypatch.setattr(tournament, "confidence_of", lambda _until: 0.85)
    wrong = tournament.measure(Cell(8, 4), 0, 1, 60, 60).wrong()
    assert any(line.startswith("rating: ") for line in wrong)
