"""The command `export`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agonist.cli import completion
from agonist.cli.options import Database
from agonist.cli.streams import only_data
from agonist.core.plurals import counted

if TYPE_CHECKING:
    from agonist.store import Reader


class ExportFormat(StrEnum):
    """The formats of `agonist export`."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    CSV = "csv"
    HUGGINGFACE = "huggingface"
    INSPECT = "inspect"
    PGN = "pgn"
    ROLLOUTS = "rollouts"


def export(
    run: Annotated[
        str,
        typer.Argument(help="A run, the beginning of its id, or latest.", autocompletion=completion.runs),
    ],
    form: Annotated[
        ExportFormat,
        typer.Option(
            "--format",
            help="The format: files with tables, a dataset with a card, Inspect logs, games of chess, or "
            "rollouts with the ids of tokens, for trainers.",
        ),
    ] = ExportFormat.PARQUET,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder; by default agonist-RUN.")
    ] = None,
    db: Database = "agonist.db",
) -> int:
    """Export a run for other programs: runs, matches, moves, model calls and ratings; no secrets."""
    from agonist.store import Reader

    with only_data() as out, Reader.open(db) as store:
        found = store.run(run).id
        folder = output or Path(f"agonist-{found}")
        if form is ExportFormat.INSPECT:
            from agonist.export.inspect_log import inspect_logs

            logs = inspect_logs(store, found, folder)
            print(f"{len(logs)} logs in {folder}; to see them: inspect view --log-dir {folder}", file=out)
            return 0
        if form is ExportFormat.PGN:
            print(_games_of_chess(store, found, folder), file=out)
            return 0
        if form is ExportFormat.ROLLOUTS:
            from agonist.export.rollouts import FILE, write_rollouts

            print(f"{folder / FILE}: {counted(write_rollouts(store, found, folder), 'trace')}", file=out)
            return 0
        if form is ExportFormat.HUGGINGFACE:
            from agonist.export.huggingface import dataset

            rows = dataset(store, found, folder)
        else:
            from agonist.export.table_files import export as write

            rows = write(store, found, folder, form.value)
    sizes = (f"{name} ({counted(count, 'row')})" for name, count in rows.items())
    print(f"{folder}: {', '.join(sizes)}")
    return 0


def _games_of_chess(store: Reader, run: str, folder: Path) -> str:
    from agonist.export.secrets import cleaner
    from agonist.games import library

    library("openspiel")  # says what to install, if it is missing
    from agonist.adapters.openspiel.games.chess.pgn_file import write_pgn

    path = folder / "chess.pgn"
    return f"{path}: {counted(write_pgn(store, run, path, cleaner()), 'game')}"
