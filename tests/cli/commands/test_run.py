"""A run's report and estimate."""

from __future__ import annotations


def test_a_run_prints_its_report_as_json_and_nothing_else(command):
    said = command(
        "run", "tictactoe", "--player", "random", "--opponent", "reference", "--matches", 2, "--json"
    )
    assert said.code == 0
    assert (said.json["status"], said.json["finished"]) == ("finished", 2)
    again = command("resume", "latest", "--json")
    assert again.code == 0
    assert again.json == said.json


def test_a_run_goes_on_with_each_new_checkpoint(command):
    said = command("run", "tictactoe", "ckpt@0=random", "--opponent", "reference", "--matches", 2, "--json")
    more = command("resume", "latest", "--player", "ckpt@1000=mcts?playouts=5", "--json")
    assert (more.json["run"], more.json["finished"]) == (said.json["run"], 4)
    wrong = command("resume", "latest", "--player", "ckpt@-1=random")
    assert wrong.code == 2
    assert "NAME@STEP=PLAYER" in wrong.err
    assert "NAME@STEP=PLAYER" in command("run", "tictactoe", "ckpt@1000").err


def test_an_estimate_costs_nothing_and_leaves_nothing(command, tmp_path):
    said = command(
        "run", "tictactoe", "--player", "openai/gpt-5-mini", "--opponent", "random", "--estimate", "--json"
    )
    (row,) = said.json
    assert row["player"] == "openai/gpt-5-mini"
    assert row["requests"] > 20
    assert row["usd"] > 0
    assert not (tmp_path / "agonist.db").exists()
