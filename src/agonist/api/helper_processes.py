"""Further processes of this machine that play a run, started and ended by the one that leads it."""

from __future__ import annotations

import asyncio
import json
import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, Final

from agonist.api.worker_count import division_of
from agonist.api.worker_process import HelperEnded, HelperJob, Order, portable
from agonist.run_config import RunConfig
from agonist.tournament import Progress, RunStatus
from agonist.tournament.progress_elsewhere import WorkerProgress, add_up

if TYPE_CHECKING:
    from pathlib import Path

    from agonist.core import AgonistError
    from agonist.store import Store
    from agonist.tournament.other_workers import OtherWorkers

AFTER_SECONDS: Final = 3.0
"""Seconds after which helpers start that nobody asked for: a short run ends sooner than they are there."""

PATIENCE: Final = 20.0
"""Seconds that helpers have to end in when they are told to cancel what is in flight."""

# Ctrl-C reaches all processes, also while they still load; who leads says what follows.
START: Final = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from agonist.api.worker_process import main; main(int(sys.argv[2]))"
)

_LOG: Final = logging.getLogger(__name__)


def helpers_of(
    store: Store, db: str | Path, run: str, config: RunConfig, on_change: Callable[[Progress], None]
) -> HelperProcesses | None:
    """The helpers with which a run is played; `None` for a run that one process plays.

    Raises `UsageError` for several processes where only one can play.
    """
    if config.workers == 1:
        return None
    among = division_of(store, run, config)
    if among.workers == 1:
        return None
    ours = replace(config, console=None, workers=None)
    level = logging.getLogger("agonist").getEffectiveLevel()
    job = HelperJob(str(db), run, ours, among.matches, level)
    return HelperProcesses(job, among.workers - 1, on_change, at_once=config.workers is not None)


class HelperProcesses:
    """The helpers of a run, from `begin` to `close`; `shown` is the progress of all processes.

    `at_once`: whether they start at once, or only when the run takes longer.
    """

    def __init__(
        self,
        job: HelperJob,
        many: int,
        on_change: Callable[[Progress], None],
        *,
        at_once: bool,
    ) -> None:
        self._job, self.many, self._at_once = job, many, at_once
        self.matches = job.matches
        self._on_change = on_change
        self.shown = self._of_all = Progress(0)
        self._own: Progress | None = None
        self._leader: OtherWorkers | None = None
        self._began = 0
        self._processes: dict[Connection[Any, Any], subprocess.Popen[bytes]] = {}
        self._told: dict[Connection[Any, Any], WorkerProgress] = {}
        self._ended: dict[Connection[Any, Any], HelperEnded] = {}
        self._order: Order | None = None
        self._all_ended = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None

    def begin(self, worker: OtherWorkers) -> None:
        """Start the helpers, or wait whether the run takes long."""
        self._leader, self._loop = worker, asyncio.get_running_loop()
        self._began = worker.forecast.left.total()
        if self._at_once:
            self._start()
        else:
            self._later = self._loop.call_later(AFTER_SECONDS, self._start_if_long)

    def heard(self, own: Progress) -> None:
        """This process has gone on."""
        self._own = own
        if self._told:
            add_up(self._of_all, own, self._told.values())
        self.shown = self._of_all if self._told else own
        self._on_change(self.shown)

    def stop(self, error: AgonistError | None, *, at_end: bool) -> None:
        """Tell all to stop."""
        if self._later is not None:
            self._later.cancel()
        if error is None:
            self._tell(Order("end" if at_end else "cancel"))
        else:
            self._tell(Order("stop", portable(error)))

    async def ended(self) -> None:
        """Wait until all have left the run."""
        if self._processes:
            await self._all_ended.wait()

    def close(self) -> None:
        """End those that are still there, and wait for them."""
        self._tell(Order("cancel"))
        until = time.monotonic() + PATIENCE
        for connection, process in self._processes.items():
            try:
                process.wait(max(0.0, until - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            connection.close()

    def joined(self, status: RunStatus) -> RunStatus:
        """How the run ended, with what the helpers met."""
        for ended in self._ended.values():
            status.errors += ended.errors
            status.set_aside = dict(ended.set_aside) | dict(status.set_aside)
        status.progress = self.shown
        return status

    def _start_if_long(self) -> None:
        assert self._leader is not None
        left = self._leader.forecast.left.total()
        if left >= self._began - left:
            self._start()

    def _start(self) -> None:
        for _ in range(self.many):
            ours, theirs = Pipe()
            command = [sys.executable, "-c", START, json.dumps(sys.path), str(theirs.fileno())]
            process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
            )
            theirs.close()
            with suppress(OSError):
                ours.send(self._job)
            self._processes[ours] = process
        threading.Thread(target=self._listen, name="agonist helpers", daemon=True).start()

    def _listen(self) -> None:
        """Hear the helpers until all have ended."""
        open_ones = list(self._processes)
        while open_ones:
            for connection in wait(open_ones):
                assert isinstance(connection, Connection)
                try:
                    message = connection.recv()
                except (EOFError, OSError):
                    open_ones.remove(connection)
                    message = None
                with suppress(RuntimeError):  # the loop is closed
                    self._loop.call_soon_threadsafe(self._hear, connection, message)

    def _hear(self, connection: Connection[Any, Any], message: object) -> None:
        match message:
            case logging.LogRecord():
                logging.getLogger(message.name).handle(message)
                return
            case WorkerProgress():
                self._note(connection, message)
            case HelperEnded():
                self._ended[connection] = message
                self._note(connection, message.progress)
                if message.stopped_by is not None and self._order is None and self._leader is not None:
                    self._leader.stop(message.stopped_by)
            case None:
                self._gone(connection)
        if self._own is not None:
            self.heard(self._own)

    def _note(self, connection: Connection[Any, Any], new: WorkerProgress) -> None:
        old = self._told.get(connection, WorkerProgress()).played
        self._told[connection] = new
        assert self._leader is not None
        self._leader.forecast.finished_elsewhere(
            {kind: many - old.get(kind, 0) for kind, many in new.played.items()}
        )

    def _gone(self, connection: Connection[Any, Any]) -> None:
        """A process has ended; if it was killed, its matches are free."""
        code = self._processes[connection].wait()
        if connection not in self._ended:
            _LOG.warning("a worker ended unexpectedly (exit code %s); others play its matches", code)
            self._ended[connection] = HelperEnded(self._told.get(connection, WorkerProgress()))
            assert self._leader is not None
            self._leader.free(self._ended[connection].progress.worker)
        if len(self._ended) == len(self._processes):
            self._all_ended.set()

    def _tell(self, order: Order) -> None:
        self._order = order
        for connection in self._processes:
            with suppress(OSError):
                connection.send(order)
