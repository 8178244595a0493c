"""Beliefs of PGM-aware players in the report of any run."""

import pytest

from agonist import api
from agonist.models.mock_endpoint import Endpoint


def test_a_run_of_any_game_tells_what_its_pgm_aware_players_believed(tmp_path):
    db = tmp_path / "a.db"
    with Endpoint("sensible") as endpoint:
        player = f"aware=pgm:endpoint/sensible?base_url={endpoint.url}"
        api.run(
            ["undercover?seats=3&votes=1&tie=nobody&too_few=0"],
            [player],
            opponents=["random"],
            matches=2,
            db=db,
        )
    (section,) = [s for s in api.report(db=db).sections if s.title == "Beliefs"]
    rows = section.tables[0].rows
    assert {row[1] for row in rows} == {"aware"}
    assert all(sum(map(float, row[5].split(" · "))) == pytest.approx(1, abs=0.003) for row in rows)


def test_a_run_without_them_says_nothing_of_beliefs(tmp_path):
    db = tmp_path / "a.db"
    api.run(["tictactoe"], ["random", "reference"], matches=2, db=db)
    assert "Beliefs" not in [section.title for section in api.report(db=db).sections]
