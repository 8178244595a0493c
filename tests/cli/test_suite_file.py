"""Suites of one's own: `agonist run FILE.toml`, with games, players, matches and weights."""

from __future__ import annotations

import json

import pytest

from agonist import run
from agonist.core import UsageError

SUITE = """
seed = 3

[suite]
games = ["tictactoe", "connect_four?rows=5"]
players = ["baseline", "mine=random"]
opponents = ["random"]
matches = 2
weights = {tictactoe = 3, "connect_four?rows=5" = 0.5}
"""


@pytest.fixture
def written(tmp_path, monkeypatch):
    """Writes a suite file."""

    def write(text, name="mine.toml"):
        (tmp_path / name).write_text(text)

    monkeypatch.chdir(tmp_path)
    return write


def plan(command):
    (stored,) = command("runs", "--json").json
    return stored["plan"]


def test_a_suite_of_ones_own_is_what_the_command_line_says(command, written):
    written(SUITE)
    assert command("run", "mine.toml", "--db", "a.db").code == 0
    typed = ("run", "tictactoe", "connect_four?rows=5", "--player", "baseline", "--player", "mine=random")
    assert command(*typed, "--opponent", "random", "--matches", 2, "--seed", 3, "--db", "b.db").code == 0
    (mine,), (theirs,) = (command("runs", "--db", db, "--json").json for db in ("a.db", "b.db"))
    assert mine["plan"].pop("weights") == {"tictactoe": 3, "connect_four?rows=5": 0.5}
    assert theirs["plan"].pop("weights") == {}
    assert mine["plan"] == theirs["plan"]


def test_the_command_line_overrides_it_and_a_saved_file_has_its_weights(command, written, tmp_path):
    written(SUITE)
    assert command("run", "mine.toml", "more=random", "--matches", 4, "--save-config", "saved.toml").code == 0
    assert plan(command)["matches"] == 4
    assert set(plan(command)["players"]) == {"baseline", "mine", "more"}
    assert command("run", "saved.toml", "--save-config", "again.toml", "--estimate").code == 0
    assert (tmp_path / "again.toml").read_text() == (tmp_path / "saved.toml").read_text()
    assert "weights" in (tmp_path / "saved.toml").read_text()


def overall(command, what="rating"):
    report = command("report", "latest", "--format", "json").json
    return {row["player"]: row[what] for row in report["overall"]["strict"]}


def test_weights_move_the_board_of_all_games_and_are_shown(command, written):
    even = SUITE.replace("weights = ", "# ")
    written(even)
    assert command("run", "mine.toml").code == 0
    fair = overall(command)
    written(SUITE)
    assert command("run", "mine.toml").code == 0
    assert overall(command) != fair
    board = command("report", "latest").out
    assert "Tic-Tac-Toe 3, Connect Four (rows 5) 0.5" in board
    page = command("report", "latest", "--format", "html").out
    assert "Tic-Tac-Toe 3, Connect Four (rows 5) 0.5" in page
    # A game with almost all of the weight decides alone.
    written(SUITE.replace('"connect_four?rows=5" = 0.5', '"connect_four?rows=5" = 1e-6'))
    assert command("run", "mine.toml").code == 0
    report = command("report", "latest", "--format", "json").json
    (alone,) = (part for part in report["parts"] if part["part"] == "tictactoe")
    expected = {row["player"]: row["win_rate"] for row in alone["strict"]}
    assert overall(command, "win_rate") == pytest.approx(expected, abs=1e-3)
    written(SUITE.replace("tictactoe = 3", "tictactoe = 2").replace("= 0.5", "= 2"))
    assert command("run", "mine.toml").code == 0
    assert overall(command) == pytest.approx(fair)


def test_a_leaderboard_of_a_suite_has_its_games_and_weights(command, written):
    written(SUITE)
    assert command("run", "mine.toml").code == 0
    assert command("run", "divide_dollar", "random", "baseline", "--matches", 2).code == 0
    said = command("leaderboard", "--suite", "mine.toml")
    assert "Tic-Tac-Toe 3, Connect Four (rows 5) 0.5" in said.out
    rows = command("leaderboard", "--suite", "mine.toml", "--json").json
    runs = command("runs", "--json").json
    first = next(run for run in runs if "divide_dollar" not in run["plan"]["targets"])
    report = command("report", first["run"], "--format", "json").json
    assert {row["player"]: row["rating"] for row in rows} == {
        row["player"]: row["rating"] for row in report["overall"]["strict"]
    }


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('games = ["tictacto"]', "line 4: there is no game 'tictacto'; did you mean 'tictactoe'?"),
        ('games = [\n"pit",\n"hive",\n"pit"]', "line 5: pit is named twice"),
        ('games = ["connect_four", "connect_four?rows=6"]', "named twice, first as connect_four"),
        ('games = ["connect_four?rowes=6"]', "line 4: there is no option"),
        ('games = ["gamabench"]', "line 4: gamabench is a suite"),
        ('games = ["textarena:Wordle-v0"]', "line 4: textarena:Wordle-v0 can't be played"),
        ('gmes = ["pit"]', "line 4: there is no key of [suite] 'gmes'; did you mean 'games'?"),
        ('games = ["pit"]\nweights = {pit = -1}', "line 5: the weight of pit"),
        ('games = ["pit"]\nweights = {pit = inf}', "line 5: the weight of pit"),
        ('games = ["pit"]\nweights = {pit = true}', "line 5: the weight of pit"),
        (
            'games = ["pit"]\n[suite.weights]\nhive = 1',
            "line 6: weights: there is no game of this suite 'hive'",
        ),
        ('games = ["pit"]\nweights = [1]', "line 5: weights is a table"),
        ("games = []", "line 4: games is a list"),
        ('games = "pit"', "line 4: games is a list"),
        ('games = ["pit", 3]', "line 4: games is a list of texts in quotes, and holds 3"),
        ('games = ["pit"]\nplayers = "random"', "line 5: players is a list"),
        ('games = ["pit"]\nmatches = "many"', "line 5: matches is a whole number"),
        ('games = ["pit"]\nmatches = 0', "line 5: matches is a whole number"),
        ("players = ['random']", "names no games"),
        ('games = ["pit"', "not TOML"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(command, written, text, told):
    written(f"# games that we like\n\n[suite]\n{text}\n")
    command("run", "mine.toml", "random", "baseline").told(2, "mine.toml", told)


def test_a_suite_is_a_table_that_gives_nothing_twice(command, written):
    written("suite = 3\n")
    command("run", "mine.toml", "random").told(2, "line 1", "table")
    written('matches = 3\n[suite]\ngames = ["pit"]\nmatches = 4\n')
    command("run", "mine.toml", "random").told(2, "matches is given twice")
    command("run", "none.toml", "random").told(2, "none.toml", "cannot be read")
    written('[suite]\ngames = ["pit"]\n')
    command("run", "mine.toml", "mine.toml", "random").told(2, "one file")


def test_weights_in_python_are_of_games_that_are_played(tmp_path):
    db = tmp_path / "agonist.db"
    with pytest.raises(UsageError, match="hive"):
        run("pit", ["random", "baseline"], matches=2, db=db, weights={"hive": 2})
    with pytest.raises(UsageError, match="weight"):
        run("pit", ["random", "baseline"], matches=2, db=db, weights={"pit": 0})


def test_a_report_says_what_of_the_contract_each_game_passed(command):
    assert (
        command("run", "tictactoe", "textarena:TicTacToe-v0", "baseline", "b=baseline", "--matches", 2).code
        == 0
    )
    report = command("report", "latest", "--format", "json").json
    assert report["contracts"] == {"tictactoe": "full", "textarena:TicTacToe-v0": "speech only"}
    assert "Tic Tac Toe (TextArena): speech only; all others: full" in " ".join(command("report").out.split())
    assert json.dumps(report)
    assert "speech only." in command("leaderboard", "--game", "textarena:TicTacToe-v0").out


def test_a_game_is_one_however_its_options_are_written(command, written):
    """In brackets, as OpenSpiel writes them, with `players` for seats: in plans, weights and leaderboards."""
    text = SUITE.replace('"connect_four?rows=5"]', '"undercover(players=3)"]')
    written(text.replace('"connect_four?rows=5" =', '"undercover(seats=3)" ='))
    said = command("run", "mine.toml", "third=random")
    assert said.code == 0
    assert "Undercover (seats 3): round-robin, 3 pairs × 2 matches" in said.err
    assert plan(command)["targets"] == ["tictactoe", "undercover?seats=3"]
    assert plan(command)["weights"] == {"tictactoe": 3, "undercover?seats=3": 0.5}
    assert "Tic-Tac-Toe 3, Undercover (seats 3) 0.5" in command("leaderboard", "--suite", "mine.toml").out


def test_a_game_with_brackets_may_follow_another_on_the_command_line(command):
    said = command("run", "tictactoe", "undercover(seats=3)", "random", "b=random", "c=random", "--estimate")
    assert said.code == 0
    assert "Undercover (seats 3)" in said.err


def test_weights_count_where_two_players_are_compared(command, written):
    """The mean over games is that of their differences, by their weights: of the run, or of a file."""
    written(SUITE)
    assert command("run", "mine.toml", "--matches", 4).code == 0

    def compared(*arguments):
        found = command("compare", "baseline", "mine", *arguments, "--json").json
        closest = [gap for gap in found["gaps"] if gap["basis"] == found["gaps"][0]["basis"]]
        return found["weights"], {gap["game"]: gap["difference"] for gap in closest}

    weights, gaps = compared()
    assert weights == {"tictactoe": 3, "connect_four?rows=5": 0.5}
    assert gaps[""] == pytest.approx((3 * gaps["tictactoe"] + 0.5 * gaps["connect_four?rows=5"]) / 3.5)
    assert "Tic-Tac-Toe 3" in command("compare", "baseline", "mine").out
    written(SUITE.replace("tictactoe = 3", "tictactoe = 1").replace("0.5}", "1}"), "even.toml")
    _, even = compared("--suite", "even.toml")
    assert even[""] == pytest.approx((gaps["tictactoe"] + gaps["connect_four?rows=5"]) / 2)
    written('[suite]\ngames = ["tictactoe"]\n', "one.toml")
    _, one = compared("--suite", "one.toml")
    assert one == {"tictactoe": gaps["tictactoe"]}
    command("compare", "baseline", "mine", "--suite", "one.toml", "--game", "tictactoe").told(2, "--suite")
