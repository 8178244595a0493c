"""The command `runs`."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from agonist.cli import completion
from agonist.cli.options import Database, Json
from agonist.core import UsageError
from agonist.reports.columns_or_blocks import show
from agonist.reports.safe_text import shown_game


def runs(
    run: Annotated[
        str,
        typer.Argument(help="A run to watch; by default all.", autocompletion=completion.runs),
    ] = "",
    watch: Annotated[
        bool,
        typer.Option("--watch", help="Show how far runs are, wherever they are played, until they end."),
    ] = False,
    db: Database = "agonist.db",
    as_json: Json = False,
) -> int:
    """List the runs in a database, or watch those that are being played."""
    if watch:
        from agonist.cli.watched_runs import watch as watch_runs

        if as_json:
            raise UsageError("--watch is for people: leave out --json")
        return watch_runs(db, run or None)
    if run:
        raise UsageError(f"to see one run, add --watch, or use agonist report {run}")
    from agonist import api

    found = api.runs(db)
    if as_json:
        objects = [
            {
                "run": run.id,
                "created": run.created,
                "status": run.status,
                "matches": run.matches,
                "finished": run.finished,
                "plan": run.plan,
                "note": run.note,
            }
            for run in found
        ]
        print(json.dumps(objects))
        return 0
    rows = [
        (
            run.id,
            f"{run.created[:10]} {run.created[11:16]}",
            run.status,
            f"{run.finished}/{run.matches}",
            ", ".join(map(shown_game, run.plan.get("targets", []))),
            ", ".join([*run.plan.get("players", []), *run.plan.get("opponents", [])]),
        )
        for run in found
    ]
    columns = ("run", "created (UTC)", "status", "matches", "games", "players")
    show("Runs", columns, rows, whole=columns[:4])
    return 0
