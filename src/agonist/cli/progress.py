"""The progress of a run while it plays: a line that changes, or one a minute without a terminal."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Console
from rich.live import Live
from rich.text import Text

from agonist.core.plurals import counted
from agonist.models.current_waits import longest_wait

if TYPE_CHECKING:
    from agonist.models.amounts_spent import Spending
    from agonist.tournament import Progress

MINUTE: Final = 60.0
"""Seconds between two lines without a terminal."""

LONG: Final = 20.0
"""Shorter waits, in seconds, are not shown."""

SHOWN: Final = 4
"""The most players with invalid answers that are named."""


class Status:
    """The text of the live line; `clock` returns seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._progress: Progress | None = None
        self._finished_before = 0

    def update(self, progress: Progress) -> None:
        """Note the run's progress."""
        if progress is not self._progress:
            self._progress, self._began = progress, self._clock()
            self._finished_before = progress.finished

    @property
    def progress(self) -> Progress | None:
        """The run's progress, if it has begun."""
        return self._progress

    def line(self) -> str:
        """Matches, rate, dollars, tokens, retries, refusals (429), invalid answers by player."""
        progress = self._progress
        if progress is None:
            return "starting"
        minutes = (self._clock() - self._began) / 60
        done = progress.finished - self._finished_before
        parts = [f"{progress.finished:,}/{progress.total:,} matches"]
        if done and minutes:
            parts.append(f"{done / minutes:,.1f}/min")
        if progress.by_player():
            parts += _taken(progress)
        if progress.suspended or progress.broken:
            parts.append(f"{progress.suspended + progress.broken:,} stopped")
        parts += _invalid(progress)
        if progress.draining:
            parts.append(f"stopping: {counted(progress.draining, 'request')} in flight")
        wait = longest_wait()
        if wait is not None:
            parts.append(str(wait))
        return ", ".join(parts)


def _taken(progress: Progress) -> Iterator[str]:
    totals = list(progress.by_player().values())
    spent, expected = progress.spent, progress.expected()

    def likely(amount: Callable[[Spending], str]) -> str:
        if expected is None:
            return ""
        low, high = amount(expected.low), amount(expected.high)
        return f" of about {amount(expected.usual)}{f' ({low} to {high})' if low != high else ''}"

    if all(each.cost is not None for each in totals):
        yield f"${spent.usd:,.2f}{likely(lambda each: f'${each.usd:,.2f}')}"
    yield f"{spent.tokens:,}{likely(lambda each: f'{each.tokens:,}')} tokens"
    yield f"{sum(each.retries for each in totals):,} retries"
    yield f"{sum(each.limited for each in totals):,} × 429"


def _invalid(progress: Progress) -> Iterator[str]:
    worst = [(player, number) for player, number in progress.invalid.most_common() if number]
    if worst:
        named = "; ".join(
            f"{player} {number:,} of {progress.answers[player]:,}" for player, number in worst[:SHOWN]
        )
        yield f"invalid answers: {named}{'; …' if len(worst) > SHOWN else ''}"


@contextmanager
def live_line(*, hidden: bool = False, seconds: float = MINUTE) -> Iterator[Status]:
    """Show the run's progress on standard error while this context is open.

    `hidden`: print nothing, as when a person plays: their terminal shows the line below the prompt.
    """
    console = Console(stderr=True)
    status = Status()
    if hidden:
        yield status
    elif console.is_terminal:
        with Live(
            get_renderable=lambda: Text(status.line(), overflow="fold"),
            console=console,
            refresh_per_second=2,
            transient=True,
        ):
            yield status
    else:
        ended = threading.Event()
        thread = threading.Thread(target=_every_minute, args=(status, ended, seconds), daemon=True)
        thread.start()
        try:
            yield status
        finally:
            ended.set()
            thread.join()


def _every_minute(status: Status, ended: threading.Event, seconds: float) -> None:
    last = time.monotonic()
    last_line = 0.0
    while not ended.wait(min(1.0, seconds)):
        now, wait = time.monotonic(), longest_wait()
        ends = now if wait is None or wait.until is None else wait.until
        new_wait = wait is not None and wait.seconds >= LONG and ends > last_line
        if new_wait:
            last_line = ends + LONG
        if new_wait or now - last >= seconds:
            last = now
            print(status.line(), file=sys.stderr, flush=True)


def progress_callback(status: Status) -> Callable[[Progress], None]:
    """Update the live line, print what the run decides, and say when a stopping run waits for requests in
    flight.
    """
    announced, printed = False, 0

    def on_change(progress: Progress) -> None:
        nonlocal announced, printed
        status.update(progress)
        for line in progress.said[printed:]:
            print(line, file=sys.stderr, flush=True)
        printed = len(progress.said)
        if progress.draining and not announced:
            announced = True
            print(
                f"Stopping: waiting for the answers to {counted(progress.draining, 'request')} in flight, "
                "which are kept. Ctrl-C cancels them; their cost is then estimated.",
                file=sys.stderr,
            )

    return on_change
