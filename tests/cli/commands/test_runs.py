"""The runs of a database."""

from __future__ import annotations


def test_runs_are_listed(command, evening):
    db, run = evening
    (listed,) = command("runs", "--db", db, "--json").json
    assert listed["run"] == run
    assert (listed["status"], listed["matches"], listed["finished"]) == ("finished", 8, 8)
    assert listed["plan"]["players"] == ["random", "wrong"]
    assert run in command("runs", "--db", db).out
