"""Runs that several processes play: the same to the byte, whoever is killed, stopped or interrupted."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from sqlalchemy import select, update
from tests.same_faults import SameFaults

from agonist import api
from agonist.api.evaluation import plan_run
from agonist.api.helper_processes import START
from agonist.api.worker_count import division_of
from agonist.core import UsageError
from agonist.export.huggingface import dataset
from agonist.export.table_files import export
from agonist.models.event_loop import blocking
from agonist.models.mock_endpoint import Endpoint
from agonist.reports.render import render
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.runs.match_claims import end_worker, join
from agonist.store.runs.schema import MATCHES, RUNS
from agonist.suites.registry import games_of
from agonist.tournament import LocalExecutor, Runner
from agonist.tournament.claims import Claims
from agonist.tournament.evaluation_request import Entry

TARGETS = ["tictactoe", "guess_average?rounds=2&seats=3"]
ENTRY = Entry(("random", "reference", "again=random"), matches=6, seed=3)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def planned(db, entry=ENTRY):
    with Store.open(db) as store:
        return plan_run(store, TARGETS, entry)


async def at_once(db, run, *roles, lease=None):
    """Play a run in this process by several workers, the first of which leads."""
    with ExitStack() as stack:
        stores = [stack.enter_context(Store.open(db)) for _ in roles]
        stack.enter_context(stores[0].claim(run))
        runners = [
            Runner(store, run, RunConfig().player_registry(), games_of(store, run)) for store in stores
        ]
        return await asyncio.gather(
            *(
                runner.play(LocalExecutor(2), role=role, shared=True, lease=lease)
                for runner, role in zip(runners, roles, strict=True)
            )
        )


def workers_of(db):
    with Store.open(db) as store:
        return [worker for worker in store.workers("latest").rows if worker.name]


@pytest.mark.every(2)
def test_workers_that_share_a_run_play_what_one_plays(played, where):
    alone, shared = planned("alone.db"), planned(where)
    blocking(at_once("alone.db", alone, "leads"))
    led, *_ = blocking(at_once(where, shared, "leads", "joined", "joined"))
    assert (led.status, led.progress.finished) == ("finished", 24)
    assert played("alone.db") == played(where)
    assert [worker.alive for worker in workers_of(where)] == [False] * 3


def outside(db, folder):
    """What leaves the database, as bytes, but for the run's id, when it was played and how long it took."""
    with Store.open(db) as store:
        store.change(
            lambda connection: [
                connection.execute(update(RUNS).values(id="run", created="2026")),
                connection.execute(update(MATCHES).values(seconds=0.0, ended=0.0)),
            ]
        )
        export(store, "run", folder / "parquet")
        export(store, "run", folder / "csv", "csv")
        export(store, "run", folder / "jsonl", "jsonl")
        dataset(store, "run", folder / "huggingface")
        (folder / "report").write_text(render(api.report("run", db=db), "json"))
        (folder / "rows").write_text(repr([(row.nth, row.fixture, row.course) for row in rows_of(store)]))
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def rows_of(store):
    return store.change(lambda connection: connection.execute(select(MATCHES).order_by(MATCHES.c.id)).all())


@pytest.mark.slow
def test_exports_reports_and_ratings_are_equal_to_the_byte_for_any_number_of_workers(tmp_path):
    found = []
    for many in (1, 2, 3):
        db = f"{many}.db"
        blocking(at_once(db, planned(db), "leads", *["joined"] * (many - 1)))
        found.append(outside(db, tmp_path / str(many)))
        assert len(workers_of(db)) == many
    assert len(found[0]) > 15
    assert found[0] == found[1] == found[2]


def test_who_hears_from_a_write_that_its_matches_were_freed_does_not_take_the_run_for_over():
    run = planned("freed.db")

    async def begun(_name):
        pass

    async def taken_twice(store):
        lost = []
        claims = Claims(
            *(store, run, 100), on_begun=begun, on_lost=lambda: lost.append(claims.name), on_stop=lost.append
        )
        await claims.join()
        before = claims.name
        first, *_ = [await claims.next() for _ in range(store.run(run).matches)]
        assert await claims.next() is None, "all that is left is played here"
        claims.free(before)
        first.store.begin(first.match)
        store.flush()
        again = await claims.next()
        claims.leave()
        assert lost == [before] != [claims.name]
        return first.match.id, again.match.id

    with Store.open("freed.db") as store:
        first, again = blocking(taken_twice(store))
    assert first == again


@pytest.mark.slow
def test_a_worker_that_was_stopped_begins_anew_and_nothing_is_played_twice(played, where, monkeypatch):
    """Its lease runs out in the middle of its matches, and the other plays these to the end."""
    hold = Claims._hold
    monkeypatch.setattr(Claims, "_hold", lambda self: None if self.leads else hold(self))
    with Endpoint("random", SameFaults(empty=0.1), latency=0.1) as endpoint:
        entry = Entry((f"endpoint/random?base_url={endpoint.url}",), ("reference",), matches=4, seed=3)
        shared, alone = planned(where, entry), planned("alone.db", entry)
        blocking(at_once("alone.db", alone, "leads"))
        led, joined = blocking(at_once(where, shared, "leads", "joined", lease=0.3))
    assert led.status == joined.status == "finished"
    assert played("alone.db") == played(where)
    names = {worker.name for worker in workers_of(where)}
    assert len(names) > 2, "who was stopped has begun anew, under another name"


def test_a_helper_that_is_told_to_end_before_it_has_begun_ends(where):
    """Else who leads a short run would wait for it forever."""
    run = planned(where)

    async def helped():
        with Store.open(where) as store:
            helper = Runner(store, run, RunConfig().player_registry(), games_of(store, run))
            helper.end()
            async with asyncio.timeout(20):
                return await helper.play(LocalExecutor(2), role="helps", shared=True)

    assert blocking(helped()).progress.finished == 0


def test_a_helper_that_still_loads_leaves_ctrl_c_to_who_leads(tmp_path):
    loading = tmp_path / "agonist" / "api" / "worker_process.py"
    loading.parent.mkdir(parents=True)
    (tmp_path / "agonist" / "__init__.py").touch()
    loading.write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\nmain = print\n")
    command = [sys.executable, "-S", "-c", START, json.dumps([str(tmp_path), *sys.path]), "7"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "7\n", "")


def test_only_one_process_plays_with_python_objects_and_a_file_is_joined_by_nobody(tmp_path):
    with pytest.raises(UsageError, match="Python object"):
        api.run("tictactoe", lambda observation: "1,1", opponents="random", config=RunConfig(workers=2))
    done = api.run("tictactoe", "random", matches=2, config=RunConfig(workers=0))
    assert done.status == "running"
    with pytest.raises(UsageError, match="PostgreSQL"):
        api.join_run(done.run, db="agonist.db")
    assert api.resume(done.run).progress.finished == 2


@pytest.mark.parametrize(
    ("players", "settings", "workers", "matches"),
    [
        (("random", "mcts?playouts=9"), {}, 8, 4),
        (("random", "reference"), {"concurrency": 2}, 8, 2),
        (("random", "reference"), {"workers": 3}, 3, 4),
        (("endpoint/m", "endpoint/n"), {}, 1, 64),
        (("endpoint/m", "mcts?playouts=9"), {}, 1, 64),
        (("endpoint/m", "random"), {"workers": 3}, 3, 22),
        # The requests at once are divided by processes: one without any would hold its matches for good.
        (("endpoint/m", "random"), {"workers": 40, "concurrency": 6}, 6, 1),
        (("random", "mcts?playouts=9"), {"executor": "ray"}, 1, 64),
        (("random", "mcts?playouts=9"), {"executor": "ray", "workers": 40}, 40, 4),
    ],
)
def test_a_run_has_a_worker_for_each_core_if_its_players_compute(
    players, settings, workers, matches, monkeypatch
):
    monkeypatch.setattr("os.sched_getaffinity", lambda _pid: range(8), raising=False)
    with Store.open("agonist.db") as store:
        run = plan_run(store, ["tictactoe"], Entry(players, matches=2))
        found = division_of(store, run, RunConfig(**settings))
    assert (found.workers, found.matches) == (workers, matches)


def test_a_match_with_which_workers_died_is_named_and_all_others_are_played():
    run = planned("agonist.db")
    with Store.open("agonist.db") as store:
        for nth in range(3):
            lease = join(store, run, f"w{nth}", "joined", seconds=0.01)
            store.under(lease).begin(5)
            store.flush()
            store.change(
                lambda connection, lease=lease: connection.execute(
                    update(MATCHES).where(MATCHES.c.id == 5).values(worker=lease.worker)
                )
            )
            if nth < 2:
                end_worker(store, lease, died=True)
    done = api.resume("latest")
    assert (done.status, done.exit_code, done.progress.finished, done.progress.broken) == ("broken", 6, 23, 1)
    assert "match 5 " in str(done.reasons[0])


DEADLY = """
import os, signal
from pathlib import Path

def deadly(context, legal, rng):
    if Path("deadly").exists() and Path("deadly").read_text() == context.match:
        os.kill(os.getpid(), signal.SIGKILL)
    return rng.choice(legal)
"""


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_a_player_that_kills_its_process_in_one_match_does_not_keep_a_run_from_ending(
    process, played, workers
):
    Path("deadly_agent.py").write_text(DEADLY)
    players = ("--player", "deadly_agent:deadly", "--player", "reference")
    run = ("run", "tictactoe", *players, "--matches", 12)
    assert process(*run, "--db", "whole.db").wait().code == 0
    assert process(*run, "--workers", 0).wait().code == 0
    with Store.open("agonist.db") as store:
        Path("deadly").write_text(store.public_id(7))
    ends = []
    while not ends or ends[-1].code == -signal.SIGKILL:
        assert len(ends) < 4
        ends.append(process("resume", "latest", "--workers", workers).wait())
    ends[-1].told(6, "match 7 ")
    whole, kept = played("whole.db"), played("agonist.db")
    assert len(kept) == len(whole) - 1
    assert kept.items() <= whole.items()
    Path("deadly").unlink()
    assert process("resume", "latest").wait().code == 0
    assert played("agonist.db") == whole


def children(pid):
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def gone(pids):
    return all(state(pid) == "Z" for pid in pids)


def state(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


@pytest.fixture
def slow():
    """A model that takes its time, and the arguments of a run with it."""
    with Endpoint("random", SameFaults(empty=0.05, garbage=0.05), latency=0.05, seed=3) as endpoint:
        players = ("--player", f"endpoint/random?base_url={endpoint.url}", "--player", "reference")
        endpoint.run = ("run", *TARGETS, *players, "--matches", 60, "--seed", 7, "--concurrency", 6)
        yield endpoint


@pytest.fixture
def whole(slow, process, played):
    """What the run is if nothing happens to it."""
    assert process(*slow.run, "--db", "whole.db", "--workers", 1).wait().code == 0
    return played("whole.db")


def until_asked(slow, more):
    target, end = slow.requests + more, time.monotonic() + 60
    while slow.requests < target:
        assert time.monotonic() < end
        time.sleep(0.005)


@pytest.mark.slow
def test_processes_play_the_same_matches_as_one(played):
    shown: list[int] = []
    for db, workers in (("one.db", 1), ("two.db", 2)):
        done = api.run(
            *("tictactoe", ["random", "mcts?playouts=20"]),
            matches=40,
            db=db,
            config=RunConfig(workers=workers),
            on_change=lambda progress: shown.append(progress.finished),
        )
        assert (done.status, done.progress.finished, shown[-1]) == ("finished", 40, 40)
    assert played("one.db") == played("two.db")
    assert len(workers_of("two.db")) == 2


@pytest.mark.long
@pytest.mark.parametrize("victim", ["helper", "leader"])
def test_any_worker_can_be_killed(slow, whole, process, played, victim, where):
    run = process(*slow.run, "--workers", 3, "--db", where)
    run.until(lambda: len(children(run.pid)) == 2 and len(workers_of(where)) == 3)
    until_asked(slow, 10)
    helpers = children(run.pid)
    if victim == "leader":
        assert run.kill().code == -signal.SIGKILL
        run.until(lambda: gone(helpers))
        run = process("resume", "latest", "--db", where, "--workers", 2)
    else:
        os.kill(helpers[0], signal.SIGKILL)
    assert run.wait().code == 0
    assert played(where) == whole


@pytest.mark.long
def test_ctrl_c_stops_all_workers_and_keeps_what_is_finished(slow, whole, process, played):
    run = process(*slow.run, "--workers", 3)
    run.until(lambda: len(children(run.pid)) == 2 and len(workers_of("agonist.db")) == 3)
    until_asked(slow, 10)
    helpers = children(run.pid)
    for pid in (run.pid, *helpers):  # as a terminal sends it to all
        os.kill(pid, signal.SIGINT)
    run.wait(20).told(130, "interrupted")
    assert gone(helpers)
    with Store.open("agonist.db") as store:
        assert store.run("latest").status == "interrupted"
        assert not store.workers("latest").alive
    kept = played("agonist.db")
    assert kept.items() <= whole.items()
    assert process("resume", "latest").wait().code == 0
    assert played("agonist.db") == whole


@pytest.mark.long
def test_workers_from_anywhere_play_a_run_that_nobody_leads(slow, whole, process, played, postgresql):
    """One is killed, and one is stopped and goes on after its lease has run out."""
    assert process(*slow.run, "--workers", 0, "--db", postgresql).wait().code == 0
    join = ("worker", "--run", "latest", "--db", postgresql, "--lease", 1, "--matches", 2)
    one, two, three = (process(*join) for _ in range(3))
    three.until(lambda: len(workers_of(postgresql)) == 3)
    until_asked(slow, 20)
    one.kill()
    two.send(signal.SIGSTOP)
    time.sleep(2.5)
    two.send(signal.SIGCONT)
    assert two.wait().code == three.wait().code == 0
    assert "finished" in two.out + three.out
    assert played(postgresql) == whole
    with Store.open(postgresql) as store:
        assert store.run("latest").status == "finished"
    assert len(workers_of(postgresql)) >= 4


@pytest.mark.long
def test_ten_workers_keep_a_budget_to_the_call(slow, process, postgresql):
    assert process(*slow.run, "--workers", 10, "--budget-requests", 90, "--db", postgresql).wait().code == 5
    assert slow.requests == 90
    with Store.open(postgresql) as store:
        assert store.run("latest").status == "partial"


@pytest.mark.long
def test_tasks_of_a_slurm_array_play_a_run(slow, whole, process, played, postgresql, tmp_path):
    """The script of the documentation, in a shell, with an `srun` that runs what it is given."""
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "srun").write_text('#!/bin/sh\nexec "$@"\n')
    (programs / "agonist").write_text(f'#!/bin/sh\nexec {sys.executable} -m agonist "$@"\n')
    for program in programs.iterdir():
        program.chmod(0o755)
    assert process(*slow.run, "--workers", 0, "--db", postgresql).wait().code == 0
    script = Path(__file__).parents[2] / "examples" / "slurm_array.sh"
    environ = os.environ | {"PATH": f"{programs}:{os.environ['PATH']}", "AGONIST_MATCHES": "3"}
    environ |= {"AGONIST_RUN": "latest", "AGONIST_DB": postgresql, "SLURM_ARRAY_JOB_ID": "77"}
    tasks = [
        subprocess.Popen(
            [script], env=environ | {"SLURM_ARRAY_TASK_ID": task}, stdout=subprocess.PIPE, text=True
        )
        for task in ("1", "2")
    ]
    until_asked(slow, 10)
    tasks[0].send_signal(signal.SIGTERM)
    said = [task.communicate(timeout=60)[0] for task in tasks]
    assert [task.returncode for task in tasks] == [130, 0]
    assert "Task 1 of job 77" in said[0]
    assert played(postgresql) == whole
