"""Players who sit at the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TextIO

from agonist.cli.request_options import headers_in
from agonist.players import parse_player
from agonist.players.terminal import Terminal
from agonist.run_config import RunConfig
from agonist.tournament.run_options import options_of

if TYPE_CHECKING:
    from agonist.cli.progress import Status


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


def config_of(options: Mapping[str, Any], players: Sequence[str]) -> RunConfig:
    """The settings among the options of a command; one match at a time if a person plays."""
    config = RunConfig(**options_of(RunConfig, options))
    return replace(config, concurrency=1) if person(players) else config
