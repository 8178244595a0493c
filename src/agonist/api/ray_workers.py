"""Workers of a run that Ray starts, watches and replaces, wherever its cluster has room.

Each plays what `agonist worker --run` plays. What is true of the run is in its database alone.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from agonist.api.joining import join_run
from agonist.api.worker_count import division_of
from agonist.api.worker_process import HelperEnded, ended_of, portable
from agonist.core import AgonistError, UsageError
from agonist.extras import install
from agonist.models.errors import BudgetSpent
from agonist.models.event_loop import blocking
from agonist.players.player import Paused
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.engines.opening import is_server
from agonist.tournament import Progress, RunStatus
from agonist.tournament.presence import worker_name
from agonist.tournament.progress_elsewhere import WorkerProgress
from agonist.tournament.time_limit import TimeLimit

ON_GPU: Final = "transformers/"
"""Models of this provider run in the worker's own process."""

KNOCK_SECONDS: Final = 10.0
"""Seconds in which a cluster has to answer."""

LOOK_SECONDS: Final = 0.5
"""Seconds between two looks at the run."""

PATIENCE: Final = 30.0
"""Seconds in which workers hear that the run has stopped, and leave it."""

REPLACED: Final = 20
"""How often a worker is replaced at most: one whose process dies at its start does so again."""

_LOG: Final = logging.getLogger(__name__)


class RayWorker:
    """A worker, as an actor: one copy of a model in memory serves all matches that it plays."""

    def play(self, db: str, run: str, config: RunConfig) -> HelperEnded:
        """Play until nothing is left, or the run has ended."""
        try:
            with Store.open(db, must_exist=True) as store:
                if store.run(run).status != "running":  # it waited for room so long
                    return HelperEnded(WorkerProgress())
            return ended_of(join_run(run, db=db, config=config), WorkerProgress())
        except AgonistError as error:
            return HelperEnded(WorkerProgress(), stopped_by=portable(error))


def resources_of(specs: Collection[str]) -> dict[str, float]:
    """What a worker needs of a machine: a processor, and a GPU for models that run in its process."""
    on_gpu = any(parse_player(spec).name.startswith(ON_GPU) for spec in specs)
    return {"num_cpus": 1.0, "num_gpus": 1.0 if on_gpu else 0.0}


def play_by_ray(
    store: Store, run: str, config: RunConfig, on_change: Callable[[Progress], None], *, db: str | Path
) -> RunStatus:
    """Have a stored run played by workers of a cluster, and wait for its end.

    Raises `UsageError` for a database that is a file, and without Ray or its cluster.
    """
    if not is_server(db):
        raise UsageError(
            f"workers of a cluster need a database that all of them reach, and {db} is a file: "
            "give --db postgresql://…"
        )
    among = division_of(store, run, config)
    ours = replace(config, console=None, workers=None, executor="local", concurrency=among.matches)
    with _cluster(config.ray_address) as ray:
        # While a lost machine is not yet known to be lost, each attempt to reach it would count as a retry.
        options = {"max_restarts": REPLACED, "max_task_retries": -1, "scheduling_strategy": "SPREAD"}
        actor = ray.remote(**options, **resources_of(among.specs))
        _begin(store, run)
        workers = [actor(RayWorker).remote() for _ in range(among.workers)]
        watch = _Watch(ray, [worker.play.remote(str(db), run, ours) for worker in workers], store, run)
        try:
            blocking(watch.until_ended(on_change, config.max_time))
        finally:
            for worker in workers:
                ray.kill(worker)
        return watch.ending()


def _begin(store: Store, run: str) -> None:
    """Begin a run, perhaps again: what was suspended is free for those that join it from now on."""
    from agonist.store.runs.match_claims import end_worker, join

    with store.claim(run):
        end_worker(store, join(store, run, worker_name(), "leads"))


@contextmanager
def _cluster(address: str) -> Iterator[Any]:
    """Ray, connected to its cluster."""
    # Else Ray copies the current folder to the cluster, and starts workers there by `uv run`.
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    try:
        import ray
    except ModuleNotFoundError as error:
        raise UsageError(f"--executor ray needs the package ray: {install('ray')}") from error
    if ray.is_initialized():
        yield ray
        return
    try:
        _knock(address or os.environ.get("RAY_ADDRESS", ""))
        ray.init(address or None, log_to_driver=False, logging_level=logging.ERROR)
    except Exception as error:  # Ray raises bare exceptions, such as for a node that starts too slowly
        raise UsageError(f"no cluster of Ray at {address or 'this machine'}: {error}") from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Raise `OSError` if nobody answers at an address with a port, for which Ray would wait many minutes."""
    host, _, port = address.rpartition("/")[2].rpartition(":")
    if port.isdecimal():
        socket.create_connection((host.strip("[]"), int(port)), KNOCK_SECONDS).close()


class _Watch:
    """Waits for workers and for the end of their run; `playing` are Ray's promises of how they end."""

    def __init__(self, ray: Any, playing: list[Any], store: Store, run: str) -> None:
        self._ray, self._playing, self._store, self._run = ray, playing, store, run
        self._progress, self._out_of_time = Progress(0), list[BudgetSpent]()
        self._ended: list[HelperEnded] = []
        self._lost: list[str] = []
        """Why workers failed that are replaced no more."""

    async def until_ended(self, on_change: Callable[[Progress], None], max_time: str) -> None:
        """Wait until the run has ended, or no worker is left; interrupted itself, it interrupts the run."""
        over = self._out_of_time
        alarm = TimeLimit(max_time).alarm(over.append) if max_time else None
        try:
            while self._playing and not over and self._store.run(self._run).status == "running":
                self._look()
                on_change(self._progress)
                await self._hear(1, LOOK_SECONDS)
        except BaseException:
            await self._leave(("interrupted", ""))
            raise
        finally:
            if alarm is not None:
                alarm.cancel()
        await self._leave(("partial", str(over[0])) if over else None)
        self._look()
        on_change(self._progress)

    async def _hear(self, many: int, seconds: float) -> None:
        """Wait so long for so many workers to end."""
        ray = self._ray
        done, self._playing = await asyncio.to_thread(
            ray.wait, self._playing, num_returns=many, timeout=seconds
        )
        for promise in done:
            try:
                ended = ray.get(promise)
            except ray.exceptions.RayError as error:
                self._lost.append(" ".join(str(error).split())[:300])
                _LOG.warning("a worker is lost, and not replaced: %s", self._lost[-1])
                continue
            self._ended.append(ended)
            if ended.stopped_by is not None and not isinstance(ended.stopped_by, Paused):
                _LOG.warning("a worker has stopped: %s", ended.stopped_by)

    async def _leave(self, stop: tuple[str, str] | None) -> None:
        """Wait until all workers have left. `stop`: the run's status and why, which makes them leave."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if stop is not None and self._store.run(self._run).status == "running":
                self._store.set_status(self._run, *stop)  # again, if a worker has joined meanwhile
            if not (self._playing and self._store.workers(self._run).alive):
                break
            await self._hear(1, LOOK_SECONDS)
        if self._playing:
            await self._hear(len(self._playing), LOOK_SECONDS)

    def _without_workers(self) -> tuple[str, str]:
        """What a run is that no worker plays any more, and why."""
        found = self._store.statuses(self._run)
        if found.keys() <= {"finished", "void"}:
            return "finished", ""  # the last to join came after the end
        if stopped := self._stopped_by():
            return "partial" if isinstance(stopped, BudgetSpent) else "suspended", str(stopped)
        return "suspended", f"no worker of Ray is left: {(self._lost or ['all have ended'])[0]}"

    def _stopped_by(self) -> AgonistError | None:
        found = (ended.stopped_by for ended in self._ended)
        return next((error for error in found if error is not None and not isinstance(error, Paused)), None)

    def _look(self) -> None:
        found, progress = self._store.progress(self._run), self._progress
        progress.total, progress.finished, progress.suspended = found.matches, found.finished, found.stopped
        progress.already = found.spent

    def ending(self) -> RunStatus:
        """How the run ended. No worker may be left."""
        if self._store.run(self._run).status == "running":
            self._store.set_status(self._run, *self._without_workers())
        found = self._store.run(self._run)
        done = RunStatus(found.id, found.status, self._progress)
        for ended in self._ended:
            done.errors += ended.errors
            done.set_aside = dict(ended.set_aside) | dict(done.set_aside)
        if found.status != "finished":
            done.stopped_by = self._out_of_time[0] if self._out_of_time else self._stopped_by()
            if not done.reasons:
                done.errors.append(AgonistError(found.note or f"the run is {found.status}"))
        return done
