"""Players and progress at the terminal while a run is played."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from agonist.cli.requests import headers_in
from agonist.core.counting import counted
from agonist.players import parse_player
from agonist.players.terminal import Terminal

if TYPE_CHECKING:
    from agonist.cli.live import Status
    from agonist.run_config import RunConfig
    from agonist.tournament import Progress


def person(players: Sequence[str]) -> bool:
    return any(parse_player(spec).name == "human" for spec in players)


def with_terminal(config: RunConfig, out: TextIO, header: Sequence[str] | None, status: Status) -> RunConfig:
    return replace(
        config,
        console=lambda: Terminal(out, status.line),
        headers=headers_in(header),
    )


def following(status: Status) -> Callable[[Progress], None]:
    """Update the live line, and say when a stopping run waits for requests in flight."""
    told = False

    def on_change(progress: Progress) -> None:
        nonlocal told
        status.update(progress)
        if progress.draining and not told:
            told = True
            print(
                f"Stopping: waiting for the answers to {counted(progress.draining, 'request')} in flight, "
                "which are kept. Ctrl-C cancels them; their cost is then estimated.",
                file=sys.stderr,
            )

    return on_change
