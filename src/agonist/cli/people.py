"""Players who sit at the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TextIO

from agonist.cli.request_options import headers_in
from agonist.core import UsageError
from agonist.players import parse_player
from agonist.players.terminal import Terminal

if TYPE_CHECKING:
    from agonist.cli.progress import Status
    from agonist.run_config import RunConfig


def person(players: Sequence[str]) -> bool:
    """Whether a person at this terminal is among the players."""
    return any(parse_player(spec).name == "human" for spec in players)


def with_terminal(config: RunConfig, out: TextIO, header: Sequence[str] | None, status: Status) -> RunConfig:
    """The settings with the terminal at which a person plays, and with headers of requests."""
    return replace(
        config,
        console=lambda: Terminal(out, status.line),
        headers=headers_in(header),
    )


def at_once(concurrency: int, players: Sequence[str]) -> int:
    """The number of concurrent matches; one if a person plays."""
    if concurrency < 1:
        raise UsageError(f"--concurrency must be 1 or more, not {concurrency}")
    return 1 if person(players) else concurrency
