"""The runs of a database."""

from __future__ import annotations

import io
import time
from dataclasses import replace
from types import SimpleNamespace

import pytest
from rich.console import Console, Group
from sqlalchemy import text

from agonist.cli.watched_runs import screen, watch
from agonist.match import Fixture
from agonist.models.amounts_spent import Spending
from agonist.store import Reader, Store
from agonist.store.runs.shared_limits import beat, join

NOTHING = Spending()


def test_runs_are_listed(command, evening):
    db, run = evening
    (listed,) = command("runs", "--db", db, "--json").json
    assert listed["run"] == run
    assert (listed["status"], listed["matches"], listed["finished"]) == ("finished", 8, 8)
    assert listed["plan"]["players"] == ["random", "wrong"]
    assert run in command("runs", "--db", db).out


@pytest.fixture
def played(tmp_path):
    """A database with a run of forty matches that two workers play, and a function that finishes so many."""
    db = tmp_path / "agonist.db"
    match = Fixture(game="tictactoe", version=1, options={}, seed="1", players=("random", "random"))
    with Store.open(db) as store:
        run = store.start_run({"targets": ["tictactoe"]}, [match] * 40)
        number, _ = store._number_and_id(run)

        def tell(name, *, ended=False, spent=NOTHING):
            store.change(
                lambda connection: beat(connection, number, name, spent, NOTHING, news={}, ended=ended)
            )

        def finish(many):
            now = time.time()
            query = text("UPDATE matches SET status = 'finished', ended = :now WHERE nth < :many")
            store.change(lambda connection: connection.execute(query, {"now": now, "many": many}))

        for name in ("here:1", "there:2"):
            store.change(lambda connection, name=name: join(connection, number, name))
        yield SimpleNamespace(db=str(db), run=run, store=store, tell=tell, finish=finish)


def test_a_run_is_watched_over_all_its_workers_until_it_ends(played, capsys):
    played.finish(10)
    played.tell("here:1", spent=Spending(1.5, 2_000, 7))
    played.tell("there:2", spent=Spending(0.25, 500, 2))
    looks = 0

    def sleep(_seconds):
        nonlocal looks
        looks += 1
        if looks == 3:
            played.finish(40)
            for name in ("here:1", "there:2"):
                played.tell(name, ended=True, spent=Spending(1.5, 2_000, 7))
            played.store.set_status(played.run, "finished")

    assert watch(played.db, None, sleep=sleep) == 0
    first, last = capsys.readouterr().out.splitlines()
    for part in (played.run, "running", "10/40 matches", "left", "$1.75", "2,500 tokens", "2 workers"):
        assert part in first
    assert "finished: 40/40 matches" in last
    assert "left" not in last
    assert "0 workers" in last


def test_a_terminal_of_80_columns_shows_a_run_in_a_line_and_each_worker_in_another(played):
    played.finish(10)
    played.tell("here:1", spent=Spending(12.5, 2_000_000, 7))
    with Reader.open(played.db) as store:
        progress = store.progress(played.run)
    wide = replace(progress, plan={"targets": ["tictactoe", "connect_four?rows=6"] * 9})
    console = Console(width=80, file=io.StringIO())
    console.print(Group(screen([wide])))
    run, games, *workers = console.file.getvalue().splitlines()
    assert all(len(line) <= 80 for line in (run, games, *workers))
    for part in (played.run, "10/40 matches", "$12.50", "2,000,000 tokens"):
        assert part in run
    assert [worker.split(":")[0].strip() for worker in workers] == ["here", "there"]
    assert "2,000,000 tokens" in workers[0]


def test_the_rate_is_of_the_last_seconds_and_says_when_the_last_match_ends(played):
    played.finish(20)
    with Reader.open(played.db) as store:
        progress = store.progress(played.run)
    assert progress.per_second > 1
    assert progress.seconds_left == pytest.approx(20 / progress.per_second)
    assert (progress.finished, progress.matches, len(progress.workers.alive)) == (20, 40, 2)


def test_only_runs_that_are_played_are_watched_and_one_alone_needs_watch(command, evening, capsys):
    db, run = evening
    assert watch(str(db), None) == 0
    said = capsys.readouterr()
    assert (said.out, bool(said.err)) == ("", True)
    assert "8/8 matches" in command("runs", run, "--watch", "--db", db).out
    assert command("runs", run, "--db", db).code == 2
    assert command("runs", run, "--watch", "--json", "--db", db).code == 2
