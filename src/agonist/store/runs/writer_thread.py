"""One thread that writes, so that matches need not wait for the disk."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, Final, TypeAlias

from agonist.store.engines.failure import StoreError

Order: TypeAlias = Any
"""An order, of any kind that `write` accepts."""

LIMIT: Final = 4096
"""The most orders in the queue: about a second's worth at full speed, some tens of megabytes."""

PAUSE: Final = 0.05
"""Seconds for which orders are gathered into one transaction: the most that a killed process loses, besides
the transaction being written."""

SOON: Final = 0.002
"""The same for paid answers: long enough to write an answer together with the step that it completes."""

REST: Final = 4
"""After a transaction, orders are gathered for this many times its duration, `PAUSE` at most: while
transactions are short and nobody waits, writing takes at most a fifth of the time, however many matches are
played at once."""


class Writer:
    """Queues orders and writes them in order, many in one call of `write`.

    `write` is called in the writer's own thread with at least one order; it writes all or nothing, and may
    raise `StoreError`. After that nothing more is written, and `put` and `flush` raise the same error. Any
    thread may put and flush. `put` returns at once unless `limit` orders are waiting: then it blocks until
    there is room. It deliberately blocks an event loop, too: play must not outrun the disk for long.
    """

    def __init__(
        self, write: Callable[[Sequence[Order]], None], *, limit: int = LIMIT, longest: float = PAUSE
    ) -> None:
        self._write, self._limit, self._longest = write, limit, longest
        self._orders: list[Order] = []
        self._put = self._done = 0
        self._hurry = self._closed = False
        self._due = inf
        """The deadline for writing what is queued."""
        self._rested = 0.0
        """The time before which nothing is written, unless someone waits for it or the queue is half full."""
        self._failure: StoreError | None = None
        self.told = False
        """Whether the failure has been raised to a caller."""
        self._lock = threading.Lock()
        self._work, self._room = threading.Condition(self._lock), threading.Condition(self._lock)
        self._thread = threading.Thread(target=self._run, name="agonist store", daemon=True)
        self._thread.start()

    def put(self, order: Order, *, within: float = PAUSE) -> None:
        """Queue an order, which waits for so many seconds at most, or for the rest after a transaction
        (`REST`).

        Raises the failure of an earlier one.
        """
        # Later orders are due later, unless they are to be written sooner.
        due = time.monotonic() + min(within, self._longest)
        with self._lock:
            self._raise()
            if self._closed:
                raise StoreError("the database is already closed")
            while len(self._orders) >= self._limit:
                self._room.wait()
                self._raise()
            self._orders.append(order)
            self._put += 1
            queued = len(self._orders)
            if due < self._due:
                self._due = due
                self._work.notify()
            if queued == self._limit // 2:
                self._work.notify()

    def settle(self) -> None:
        """Wait until everything queued so far is written, or writing has failed."""
        with self._room:
            last = self._put
            self._hurry = True
            self._work.notify()
            self._room.wait_for(lambda: self._done >= last or self._failure)

    def flush(self) -> None:
        """Wait until everything queued so far is written. Raises the failure, if any."""
        self.settle()
        with self._room:
            self._raise()

    def fail(self, error: StoreError) -> None:
        """Write nothing more; the next `put` or `flush` raises this error."""
        if self._failure is None:
            self._fail(error)

    def close(self) -> None:
        """Write what is queued and end the thread."""
        with self._work:
            self._closed = True
            self._work.notify()
        self._thread.join()

    @property
    def failure(self) -> StoreError | None:
        """The failure, if there was one."""
        return self._failure

    def _raise(self) -> None:
        if self._failure is not None:
            self.told = True
            # A new instance each time: one exception raised in many tasks would collect their tracebacks.
            raise StoreError(str(self._failure)) from self._failure

    def _run(self) -> None:
        while orders := self._gather():
            began = time.monotonic()
            try:
                self._write(orders)
            except StoreError as error:
                self._fail(error)
                return
            except BaseException as error:  # noqa: BLE001  raised again to the callers of this thread
                self._fail(StoreError(f"the database could not be written ({type(error).__name__}: {error})"))
                return
            ended = time.monotonic()
            self._rested = ended + min(PAUSE, self._longest, REST * (ended - began))
            with self._room:
                self._done += len(orders)
                self._room.notify_all()

    def _gather(self) -> list[Order]:
        with self._work:
            self._work.wait_for(lambda: self._orders or self._closed)
            while self._orders and not (self._hurry or self._closed or len(self._orders) >= self._limit // 2):
                wait = max(self._due, self._rested) - time.monotonic()
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
