"""Leaderboards with their documented fields."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("method", ["trueskill", "bradley-terry"])
def test_a_leaderboard_has_the_documented_fields(command, evening, method):
    db, _ = evening
    rows = command("leaderboard", "--db", db, "--method", method, "--json").json
    assert {row["player"] for row in rows} == {"random", "wrong"}
    for row in rows:
        assert set(row) >= {"player", "rating", "low", "high", "matches"}
        assert row["low"] <= row["rating"] <= row["high"]
        assert row["matches"] == 8


def test_a_leaderboard_of_one_game_counts_its_matches_only(command, evening):
    rows = command("leaderboard", "--db", evening[0], "--game", "tictactoe", "--json").json
    assert [row["matches"] for row in rows] == [4, 4]
    assert command("leaderboard", "--db", evening[0], "--game", "Tic-Tac-Toe", "--json").json == rows
    # Whoever cannot answer loses on the strict board, however well their random moves do.
    strict = command(
        "leaderboard", "--db", evening[0], "--game", "tictactoe", "--board", "strict", "--json"
    ).json
    assert {row["player"]: row["losses"] for row in strict} == {"random": 0, "wrong": 4}


def test_a_leaderboard_is_printed_for_people(command, evening):
    said = command("leaderboard", "--db", evening[0])
    assert said.code == 0
    assert "random" in said.out


def test_a_leaderboard_over_all_games_tells_whose_contract_cannot_be_checked_in_full(command, tmp_path):
    db = tmp_path / "m.db"
    for game in ("tictactoe", "openspiel:oh_hell"):
        assert command("run", game, "--player", "random", "--matches", 2, "--db", db).code == 0
    said = command("leaderboard", "--db", db).out
    assert "Oh Hell" in said
    assert "all others: full" in said


def test_a_suites_leaderboard_has_the_documented_fields(command, tmp_path):
    db = tmp_path / "m.db"
    target = "gamabench?games=divide_dollar&rounds=1"
    assert command("run", target, "--player", "reference", "--matches", 2, "--db", db).code == 0
    (row,) = command("leaderboard", "--suite", "gamabench", "--db", db, "--json").json
    assert (row["player"], row["setting"], row["rating"]) == ("reference", "rounds=1", None)
    assert (row["matches"], row["divide_dollar"], row["guess_average"]) == (2, 100.0, None)
    assert {"std", "low", "high", "runs", "note"} < set(row)
    assert [(part["game"], part["runs"]) for part in row["parts"]] == [("divide_dollar", 2)]
    shown = command("leaderboard", "--suite", "gamabench", "--profile", "updated", "--db", db)
    assert "'updated'" in shown.out
    assert "reference" in shown.out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--suite", "gamabensh"], "did you mean 'gamabench'"),
        (["--suite", "gamabench", "--profile", "papr"], "did you mean 'paper'"),
        (["--suite", "gamabench", "--game", "el_farol"], "--suite and --game"),
        (["--profile", "paper"], "--suite"),
    ],
)
def test_a_leaderboard_that_cannot_be_says_why(command, evening, words, told):
    db, _ = evening
    command("leaderboard", *words, "--db", db).told(2, told)


def test_a_leaderboard_in_each_format_has_the_same_players(command, evening):
    db, _ = evening
    written = {
        form: command("leaderboard", "--db", db, "--format", form).out
        for form in ("table", "markdown", "csv", "json", "latex")
    }
    assert all("random" in text and "wrong" in text for text in written.values())
    assert written["csv"].splitlines()[0].startswith("player,rating,low,high")
    assert written["markdown"].splitlines()[1].startswith("| ---")
    assert r"\toprule" in written["latex"]


def test_a_run_ends_with_one_screen_and_says_where_the_rest_is(command, tmp_path):
    said = command(
        *("run", "tictactoe", "connect_four", "random", "x=random", "--matches", 6, "--db", tmp_path / "a.db")
    )
    assert len(said.out.splitlines()) <= 24
    line = next(line for line in said.out.splitlines() if "agonist report" in line)
    assert command(*line[line.index("agonist report") :].split()[1:]).code == 0


def test_the_error_of_a_dead_endpoint_is_told_once(command, tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    model = "openai/x?base_url=http://127.0.0.1:9/v1"
    said = command("run", "tictactoe", model, "random", "--matches", 4, "--db", tmp_path / "a.db")
    assert said.code == 4
    assert (said.out + said.err).count("cannot reach") == 1
