"""`agonist run --config FILE`, `--save-config FILE` and `--log FILE`."""

from __future__ import annotations

import tomllib

import pytest

EVERYTHING = [
    *("tictactoe", "connect_four?rows=5", "--player", "reference", "--player", 'q=scripted?file=say "é".txt'),
    *("--opponent", "random", "--matches", 2, "--seed", 7, "--db", "other.db", "--concurrency", 3),
    *("--budget-usd", 1.5, "--budget-tokens", 9000, "--budget-requests", 5, "--rpm", 60, "--tpm", 1000),
    *("--cache", "answers.db", "--body", "top_k=40", "--policy", "strict", "--pairing", "round-robin"),
    *("--deals", "shared", "--until", "width=400", "--keep-going", "--header", "X-Team: chess"),
]


def stored(command, *db):
    (run,) = command("runs", *db, "--json").json
    return {key: run["plan"][key] for key in run["plan"] if key != "budget"}


def test_a_saved_run_is_the_same_run(command, tmp_path):
    first = command("run", *EVERYTHING, "--save-config", "run.toml", "--estimate")
    assert first.code == 0
    assert "--header" in first.err
    saved = tomllib.loads((tmp_path / "run.toml").read_text())
    assert saved["targets"] == ["tictactoe", "connect_four?rows=5"]
    assert saved["player"] == ["reference", 'q=scripted?file=say "é".txt']
    assert (saved["keep-going"], saved["budget-usd"], saved["until"]) == (True, 1.5, "width=400")
    assert "header" not in saved
    assert "chess" not in (tmp_path / "run.toml").read_text()
    again = command("run", "--config", "run.toml", "--save-config", "again.toml", "--estimate")
    assert again.code == 0
    assert (tmp_path / "again.toml").read_text() == (tmp_path / "run.toml").read_text()


def test_a_password_in_the_address_of_a_database_is_not_saved(command, tmp_path):
    database = ("--db", "postgresql://someone:s3cret@127.0.0.1/none")
    said = command("run", "tictactoe", "random", *database, "--save-config", "run.toml", "--estimate")
    assert said.code == 0
    assert "--db" in said.err
    assert "s3cret" not in (tmp_path / "run.toml").read_text()


def test_a_run_from_a_file_plays_what_the_command_line_would_have(command, tmp_path):
    typed = ["tictactoe", "--player", "reference", "--player", "random", "--matches", 2, "--seed", 5]
    assert command("run", *typed, "--save-config", "run.toml", "--db", "a.db").code == 0
    assert command("run", "--config", "run.toml", "--db", "b.db").code == 0
    assert stored(command, "--db", "a.db") == stored(command, "--db", "b.db")
    command("run", "--config", "run.toml", "--db", "c.db", "--matches", 4)
    assert stored(command, "--db", "c.db")["matches"] == 4, "the command line wins"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('pleyer = ["random"]', "there is no option 'pleyer'; did you mean 'player'?"),
        ("matches = [1]", "matches takes one value"),
        ("quick = 1", "quick is true or false"),
        ('matches = "many"', "matches is a whole number"),
        ("player = {a = 1}", "player is text in quotes"),
        ('player = ["random", 3]', "player is text in quotes, not 3"),
        ("cache = 0", "cache is text in quotes, not 0"),
        ("cache = false", "cache is text in quotes, not false"),
        ("settings = true", "settings is text in quotes, not true"),
        ("prompts = 1.5", "prompts is text in quotes, not 1.5"),
        ("budget-tokens = inf", "budget-tokens is a whole number, not inf"),
        (f"budget-usd = {'9' * 400}", "budget-usd is a number, not 999"),
        (r'cache = "a\u0000b"', "cache contains a NUL character"),
        ("budget-usd = nan", "budget-usd is a number, not nan"),
        ("matches = true", "matches is a whole number, not true"),
        ("seed = 1979-05-27", "seed is a whole number, not 1979-05-27"),
        ('header = ["X: y"]', "write it on the command line: --header"),
        ("player = [", "is not TOML"),
    ],
)
def test_a_file_that_cannot_be_is_refused_by_name(command, tmp_path, text, told):
    (tmp_path / "run.toml").write_text(text)
    command("run", "tictactoe", "--player", "random", "--config", "run.toml").told(2, told)
    assert not (tmp_path / "agonist.db").exists()


def test_a_file_that_is_not_there_is_said(command):
    command("run", "--config", "none.toml").told(2, "--config none.toml cannot be read")
    command("run", "tictactoe", "random", "--save-config", "no/where.toml").told(2, "no/where.toml")
