"""The command `runs`."""

from __future__ import annotations

import json

from agonist.cli.options import Database, Json
from agonist.reports.columns_or_blocks import show
from agonist.reports.printable import shown_game


def runs(db: Database = "agonist.db", as_json: Json = False) -> int:
    """List the runs in a database."""
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
