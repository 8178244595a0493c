"""`agonist compare`, `--fail-under`, `--max-time` and `--quiet`, as a script in CI uses them."""

import json
import re
import shlex
from pathlib import Path

import pytest

from agonist.cli.app import leave

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES / "agents"))
    return tmp_path


def typed(line):
    return leave(shlex.split(line)[1:])


RUN = "agonist run tictactoe {} --opponent random --deals shared --matches 24 --quiet"


def test_a_change_for_the_worse_fails_and_one_for_the_better_does_not(desk, capsys):
    assert typed(RUN.format("before=reference after=random")) == 0
    assert capsys.readouterr() == ("", "")
    assert typed("agonist compare before after --fail-if 'after < before'") == 1
    out, err = capsys.readouterr()
    assert "before is better than after" in out
    assert "after < before" in err
    assert typed("agonist compare before after --fail-if 'after < before - 0.9'") == 0
    assert typed("agonist compare after before --fail-if 'before < after'") == 0


def test_two_databases_and_json(desk, capsys):
    for name, player in (("old", "reference"), ("new", "random")):
        assert typed(f"{RUN.format(f'mine={player}')} --db {name}.db") == 0
    assert typed("agonist compare mine mine --db old.db --db new.db --json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["first"], found["verdict"]["basis"], found["verdict"]["matches"]) == (
        "mine in old.db",
        "same deals",
        48,
    )
    assert found["verdict"]["low"] > 0


@pytest.mark.parametrize(
    "line",
    [
        "agonist compare before nobody",
        "agonist compare before before",
        "agonist compare before after --fail-if 'after is worse'",
        "agonist compare before after --fail-if 'before < before'",
        "agonist compare before@ffff after",
        "agonist compare before after --run none",
        "agonist compare before after --game tictacto",
        "agonist compare before after --game pit",
        "agonist run tictactoe mine=random reference --fail-under 'win_rate(other) 0.5'",
        "agonist run tictactoe mine=random reference --fail-under 'speed(mine) 0.5'",
        "agonist run tictactoe mine=random reference --fail-under 'rating(mine, reference) 0.5'",
        "agonist run tictactoe mine=random reference --max-time soon",
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(desk, capsys, line):
    assert typed("agonist run tictactoe before=random after=reference --matches 2 --quiet") == 0
    assert typed(line) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("agonist: ")
    assert len(err.splitlines()) == 1


def test_a_requirement_is_held_against_the_lower_end_of_the_interval(desk, capsys):
    line = "agonist run tictactoe mine=reference random --matches 12 --quiet"
    assert typed(f"{line} --fail-under 'win_rate(mine, random) 0.5' --fail-under 'rating(mine) 1500'") == 0
    assert typed(f"{line} --fail-under 'win_rate(mine, random) 0.9'") == 1
    value, low = map(float, re.findall(r"is ([\d.]+),.*interval ([\d.]+)", capsys.readouterr().err)[0])
    assert low < 0.9 <= value


@pytest.mark.slow
def test_time_that_is_over_ends_a_run_like_a_budget(desk, capsys):
    line = "agonist run hive reference --opponent random --matches 40 --max-time 1s --quiet"
    assert typed(line) == 5
    said = capsys.readouterr().err
    assert "1s (--max-time)" in said
    assert said.splitlines()[-1].strip().startswith("agonist resume")
    typed("agonist runs --json")
    [run] = json.loads(capsys.readouterr().out)
    assert run["status"] == "partial"


def test_the_commands_of_the_example_workflow_run(desk):
    commands = re.findall(r"run: (agonist .*)", (EXAMPLES / "evaluate.yml").read_text("utf-8"))
    assert [command.split()[1] for command in commands] == ["run", "run", "compare"]
    for command in commands:
        fewer = command.replace("search_player:Search", "search_player:Search?games=4")
        assert typed(fewer.replace("connect_four ", "")) == 0, command
