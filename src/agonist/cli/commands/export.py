"""The command `export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from agonist.cli import completion
from agonist.cli.options import Database
from agonist.cli.streams import only_data
from agonist.core import UsageError
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
    WANDB = "wandb"
    EVAL_RESULTS = "eval-results"
    LM_EVAL = "lm-eval"
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
            help="The format: files with tables, a dataset with a card, Inspect logs, games of chess, "
            "rollouts with the ids of tokens for trainers, a history of checkpoints for W&B, or a player's "
            "results, for a model's card or as lm-evaluation-harness has them.",
        ),
    ] = ExportFormat.PARQUET,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="The folder; by default agonist-RUN.")
    ] = None,
    player: Annotated[
        str, typer.Option(help="With eval-results and lm-eval: the player whose results they are.")
    ] = "",
    dataset: Annotated[
        str,
        typer.Option(help="With eval-results: the dataset on the Hub, OWNER/NAME, that is the benchmark."),
    ] = "",
    db: Database = "agonist.db",
) -> int:
    """Export a run for other programs: runs, matches, moves, model calls and ratings; no secrets."""
    from agonist.store import Reader

    if player and form not in (ExportFormat.EVAL_RESULTS, ExportFormat.LM_EVAL):
        raise UsageError("--player goes with --format eval-results and --format lm-eval")
    if dataset and form is not ExportFormat.EVAL_RESULTS:
        raise UsageError("--dataset goes with --format eval-results")
    with only_data() as out, Reader.open(db) as store:
        found = store.run(run).id
        folder = output or Path(f"agonist-{found}")
        write = _WRITERS.get(form)
        if write is not None:
            print(write(store, found, folder), file=out)
            return 0
        if form is ExportFormat.EVAL_RESULTS:
            from agonist.export.eval_results import eval_results

            print(", ".join(map(str, eval_results(store, found, folder, player, dataset))), file=out)
            return 0
        if form is ExportFormat.LM_EVAL:
            from agonist.export.lm_eval_results import lm_eval_results

            print(lm_eval_results(store, found, folder, player), file=out)
            return 0
        if form is ExportFormat.HUGGINGFACE:
            from agonist.export.huggingface import dataset as write_dataset

            rows = write_dataset(store, found, folder)
        else:
            from agonist.export.table_files import export as write_tables

            rows = write_tables(store, found, folder, form.value)
    sizes = (f"{name} ({counted(count, 'row')})" for name, count in rows.items())
    print(f"{folder}: {', '.join(sizes)}")
    return 0


def _inspect_logs(store: Reader, run: str, folder: Path) -> str:
    from agonist.adapters.inspect.runs_as_logs import inspect_logs

    logs = inspect_logs(store, run, folder)
    return f"{len(logs)} logs in {folder}; to see them: inspect view --log-dir {folder}"


def _rollouts(store: Reader, run: str, folder: Path) -> str:
    from agonist.export.rollouts import FILE, write_rollouts

    found = store.run(run)
    left = found.matches - found.finished
    rest = f"; {counted(left, 'match', 'matches')} not played to the end" if left else ""
    return f"{folder / FILE}: {counted(write_rollouts(store, run, folder), 'trace')}{rest}"


def _history(store: Reader, run: str, folder: Path) -> str:
    from agonist.export.training_log import FILE, training_log

    return f"{folder / FILE}: {counted(training_log(store, run, folder / FILE), 'step')}"


def _games_of_chess(store: Reader, run: str, folder: Path) -> str:
    from agonist.export.secrets import cleaner
    from agonist.games import library

    library("openspiel")  # says what to install, if it is missing
    from agonist.adapters.openspiel.games.chess.pgn_file import write_pgn

    path = folder / "chess.pgn"
    return f"{path}: {counted(write_pgn(store, run, path, cleaner()), 'game')}"


_WRITERS: Final[Mapping[ExportFormat, Callable[[Reader, str, Path], str]]] = {
    ExportFormat.INSPECT: _inspect_logs,
    ExportFormat.PGN: _games_of_chess,
    ExportFormat.ROLLOUTS: _rollouts,
    ExportFormat.WANDB: _history,
}
"""What writes a format into a folder and says in a line what was written."""
