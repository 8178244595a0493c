"""Levels of a sweep that users choose instead of the paper's."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TypeAlias

from agonist.core import UsageError, nearest
from agonist.players.settings_and_style import persona
from agonist.suites.gamabench.scoring import GAMES

Grid: TypeAlias = tuple[tuple[str, Mapping[str, Any]], ...]
"""The levels of a game's options: what each is called, and the options it stands for."""

SWEEP_OF: Final = {"temperatures": "temperatures", "personas": "personas", "levels": "options"}
"""The options of the suite that name levels, and the sweep that each is for."""


@dataclass(frozen=True, slots=True)
class Levels:
    """The user's levels by sweep; empty for sweeps with the paper's levels.

    `personas` are names of ours or files with a sentence; `options` has a grid for some of the games.
    """

    temperatures: tuple[str, ...] = ()
    personas: tuple[str, ...] = ()
    options: Mapping[str, Grid] = field(default_factory=dict)


def levels_of(options: Mapping[str, str], sweep: str) -> Levels:
    """The levels that the options of the suite name; raises `UsageError` for those of another sweep."""
    for key, wanted in SWEEP_OF.items():
        if key in options and sweep != wanted:
            raise UsageError(f"gamabench: {key}= needs --sweep {wanted}: add it, or leave {key}= out")
    for name in _listed(options, "personas"):
        persona(name)
    return Levels(
        temperatures=_listed(options, "temperatures"),
        personas=_listed(options, "personas"),
        options=read_levels(Path(options["levels"])) if "levels" in options else {},
    )


def read_levels(path: Path) -> dict[str, Grid]:
    """A TOML file with a table for each game, and in it the options of each level by its name.

    `[divide_dollar]` followed by `"few golds" = { golds = 10 }` is one level.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    for game, levels in data.items():
        if game not in GAMES:
            raise UsageError(f"{path}: {nearest('game', game, GAMES)}")
        if not isinstance(levels, dict) or not all(isinstance(level, dict) for level in levels.values()):
            raise UsageError(f'{path}: under [{game}] write each level as "NAME" = {{ option = value }}')
    if not data:
        raise UsageError(f"{path} has no levels: write a table such as [divide_dollar] for each game")
    return {game: tuple(levels.items()) for game, levels in data.items()}


def _listed(options: Mapping[str, str], key: str) -> tuple[str, ...]:
    return tuple(level.strip() for level in options[key].split(",")) if key in options else ()
