"""Among how many workers a run is divided."""

from __future__ import annotations

import os
from collections.abc import Set
from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING, Final

from agonist.core import UsageError
from agonist.players.python_agents import OBJECT
from agonist.players.python_agents.python_model import PYTHON
from agonist.players.spec import parse_player
from agonist.run_config import RunConfig

if TYPE_CHECKING:
    from agonist.store import Store

COMPUTING: Final = 4
"""Matches that each of several workers plays at once if no player waits for anything."""


@dataclass(frozen=True)
class Division:
    """So many workers, each of which plays so many matches at once; `specs` are the players of the run."""

    workers: int
    matches: int
    specs: Set[str]


def division_of(store: Store, run: str, config: RunConfig) -> Division:
    """How a run is divided.

    Without `config.workers` there are as many as this machine has cores if all players compute, and one if
    any waits, or if Ray starts them. Raises `UsageError` for several where only one can play.
    """
    specs = {fixture.spec(player) for fixture, _ in store.left(run) for player in fixture.players}
    by_ray, computing = config.executor == "ray", all(map(_computes, specs))
    many = config.workers or (_cores() if computing and not by_ray else 1)
    if not computing:
        many = min(many, config.concurrency)  # one without a part of it would hold its matches for good
    one_only = _why_one_only(specs)
    if one_only and (by_ray or config.workers not in (None, 1)):
        option = "--executor" if by_ray else "--workers"
        raise UsageError(f"one process must play this run, since {one_only}: leave out {option}")
    if one_only or many == 1:
        return Division(1, config.concurrency, specs)
    matches = min(COMPUTING, config.concurrency) if computing else ceil(config.concurrency / many)
    return Division(many, matches, specs)


def _computes(spec: str) -> bool:
    """Whether a player waits for nothing: no endpoint, no agent, no person."""
    player = parse_player(spec)
    return not (player.is_model or player.is_agent or player.address or player.name == "human")


def _why_one_only(specs: Set[str]) -> str:
    names = [parse_player(spec).name for spec in specs]
    if any(name.startswith((f"{OBJECT}:", PYTHON)) for name in names):
        return "a player is a Python object"
    return "a person plays at this terminal" if "human" in names else ""


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
