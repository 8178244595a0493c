"""Watching runs that other processes play, perhaps elsewhere: one screen, or a line at each change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Final

from rich.console import Console
from rich.live import Live
from rich.text import Text

from agonist.cli.streams import say
from agonist.core.duration import duration_text
from agonist.reports.progress_text import line_of, spent_texts
from agonist.reports.safe_text import on_one_line, shown_game
from agonist.store.runs.reader import Reader
from agonist.store.runs.run_progress import RunProgress

EVERY_SECONDS: Final = 1.0
"""Seconds between two looks at the database."""

LINE_SECONDS: Final = 10.0
"""Seconds between two lines about a run, where there is no terminal, unless its status changes."""


def watch(db: str, run: str | None, *, sleep: Callable[[float], None] = time.sleep) -> int:
    """Show the progress of a run, or of all that are going on, until nobody plays them; or Ctrl-C."""
    console = Console(highlight=False, soft_wrap=True)
    with Reader.open(db) as store, suppress(KeyboardInterrupt):
        if run is None and not store.runs_going_on():
            say(f"No run in {store.name} is being played.")
            return 0
        looks = _looks(store, run, sleep)
        if console.is_terminal:
            with Live(console=console, auto_refresh=False) as live:
                for found in looks:
                    live.update(screen(found), refresh=True)
        else:
            lines = Lines()
            for found in looks:
                for line in lines.of(found):
                    console.print(line, markup=False)
                    console.file.flush()
    return 0


def _looks(store: Reader, run: str | None, sleep: Callable[[float], None]) -> Iterator[list[RunProgress]]:
    """What is seen at each look; the last when nothing is played any more."""
    names = store.runs_going_on() if run is None else [store.run(run).id]
    while True:
        found = [store.progress(name) for name in names]
        yield found
        if not any(_is_played(store, each) for each in found):
            return
        sleep(EVERY_SECONDS)
        if run is None:
            names += [name for name in store.runs_going_on() if name not in names]


def _is_played(store: Reader, progress: RunProgress) -> bool:
    return bool(progress.workers.alive) or store.is_playing(progress.run)


class Lines:
    """Lines about runs: when a status or the number of workers changes, else every `LINE_SECONDS`."""

    def __init__(self) -> None:
        self._said: dict[str, tuple[tuple[str, int], float, str]] = {}

    def of(self, found: Sequence[RunProgress]) -> Iterator[str]:
        """The lines about what is seen now."""
        now = time.monotonic()
        for each in found:
            state, line = (each.status, len(each.workers.alive)), line_of(each)
            before, said, last = self._said.get(each.run, (None, 0.0, ""))
            over = each.finished + each.stopped == each.matches
            if line != last and (state != before or over or now - said >= LINE_SECONDS):
                self._said[each.run] = (state, now, line)
                yield line


def screen(found: Sequence[RunProgress]) -> Text:
    """Each run in a line, and its games in another; of a single one, also its workers. Lines are cut at the
    terminal's width."""
    shown = Text(no_wrap=True, overflow="ellipsis")
    for each in found:
        games = on_one_line(", ".join(map(shown_game, each.plan.get("targets", []))))
        shown.append(f"{line_of(each)}\n", "bold").append(f"  {games}\n" if games else "")
        for row in each.workers.alive if len(found) == 1 else ():
            seen = f"seen {duration_text(each.workers.now - row.seen)} ago"
            shown.append(f"  {', '.join([f'{row.name}: {seen}', *spent_texts(row.spent)])}\n")
    shown.rstrip()
    return shown
