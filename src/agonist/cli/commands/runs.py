"""The command `runs`."""

from __future__ import annotations

import json
from typing import Final

from agonist.cli.options import Database, Json
from agonist.reports.layout import show

KILLED: Final = "killed"
"""The status of a run whose process has died."""


def runs(db: Database = "agonist.db", as_json: Json = False) -> int:
    """List the runs in a database."""
    from agonist.store import Reader

    with Reader.open(db) as store:
        found = store.runs()
        status = {
            run.id: KILLED if run.status == "running" and not store.is_playing(run.id) else run.status
            for run in found
        }
    if as_json:
        objects = [
            {
                "run": run.id,
                "created": run.created,
                "status": status[run.id],
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
            status[run.id],
            f"{run.finished}/{run.matches}",
            ", ".join(run.plan.get("targets", [])),
            ", ".join([*run.plan.get("players", []), *run.plan.get("opponents", [])]),
        )
        for run in found
    ]
    columns = ("run", "created (UTC)", "status", "matches", "games", "players")
    show("Runs", columns, rows, whole=columns[:4])
    return 0
