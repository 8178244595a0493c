"""The analysis by game theory of a database: what its tables say of players whose truth is known."""

import csv
import io

import pytest

import agonist
from agonist.metrics.game_theory_section import section
from agonist.store import Store

PLAYERS = ["rock=fixed?answers=Rock", "paper=fixed?answers=Paper", "scissors=fixed?answers=Scissors"]


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = str(tmp_path_factory.mktemp("rps") / "agonist.db")
    agonist.run("openspiel:matrix_rps", PLAYERS, matches=20, db=path)
    return path


@pytest.fixture
def board(command):
    def printed(db, *options):
        return command("leaderboard", "--board", "game-theory", "--db", db, *options)

    return printed


@pytest.mark.slow
def test_rock_paper_and_scissors_are_a_cycle_that_no_rating_shows(db):
    found = agonist.game_theory(db)
    assert [round(row.nash.value, 6) for row in found.standings] == [0.333333] * 3
    assert [round(row.alpha_rank.value, 6) for row in found.standings] == [0.333333] * 3
    (cycle,) = found.cycles
    assert cycle.players == ("paper", "rock", "scissors")
    assert cycle.p < 0.01
    responses = {row.player: row.best_response.player for row in found.standings}
    assert responses == {"rock": "paper", "paper": "scissors", "scissors": "rock"}
    assert [round(row.rating.value) for row in found.standings] == [1500] * 3


def test_every_number_with_enough_deals_has_an_interval_that_holds_it(db):
    for row in agonist.game_theory(db).standings:
        for number in (row.rating, row.nash, row.nash_average, row.alpha_rank, row.soft_condorcet):
            assert number.low <= number.value <= number.high


def test_players_who_never_met_all_others_are_left_out_and_it_says_whom_they_missed(db, tmp_path):
    path = str(tmp_path / "apart.db")
    agonist.run("openspiel:matrix_rps", PLAYERS, matches=2, db=path)
    agonist.run("openspiel:matrix_rps", ["rock=fixed?answers=Rock", "random"], matches=2, db=path)
    found = agonist.game_theory(path)
    assert [row.player for row in found.standings] == ["paper", "rock", "scissors"]
    assert found.left_out == {"random": "never met paper, scissors"}
    assert found.standings[0].nash.low is None
    assert "random (never met paper, scissors)" in section(found).text


@pytest.mark.slow
def test_several_games_have_weights_and_votes(tmp_path):
    path = str(tmp_path / "games.db")
    games = ["tictactoe", "liars_dice?seats=2&dice=2"]
    agonist.run(games, ["random", "reference", "again=random"], matches=4, db=path)
    found = agonist.game_theory(path)
    assert sum(weight.value for weight in found.games.values()) == pytest.approx(1)
    assert max(found.standings, key=lambda row: row.lottery.value).player == "reference"
    assert [table.title for table in section(found).tables][2:4] == ["Players and games", "Games"]


@pytest.mark.slow
def test_the_command_prints_the_cycle_as_tables_and_as_json(db, board):
    assert "paper beats rock beats scissors beats paper" in board(db).out
    assert board(db, "--json").json["cycles"][0]["players"] == [
        "paper",
        "rock",
        "scissors",
    ]
    rows = list(csv.DictReader(io.StringIO(board(db, "--format", "csv").out)))
    assert {row["player"] for row in rows} == {"rock", "paper", "scissors"}


def test_a_report_has_the_section_when_it_is_asked_for(db):
    without, asked = agonist.report(db=db), agonist.report(db=db, game_theory=True)
    assert [each.title for each in asked.sections] == [
        *(each.title for each in without.sections),
        "Game theory",
    ]


def test_what_does_not_go_together_is_said_in_a_line(db, board):
    found = board(db, "--method", "trueskill")
    assert found.code == 2
    assert "leave --method and --profile out" in found.err


def test_a_database_without_matches_has_an_empty_analysis(tmp_path, board):
    with Store.open(path := str(tmp_path / "empty.db")):
        pass
    found = agonist.game_theory(path)
    assert (found.standings, found.cycles, found.deals) == ((), (), 0)
    assert board(path).code == 0
