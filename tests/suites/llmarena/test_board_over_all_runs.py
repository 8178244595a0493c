"""The suite's board over all runs of a database, and the means by size."""

import pytest

from agonist import api
from agonist.store import Store
from agonist.suites import SUITES
from agonist.suites.llmarena.model_size_classes import class_means
from agonist.suites.llmarena.printed_tables import published


def test_means_by_size_are_those_of_the_paper():
    # The paper prints 80.68 and 71.05 for about 30B and 10B, and 83.00 follows for its four of about 70B.
    rows = {model: [float(row["Average"])] for model, row in published("1").items() if model != "average"}
    means = {each: (number, round(mean, 1)) for each, (number, (mean,)) in class_means(rows).items()}
    assert means == {"about 70B": (4, 83.0), "about 30B": (2, 80.7), "about 10B": (6, 71.0)}


@pytest.fixture
def two_runs(tmp_path):
    suite = "llmarena?games=tictactoe,undercover"
    db = tmp_path / "agonist.db"
    api.run(suite, ["reference", "random"], matches=2, db=db)
    api.run(suite, ["reference", "other=random"], matches=2, db=db)
    api.run(f"{suite}&pairs=tea/coffee", ["random"], matches=1, db=db)
    with Store.open(db) as store:
        yield store


def test_players_of_several_runs_stand_on_one_board(two_runs):
    section = SUITES["llmarena"].leaderboard(two_runs)
    board, parts, others = section.tables
    rows = {row[0]: dict(zip(board.header, row, strict=True)) for row in board.rows}
    assert set(rows) == {"reference", "random", "other"}
    assert board.rows[0][0] == "reference"
    assert rows["reference"]["rating"] == rows["reference"]["TicTacToe"] == 100
    assert rows["reference"]["matches"] == 9
    assert [row[:3] for row in others.rows] == [("random", "Undercover", "pairs=tea/coffee")]
    assert {row[1] for row in parts.rows} == {"TicTacToe", "Undercover"}


def test_the_papers_profile_has_a_board_of_its_own(two_runs):
    section = SUITES["llmarena"].leaderboard(two_runs, "paper")
    assert section.tables == ()
