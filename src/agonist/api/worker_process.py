"""A process that helps another one to play a run, and ends with it."""

from __future__ import annotations

import asyncio
import logging
import pickle
import threading
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any, Final, Literal

from agonist.core import AgonistError
from agonist.models.event_loop import blocking
from agonist.run_config import RunConfig
from agonist.suites.registry import games_of
from agonist.tournament import LocalExecutor, Progress, Runner, RunStatus
from agonist.tournament.progress_elsewhere import WorkerProgress, progress_of

if TYPE_CHECKING:
    from agonist.store import Store

TELL_SECONDS: Final = 0.5
"""Seconds between two reports of a helper to who leads."""


@dataclass(frozen=True)
class HelperJob:
    """What a helper plays, so many `matches` at once; `level` is that of the events that it tells.

    The concurrency in `config` is that of all processes, which divide it among the requests to an endpoint.
    """

    db: str
    run: str
    config: RunConfig
    matches: int
    level: int
    lease: float | None = None


@dataclass(frozen=True)
class Order:
    """What a helper is told: `end` when nothing is left, `stop` for a reason, `cancel` as by Ctrl-C."""

    kind: Literal["end", "stop", "cancel"]
    error: AgonistError | None = None


@dataclass(frozen=True)
class HelperEnded:
    """How a helper ended."""

    progress: WorkerProgress
    stopped_by: AgonistError | None = None
    errors: tuple[AgonistError, ...] = ()
    set_aside: tuple[tuple[str, AgonistError], ...] = ()


class _Channel:
    """A connection that several threads write to."""

    def __init__(self, connection: Connection[Any, Any]) -> None:
        self._connection, self._lock = connection, threading.Lock()
        self.recv = connection.recv

    def send(self, message: object) -> None:
        """Send a message; nobody hears it when who leads is gone."""
        with self._lock, suppress(OSError):
            self._connection.send(message)


class _Log(logging.Handler):
    """Sends events to who leads."""

    def __init__(self, channel: _Channel) -> None:
        super().__init__()
        self._channel = channel

    def emit(self, record: logging.LogRecord) -> None:
        record.msg, record.args, record.exc_info = self.format(record), None, None
        self._channel.send(record)


def main(file: int) -> None:
    """Play as the job says that comes through this file, a socket, and report there."""
    channel = _Channel(Connection(file))
    job: HelperJob = channel.recv()
    log = logging.getLogger("agonist")
    log.addHandler(_Log(channel))
    log.setLevel(job.level)
    log.propagate = False
    from agonist.store import Store

    try:
        with Store.open(job.db, must_exist=True) as store:
            channel.send(blocking(_play(store, job, channel)))
    except AgonistError as error:
        channel.send(HelperEnded(WorkerProgress(), stopped_by=portable(error)))


async def _play(store: Store, job: HelperJob, channel: _Channel) -> HelperEnded:
    config = job.config
    registry, loop = config.player_registry(), asyncio.get_running_loop()
    told = False

    def on_change(_progress: Progress) -> None:
        nonlocal told
        if not told:  # the name, in case that it is killed soon
            told = True
            channel.send(progress_of(runner))

    games = games_of(store, job.run)
    runner = Runner(store, job.run, registry, games, on_change, keep_going=config.keep_going)
    playing: asyncio.Task[RunStatus] = asyncio.create_task(
        runner.play(LocalExecutor(job.matches), role="helps", shared=True, lease=job.lease)
    )

    def obey(order: Order) -> None:
        match order:
            case Order("end"):
                runner.end()
            case Order("stop", AgonistError() as error):
                runner.stop(error)
            case _:
                playing.cancel()

    def listen() -> None:
        with suppress(EOFError, OSError, RuntimeError):
            while True:
                loop.call_soon_threadsafe(obey, channel.recv())
        with suppress(RuntimeError):  # the loop is closed: it has ended already
            loop.call_soon_threadsafe(obey, Order("cancel"))  # who leads is gone

    async def tell() -> None:
        while True:
            channel.send(progress_of(runner))
            await asyncio.sleep(TELL_SECONDS)

    threading.Thread(target=listen, name="agonist orders", daemon=True).start()
    telling = asyncio.create_task(tell())
    try:
        status = await playing
    except asyncio.CancelledError:
        return HelperEnded(progress_of(runner))
    finally:
        telling.cancel()
    return ended_of(status, progress_of(runner))


def ended_of(status: RunStatus, progress: WorkerProgress) -> HelperEnded:
    """How a helper ended whose part of the run ended like this."""
    return HelperEnded(
        progress,
        None if status.stopped_by is None else portable(status.stopped_by),
        tuple(map(portable, status.errors)),
        tuple((player, portable(error)) for player, error in status.set_aside.items()),
    )


def portable(error: AgonistError) -> AgonistError:
    """An error as another process can read it."""
    try:
        found = pickle.loads(pickle.dumps(error))
    except Exception:  # noqa: BLE001  whatever an error of a plugin needs to be made
        return AgonistError(str(error))
    return error if isinstance(found, AgonistError) else AgonistError(str(error))
