"""A run at the terminal: its settings, its people, its log and live line, and how it is interrupted."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from agonist.cli.body_and_header_options import headers_in
from agonist.cli.game_and_player_arguments import has_person
from agonist.cli.interruption import interruptible
from agonist.cli.log_file import logging_to
from agonist.cli.progress import live_line, progress_callback
from agonist.cli.streams import only_data
from agonist.cli.unstored_options import options_to_resume
from agonist.players.terminal import Terminal
from agonist.run_config import RunConfig
from agonist.tournament import Progress
from agonist.tournament.run_options import options_of


@dataclass(frozen=True)
class RunSession:
    """What a run is played with. `again`: the options that continue it as it was."""

    config: RunConfig
    on_start: Callable[[str], None]
    on_change: Callable[[Progress], None]
    again: str


def config_of(options: Mapping[str, Any], players: Sequence[str]) -> RunConfig:
    """The settings among the options of a command; one match at a time if a person plays."""
    config = RunConfig(**options_of(RunConfig, options))
    return replace(config, concurrency=1) if has_person(players) else config


@contextmanager
def run_session(
    options: Mapping[str, Any],
    players: Sequence[str],
    *,
    db: str,
    header: Sequence[str] | None,
    log: Path | None,
    as_json: bool,
    quiet: bool = False,
) -> Iterator[RunSession]:
    """Play a run of these players in this context: with log, live line, and the command that continues it.

    `quiet`: without the live line.
    """
    settings, again = config_of(options, players), options_to_resume(options, header, log)
    with (
        only_data() as out,
        logging_to(log),
        interruptible(db, again) as on_start,
        live_line(hidden=quiet or has_person(players)) as status,
    ):
        screen = sys.stderr if as_json else out
        config = replace(
            settings,
            console=lambda: Terminal(screen, status.line),
            headers=headers_in(header),
        )
        yield RunSession(config, on_start, progress_callback(status), again)
