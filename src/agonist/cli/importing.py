"""Commands that bring in what others have published: `import`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from agonist.cli.tables import Database, Json, console
from agonist.core import UsageError, nearest
from agonist.store import Store
from agonist.suites.gamabench import import_records
from agonist.suites.gamabench.published_row import Row

SUITES = {"gamabench": import_records}
"""The suites whose published records can be read."""


def records(
    suite: Annotated[str, typer.Argument(help=f"Whose records: {', '.join(SUITES)}.")],
    folder: Annotated[Path, typer.Argument(help="The folder that holds them.")],
    db: Database = "agonist.db",
    dry: Annotated[bool, typer.Option("--dry", help="Read and score only; store nothing.")] = False,
    as_json: Json = False,
) -> int:
    """Read published records into the database, as matches of the named models."""
    if suite not in SUITES:
        raise UsageError(nearest("suite with published records", suite, SUITES))
    if dry:
        rows = SUITES[suite](folder, None)
    else:
        with Store.open(db) as store:
            rows = SUITES[suite](folder, store)
    if as_json:
        print(json.dumps([row.as_dict() for row in rows]))
    else:
        show(rows)
    return 0


def show(rows: list[Row]) -> None:
    """What was found, file by file, and how much of each kind."""
    table = Table("file", "game", "model", "paper", "updated", "status", "notes", title="Records")
    for row in rows:
        notes = "; ".join([*row.marks, *row.differences, *filter(None, [row.error])])
        cells = (
            row.file,
            row.game or "",
            row.model or "",
            _number(row.score_paper),
            _number(row.score_updated),
        )
        table.add_row(*map(escape, (*cells, row.status, notes)))
    console().print(table)
    counts = ", ".join(f"{count} {status}" for status, count in Counter(r.status for r in rows).most_common())
    print(f"{len(rows)} files: {counts}", file=sys.stderr)


def _number(score: float | None) -> str:
    return "n/a" if score is None else f"{score:.2f}"
