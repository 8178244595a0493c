"""A short draw of the simulation that `scripts/test-coverage` makes at length: how often intervals hold."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.simulated import tournament
from benchmarks.simulated.cell import Cell

from agonist.ratings import sandwich

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


WORDED = [
    pytest.param(Cell(2, 96, wordings=6, wording=wording, gap=0.0, until=until), id=f"{wording:g} {until}")
    for wording in (0.0, 0.3, 0.8)
    for until in ("", "decided")
]


@pytest.mark.slow
@pytest.mark.parametrize("cell", WORDED)
def test_ratings_hold_for_other_wordings_than_those_that_were_played(cell):
    """Of two equal players, for whom each wording is worth another strength."""
    cell = replace(cell, matches=20) if cell.until else cell
    found = tournament.measure(cell, 0, 1, 120, 120)
    held, of = map(sum, zip(*found.counts["rating"].tournaments, strict=True))
    assert held / of >= 0.89
    wrong = sum(happened for happened, _ in found.false.tournaments)
    assert wrong / 120 <= 0.11


def test_without_the_variance_of_wordings_ratings_would_not_hold(monkeypatch):
    monkeypatch.setattr(sandwich, "satterthwaite", lambda deals, _between, _within: deals)
    found = tournament.measure(Cell(2, 96, wordings=6, wording=0.8, gap=0.0), 0, 1, 60, 60)
    held, of = map(sum, zip(*found.counts["rating"].tournaments, strict=True))
    assert held / of < 0.8


def test_narrower_intervals_would_be_noticed(monkeypatch):
    monkeypatch.setattr(tournament, "confidence_of", lambda _until: 0.85)
    wrong = tournament.measure(Cell(8, 4), 0, 1, 60, 60).wrong()
    assert any(line.startswith("rating: ") for line in wrong)
