"""`agonist remove`."""

import json
import shlex

import pytest

from agonist.cli.app import leave
from agonist.store import Store


def typed(line):
    return leave(shlex.split(line)[1:])


@pytest.fixture
def two_runs(tmp_path, monkeypatch, capsys):
    """The ids of two runs, the older first."""
    monkeypatch.chdir(tmp_path)
    for seed in (1, 2):
        assert typed(f"agonist run tictactoe random reference --matches 2 --seed {seed} --quiet") == 0
    typed("agonist runs --json")
    return sorted((run["created"], run["run"]) for run in json.loads(capsys.readouterr().out))


def runs(capsys):
    capsys.readouterr()
    typed("agonist runs --json")
    return [run["run"] for run in json.loads(capsys.readouterr().out)]


def test_a_removed_run_is_gone_with_its_matches_and_the_other_stays(two_runs, capsys):
    (_, first), (_, second) = two_runs
    assert typed(f"agonist remove {first} --yes") == 0
    assert runs(capsys) == [second]
    with Store.open("agonist.db") as store:
        assert {match.run for match in store.results()} == {second}
        assert len(store.matches(second)) == 2
    assert typed("agonist leaderboard") == 0


def test_without_a_terminal_nothing_is_removed_unless_asked_for(two_runs, capsys):
    assert typed("agonist remove latest") == 2
    assert "--yes" in capsys.readouterr().err
    assert len(runs(capsys)) == 2


@pytest.mark.parametrize(("answer", "left"), [("n", 2), ("y", 1)])
def test_at_a_terminal_it_asks(two_runs, capsys, monkeypatch, answer, left):
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda _question, **_options: answer == "y")
    assert typed("agonist remove latest") == 0
    assert len(runs(capsys)) == left


def test_a_run_that_is_being_played_stays(two_runs, capsys):
    with Store.open("agonist.db") as store, store.claim("latest"):
        assert typed("agonist remove latest --yes") == 3
    assert len(runs(capsys)) == 2


def test_an_unknown_run_is_named(two_runs, capsys):
    assert typed("agonist remove nothing --yes") == 2
    assert "nothing" in capsys.readouterr().err
