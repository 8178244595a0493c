"""A database that the commands' tests share."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session")
def evening(tmp_path_factory):
    """A database with one small run of two games."""
    from agonist import api

    db = tmp_path_factory.mktemp("evening") / "agonist.db"
    targets = ["tictactoe", "guess_average?rounds=2&seats=4"]
    script = db.with_name("script.txt")
    script.write_text("nonsense\n")
    report = api.run(targets, ["random", f"wrong=scripted?file={script}"], matches=4, seed=3, db=db)
    return db, report.run
