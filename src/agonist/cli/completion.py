"""Shell completion of names: games, suites, players, runs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import typer

from agonist.plugins import PLAYERS, plugins


def targets(incomplete: str) -> list[str]:
    """Games and suites, and all suites in one run."""
    from agonist.suites import SUITES

    return _beginning(incomplete, [*games(""), *SUITES, "all"])


def games(incomplete: str) -> list[str]:
    """Games, without options."""
    from agonist.games import game_names

    return _beginning(incomplete, game_names())


def libraries(incomplete: str) -> list[str]:
    """Libraries whose games can be played."""
    from agonist.games import ADAPTERS

    return _beginning(incomplete, ADAPTERS)


def suites(incomplete: str) -> list[str]:
    """The names of our suites and of those that installed packages list."""
    from agonist.suites import SUITES

    return _beginning(incomplete, SUITES)


def players(incomplete: str) -> list[str]:
    """Built-in players, those of installed packages, providers and methods; after a method, providers."""
    from agonist.models.providers import PROVIDERS
    from agonist.players import BUILT_IN, METHODS

    models = [f"{name}/" for name in PROVIDERS]
    method, colon, _ = incomplete.partition(":")
    if colon and method in METHODS:
        return _beginning(incomplete, [f"{method}:{name}" for name in models])
    return _beginning(incomplete, [*BUILT_IN, *plugins(PLAYERS), *models, *(f"{name}:" for name in METHODS)])


def policies(incomplete: str) -> list[str]:
    """Policies for invalid answers."""
    from agonist.match.invalid_answer_policy import PRESETS

    return _beginning(incomplete, PRESETS)


def pairings(incomplete: str) -> list[str]:
    """The ways to choose who plays whom."""
    from agonist.tournament.pairing import PAIRINGS

    return _beginning(incomplete, PAIRINGS)


def runs(ctx: typer.Context, incomplete: str) -> list[str]:
    """Runs in the database that the command names, newest first; none if it cannot be read."""
    path = Path(str(ctx.params.get("db") or "agonist.db"))
    if not path.is_file():
        return []
    try:
        # Read directly, since completion must not migrate a database.
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            rows: list[Any] = database.execute("SELECT id FROM runs ORDER BY created DESC").fetchall()
    except sqlite3.Error:
        return []
    return _beginning(incomplete, ["latest", *(str(row[0]) for row in rows)])


def _beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    return [name for name in names if name.startswith(incomplete)]
