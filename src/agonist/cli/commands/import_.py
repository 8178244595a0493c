"""The command `import`: published records of other projects, and logs of Inspect."""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Final

import typer

from agonist.cli.options import Database, Json
from agonist.cli.streams import only_data
from agonist.core import UsageError, counted, nearest

if TYPE_CHECKING:
    from agonist.suites.gamabench.published.scored_record import FileResult

SOURCES: Final = ("gamabench", "gamebench", "inspect")
"""The suites whose published records can be read, and Inspect."""

LISTED: Final = 40
"""The most files that are listed one by one."""


def import_(
    source: Annotated[str, typer.Argument(help=f"Whose records they are: {', '.join(SOURCES)}.")],
    place: Annotated[
        Path,
        typer.Argument(
            help="For gamabench the folder of records, for gamebench the list of matches, for inspect a log "
            "or a folder of logs."
        ),
    ],
    db: Database = "agonist.db",
    dry: Annotated[bool, typer.Option("--dry", help="Read and score only; store nothing.")] = False,
    as_json: Json = False,
) -> int:
    """Read published records, or logs of Inspect, into the database as matches of the named models."""
    if source not in SOURCES:
        raise UsageError(nearest("source of records", source, SOURCES))
    if source == "gamebench":
        return _results(place, db, dry=dry, as_json=as_json)
    if source == "inspect":
        return _logs(place, db, dry=dry, as_json=as_json)
    from agonist.store import Store
    from agonist.suites.gamabench import import_records

    with only_data():
        if dry:
            rows = import_records(place, None)
        else:
            with Store.open(db) as store:
                rows = import_records(place, store)
    if as_json:
        print(json.dumps([row.as_dict() for row in rows]))
    else:
        show(rows)
    return 0


def _results(file: Path, db: str, *, dry: bool, as_json: bool) -> int:
    """Read GameBench's list of matches, and show its ratings."""
    from agonist.reports.render import sections_table
    from agonist.store import Store
    from agonist.suites.gamebench import importer
    from agonist.suites.gamebench.match_shares import packed
    from agonist.suites.gamebench.suite import sections

    matches = importer.read(file)
    if not dry:
        with Store.open(db) as store:
            run = importer.store_results(store, matches)
        print(f"{len(matches)} results are run {run} in {db}", file=sys.stderr)
    if as_json:
        print(json.dumps(packed(matches)))
    else:
        print(sections_table(sections(matches, "")[:2]), end="")
    return 0


def _logs(place: Path, db: str, *, dry: bool, as_json: bool) -> int:
    """Read logs of Inspect, and say what became of each."""
    from agonist.adapters.inspect.imported_logs import DamagedLog, import_logs
    from agonist.store import Store

    with (
        only_data(),
        TemporaryDirectory() as nowhere,
        Store.open(Path(nowhere) / "dry.db" if dry else db) as store,
    ):
        found = import_logs(place, store)
    problems = [each.problem for each in found if each.problem]
    if as_json:
        print(json.dumps([asdict(each) for each in found]))
        return DamagedLog.exit_code if problems else 0
    for each in found:
        if each.problem:
            print(f"agonist: {each.problem}", file=sys.stderr)
            continue
        parts = [counted(each.new, "match", "matches")]
        parts += [f"{each.unfinished} of them unfinished"] if each.unfinished else []
        parts += [f"{each.known} stored before"] if each.known else []
        parts += [f"{counted(each.empty, 'sample')} without a match"] if each.empty else []
        where = "" if dry or not each.run else f" (run {each.run} in {db})"
        print(f"{each.log}: {', '.join(parts)}{where}")
    return DamagedLog.exit_code if problems else 0


def show(rows: list[FileResult]) -> None:
    """Show what was found: up to `LISTED` files one by one, and the printed numbers that differ."""
    from agonist.reports.render import sections_table
    from agonist.suites.gamabench import findings

    found, checks = findings(rows)
    if len(rows) > LISTED:
        text = f"{found.text} Their scores are printed by --json."
        found = replace(found, text=text, tables=found.tables[1:])
    off = [
        replace(table, rows=tuple(row for row in table.rows if "no" in row[-2:])) for table in checks.tables
    ]
    off = [table for table in off if table.rows]
    text = f"{checks.text} Listed are those that are not." if off else checks.text
    print(sections_table([found, replace(checks, text=text, tables=tuple(off))]), end="")
    counts = ", ".join(f"{count} {status}" for status, count in Counter(r.status for r in rows).most_common())
    print(f"{counted(len(rows), 'file')}: {counts}", file=sys.stderr)
