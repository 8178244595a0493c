"""The command `programs`."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from agonist.cli import completion
from agonist.cli.options import Database
from agonist.core import UsageError
from agonist.reports.safe_text import printable


def programs(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ] = "latest",
    *,
    output: Annotated[
        Path | None, typer.Option("--output", help="A folder to write them to, a file for each.")
    ] = None,
    db: Database = "agonist.db",
) -> int:
    """Show the programs that models have written in a run (players code:MODEL)."""
    from agonist.store import Reader

    with Reader.open(db) as store:
        found = store.programs(run)
    if not found:
        raise UsageError("no player of this run has written a program; code:MODEL does")
    if output is not None:
        output.mkdir(parents=True, exist_ok=True)
    for nth, each in enumerate(found, 1):
        options = ", ".join(f"{name}={value}" for name, value in each.options.items())
        game = f"{each.game} ({options})" if options else each.game
        about = f"{each.player}, {game}: {each.program.requests} requests"
        faults = [f"still wrong: {fault}" for fault in each.program.faults]
        if output is None:
            print("\n".join([f"# {about}", *(f"# {printable(fault)}" for fault in faults)]))
            print(f"{printable(each.program.source)}\n")
            continue
        path = output / f"{nth}-{re.sub(r'[^A-Za-z0-9.]+', '-', f'{each.game}-{each.player}')}.py"
        path.write_text(f"{each.program.source}\n", encoding="utf-8", newline="\n")
        print("; ".join([f"{path}: {about}", *faults]), file=sys.stderr)
    return 0
