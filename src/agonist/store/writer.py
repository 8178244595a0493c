"""One thread that writes, so that those who play need not wait for the disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final, TypeAlias

from agonist.store.failure import StoreError

Order: TypeAlias = Any
"""Whatever `write` understands."""

LIMIT: Final = 4096
"""Orders that may wait. At thousands of moves a second that is a second's worth, some tens of megabytes."""

PAUSE: Final = 0.05
"""Seconds in which orders are gathered into one transaction: the most that a killed process loses, beside the
transaction that was being written."""

SOON: Final = 0.002
"""The same for what was paid for: long enough for an answer and the step that it completes to go together."""


class Writer:
    """Takes orders and writes them in order, many in one call of `write`.

    `write` is called in the writer's own thread with at least one order; it writes all or nothing, and
    raises `StoreError`. After that nothing more is written, and `put` and `flush` raise the same error.
    Any thread may put and flush. `put` returns at once unless `limit` orders are waiting: then it blocks
    until there is room, and an event loop with it, which is meant: play may not outrun the disk for long.
    """

    def __init__(
        self, write: Callable[[Sequence[Order]], None], *, limit: int = LIMIT, pause: float = PAUSE
    ) -> None:
        self._write, self._limit, self._pause = write, limit, pause
        self._orders: list[Order] = []
        self._put = self._done = 0
        self._hurry = self._closed = False
        self._due = inf
        """When what waits must be written."""
        self._failure: StoreError | None = None
        self.told = False
        """Whether anyone has been told of the failure."""
        lock = threading.Lock()
        self._work, self._room = threading.Condition(lock), threading.Condition(lock)
        self._thread = threading.Thread(target=self._run, name="agonist store", daemon=True)
        self._thread.start()

    def put(self, order: Order, *, soon: bool = False) -> None:
        """Have this written, within `SOON` if need be; raises what went wrong with earlier ones."""
        with self._room:
            self._raise()
            if self._closed:
                raise StoreError("the database is closed already")
            while len(self._orders) >= self._limit:
                self._room.wait()
                self._raise()
            self._orders.append(order)
            self._put += 1
            pause = min(SOON, self._pause) if soon else self._pause
            due = time.monotonic() + pause
            sooner = due < self._due
            self._due = min(due, self._due)
            if sooner or len(self._orders) == 1 or len(self._orders) >= self._limit // 2:
                self._work.notify()

    def settle(self) -> None:
        """Wait until everything put so far is written, or nothing more will be."""
        with self._room:
            last = self._put
            self._hurry = True
            self._work.notify()
            self._room.wait_for(lambda: self._done >= last or self._failure)

    def flush(self) -> None:
        """Wait until everything put so far is written; raises what went wrong."""
        self.settle()
        with self._room:
            self._raise()

    def fail(self, error: StoreError) -> None:
        """Write nothing more: whoever puts next hears of this error."""
        if self._failure is None:
            self._fail(error)

    def close(self) -> None:
        """Write what is left and end the thread."""
        with self._work:
            self._closed = True
            self._work.notify()
        self._thread.join()

    @property
    def failure(self) -> StoreError | None:
        """What went wrong, if anything did."""
        return self._failure

    def _raise(self) -> None:
        if self._failure is not None:
            self.told = True
            # A new one each time: one exception raised in many tasks gathers their tracebacks.
            raise StoreError(str(self._failure)) from self._failure

    def _run(self) -> None:
        while orders := self._gather():
            try:
                self._write(orders)
            except StoreError as error:
                self._fail(error)
                return
            except BaseException as error:  # noqa: BLE001  whoever waits for this thread must hear of it
                self._fail(StoreError(f"the database could not be written ({type(error).__name__}: {error})"))
                return
            with self._room:
                self._done += len(orders)
                self._room.notify_all()

    def _gather(self) -> list[Order]:
        with self._work:
            self._work.wait_for(lambda: self._orders or self._closed)
            while self._orders and not (self._hurry or self._closed or len(self._orders) >= self._limit // 2):
                wait = self._due - time.monotonic()
                if wait <= 0:
                    break
                self._work.wait(wait)
            orders, self._orders, self._hurry, self._due = self._orders, [], False, inf
            self._room.notify_all()
            return orders

    def _fail(self, error: StoreError) -> None:
        with self._room:
            self._failure = error
            self._orders = []
            self._room.notify_all()
