"""Runs played by workers that Ray starts: three nodes on this machine, one of them removed in mid-run."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.same_faults import SameFaults
from tests.store.conftest import postgresql

from agonist import api
from agonist.api.ray_workers import resources_of
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.players.player import Paused
from agonist.run_config import RunConfig
from agonist.store import Store

__all__ = ["postgresql"]

ROOT = Path(__file__).parents[2]
LEASE = 20.0
NODE_SECONDS = 300


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_models_in_the_workers_process_are_placed_on_gpus():
    assert resources_of(["random", "vllm/m"])["num_gpus"] == 0
    assert resources_of(["random", "cot:transformers/some/model"])["num_gpus"] == 1


@pytest.mark.parametrize(
    ("players", "settings", "named"),
    [
        ("random", {"executor": "ray"}, "postgresql://"),
        ("random", {"ray_address": "auto"}, "--executor ray"),
        ("random", {"executor": "slurm"}, "slurm"),
        (lambda observation: "1,1", {"executor": "ray", "db": "postgresql"}, "Python object"),
        ("random", {"executor": "ray", "db": "postgresql"}, r"\[ray\]|--extra ray"),
    ],
)
def test_options_that_cannot_be_met_say_why(players, settings, named, monkeypatch, request):
    monkeypatch.setitem(sys.modules, "ray", None)
    db = request.getfixturevalue(settings.pop("db")) if "db" in settings else "agonist.db"
    with pytest.raises(UsageError, match=named):
        api.run("tictactoe", players, opponents="random", db=db, config=RunConfig(**settings))


def test_a_cluster_that_is_not_there_is_named_at_once(postgresql, monkeypatch):
    ray = SimpleNamespace(is_initialized=lambda: False)
    monkeypatch.setitem(sys.modules, "ray", ray)
    config = RunConfig(executor="ray", ray_address="127.0.0.1:1")
    with pytest.raises(UsageError, match=r"127\.0\.0\.1:1"):
        api.run("tictactoe", "random", db=postgresql, config=config)


def test_a_cluster_that_does_not_start_is_told_in_one_line(postgresql, monkeypatch):
    def init(*_where, **_settings):
        raise Exception("The current node timed out during startup.")

    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(is_initialized=lambda: False, init=init))
    with pytest.raises(UsageError, match="no cluster of Ray at this machine: The current node timed out"):
        api.run("tictactoe", "random", db=postgresql, config=RunConfig(executor="ray"))


class Lost(Exception):
    """What Ray raises for a worker that is lost."""


class Threads:
    """As much of Ray as a run needs, with threads for actors; the first `lost` of them are lost at once."""

    exceptions = SimpleNamespace(RayError=Lost)

    def __init__(self, lost):
        self._left, self._pool, self.killed = lost, ThreadPoolExecutor(), 0

    def is_initialized(self):
        return True

    def remote(self, **_resources):
        return lambda actor: SimpleNamespace(remote=lambda: self._start(actor()))

    def _start(self, actor):
        return SimpleNamespace(play=SimpleNamespace(remote=lambda *given: self._play(actor, given)))

    def _play(self, actor, given):
        if self._left:
            self._left -= 1
            promise = Future()
            promise.set_exception(Lost("the machine is gone"))
            return promise
        return self._pool.submit(actor.play, *given)

    def wait(self, promises, *, num_returns, timeout):
        done, left = wait(promises, timeout, FIRST_COMPLETED if num_returns == 1 else "ALL_COMPLETED")
        return list(done), list(left)

    def get(self, promise):
        return promise.result()

    def kill(self, _actor):
        self.killed += 1


def by_threads(monkeypatch, db, lost, on_change=lambda progress: None):
    ray = Threads(lost)
    monkeypatch.setitem(sys.modules, "ray", ray)
    config = RunConfig(executor="ray", workers=2)
    done = api.run(
        "tictactoe", ["random", "reference"], matches=20, db=db, config=config, on_change=on_change
    )
    assert ray.killed == 2
    return done


def test_one_worker_that_is_left_plays_all_and_the_same(postgresql, played, monkeypatch):
    api.run("tictactoe", ["random", "reference"], matches=20, db="alone.db")
    done = by_threads(monkeypatch, postgresql, lost=1)
    assert (done.status, done.progress.finished, done.exit_code) == ("finished", 20, 0)
    assert played(postgresql) == played("alone.db")


def test_a_worker_that_joins_after_the_last_match_does_not_make_a_run_unfinished(postgresql, monkeypatch):
    def on_change(progress):
        if progress.finished == 20:
            with Store.open(postgresql) as store:
                store.set_status(store.run("latest").id, "running")

    assert by_threads(monkeypatch, postgresql, 1, on_change).status == "finished"


def test_a_run_stops_if_no_worker_is_left(postgresql, monkeypatch):
    done = by_threads(monkeypatch, postgresql, lost=2)
    assert (done.status, done.progress.finished, done.exit_code) == ("suspended", 0, 1)
    assert "the machine is gone" in str(done.reasons[0])
    with Store.open(postgresql) as store:
        assert "the machine is gone" in store.run("latest").note


@pytest.fixture
def cluster(monkeypatch):
    """A head without room for workers, and two nodes with room for five each."""
    pytest.importorskip("ray", reason="the extra agonist[ray] is not installed")
    from ray._private import services
    from ray.cluster_utils import Cluster

    # Ray gives a node half a minute to start, which a busy machine may need for it.
    waits = services.wait_for_node
    monkeypatch.setattr(services, "wait_for_node", lambda *where: waits(*where[:2], NODE_SECONDS))
    monkeypatch.setattr(services, "get_node", patiently(services.get_node))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
    monkeypatch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    soon = {"health_check_period_ms": 1000, "health_check_failure_threshold": 10}
    patient = {
        "agent_register_timeout_ms": 1000 * NODE_SECONDS,
        "worker_register_timeout_seconds": NODE_SECONDS,
    }
    cluster = Cluster()
    try:
        cluster.add_node(num_cpus=0, _system_config=soon | patient)
        nodes = [cluster.add_node(num_cpus=5) for _ in range(2)]
        yield SimpleNamespace(address=cluster.address, lose=lambda: cluster.remove_node(nodes[0], False))
    finally:
        cluster.shutdown()


def patiently(find):
    """The same, but it waits for what is not there yet."""

    def found(*given):
        end = time.monotonic() + NODE_SECONDS
        while True:
            with suppress(RuntimeError):
                return find(*given)
            assert time.monotonic() < end, "a node of Ray's did not start"
            time.sleep(0.1)

    return found


@pytest.fixture
def slow():
    with Endpoint("random", SameFaults(empty=0.05, garbage=0.05), latency=0.05, seed=3) as endpoint:
        yield endpoint


def play(endpoint, db, on_change=lambda progress: None, **settings):
    players = [f"endpoint/random?base_url={endpoint.url}", "reference"]
    config = RunConfig(**settings)
    return api.run("tictactoe", players, matches=200, seed=7, db=db, config=config, on_change=on_change)


@pytest.mark.long
@pytest.mark.parametrize("status", ["interrupted", "partial"])
def test_workers_hear_that_a_run_is_stopped_and_it_can_be_resumed(
    slow, postgresql, played, monkeypatch, status
):
    assert play(slow, "whole.db").status == "finished"

    def on_change(progress):
        if status == "interrupted" and progress.finished > 5:
            raise Paused

    monkeypatch.setitem(sys.modules, "ray", Threads(lost=0))
    limit = "" if status == "interrupted" else "1s"
    with suppress(Paused):
        done = play(slow, postgresql, on_change, executor="ray", workers=2, concurrency=4, max_time=limit)
        assert (done.status, done.exit_code) == ("partial", 5)
    with Store.open(postgresql) as store:
        assert store.run("latest").status == status
        assert not store.workers("latest").alive
    config = RunConfig(executor="ray", workers=2)
    assert api.resume("latest", db=postgresql, config=config).status == "finished"
    assert played(postgresql) == played("whole.db")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_a_node_is_lost_and_a_worker_sleeps_longer_than_its_lease_and_nothing_is_lost(
    cluster, slow, postgresql, played
):
    assert play(slow, "whole.db").status == "finished"
    slow.latency = 1.0  # until all that is to happen has happened
    alarms = []

    def on_change(_progress):
        with Store.open(postgresql) as store:
            workers = store.workers("latest")
        if not lost and len(workers.alive) == 4:
            lost.append(cluster.lose())
        elif lost and not alarms and sum(row.joined for row in workers.rows) > 4:
            pid = int(max(workers.alive, key=lambda worker: worker.seen).name.split(":")[1])
            os.kill(pid, signal.SIGSTOP)
            alarms.append(threading.Timer(LEASE + 2, os.kill, (pid, signal.SIGCONT)))
            alarms[0].start()
            slow.latency = 0.05

    lost: list[None] = []
    settings = {"executor": "ray", "ray_address": cluster.address, "workers": 4, "concurrency": 8}
    done = play(slow, postgresql, on_change, **settings)
    assert alarms, "no worker was replaced"
    alarms[0].join()
    assert (done.status, done.progress.finished) == ("finished", done.progress.total)
    assert played(postgresql) == played("whole.db")


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_ten_workers_of_a_cluster_keep_a_budget_to_the_call(cluster, slow, postgresql):
    settings = {"executor": "ray", "ray_address": cluster.address, "workers": 10, "requests": 300}
    done = play(slow, postgresql, **settings)
    assert (done.status, done.exit_code, slow.requests) == ("partial", 5, 300)
