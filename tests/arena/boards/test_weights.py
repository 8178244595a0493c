"""The weights of a suite of one's own on the site."""

import pytest

import agonist
from agonist.arena.boards.rater import Rater
from agonist.store import Store


def test_the_board_of_a_run_is_that_of_its_report(tmp_path):
    """With the same weights, which move it: a game with options counts by itself."""
    db = tmp_path / "a.db"
    games = ["tictactoe", "connect_four?rows=5", "connect_four"]
    weights = {"tictactoe": 5, "connect_four?rows=5": 0.25}
    boards = []
    for counting in (weights, {}):
        run = agonist.run(games, ["random", "baseline"], matches=4, db=db, weights=counting).run
        with Store.open(db) as store:
            boards.append({line.row.player: line.row.rating for line in Rater(store).of(run=run).rows})
        report = agonist.report(run, db=db)
        if counting:
            assert boards[0] == pytest.approx({row.player: row.rating for row in report.overall.strict})
    assert boards[0] != pytest.approx(boards[1])
