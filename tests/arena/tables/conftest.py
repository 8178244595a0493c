"""A database for tables, and a clock for people's time."""

import pytest

from agonist.arena.tables import clocks
from agonist.arena.tables import table as tables
from agonist.store import Store


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "tables.db") as opened:
        yield opened


@pytest.fixture
def now(monkeypatch):
    """A clock that a test sets."""
    time = [1000.0]
    for module in (clocks, tables):
        monkeypatch.setattr(module.time, "time", lambda: time[0])
    return time
