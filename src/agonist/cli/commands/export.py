"""The command `export`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from functools import partial
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
    licence: Annotated[
        str,
        typer.Option(help="With huggingface and rollouts: the licence on the card, such as cc-by-4.0."),
    ] = "",
    db: Database = "agonist.db",
) -> int:
    """Export a run for other programs: runs, matches, moves, model calls and ratings; no secrets."""
    from agonist.store import Reader

    given = {"player": player, "dataset": dataset, "licence": licence}
    for name, value in given.items():
        if value and form not in _FORMATS_WITH[name]:
            raise UsageError(f"--{name} goes with --format {' or '.join(_FORMATS_WITH[name])}")
    with only_data() as out, Reader.open(db) as store:
        found = store.run(run).id
        folder = output or Path(f"agonist-{found}")
        taken = {name: value for name, value in given.items() if form in _FORMATS_WITH[name]}
        write = _WRITERS.get(form, partial(_tables, form=form))
        print(write(store, found, folder, **taken), file=out)
    return 0


def _tables(store: Reader, run: str, folder: Path, form: ExportFormat) -> str:
    from agonist.export.table_files import export as write_tables

    return _sizes(folder, write_tables(store, run, folder, form.value))


def _data_set(store: Reader, run: str, folder: Path, licence: str) -> str:
    from agonist.export.huggingface import dataset

    return _sizes(folder, dataset(store, run, folder, licence=licence))


def _sizes(folder: Path, rows: Mapping[str, int]) -> str:
    return f"{folder}: " + ", ".join(f"{name} ({counted(count, 'row')})" for name, count in rows.items())


def _eval_results(store: Reader, run: str, folder: Path, player: str, dataset: str) -> str:
    from agonist.export.eval_results import eval_results

    return ", ".join(map(str, eval_results(store, run, folder, player, dataset)))


def _lm_eval(store: Reader, run: str, folder: Path, player: str) -> str:
    from agonist.export.lm_eval_results import lm_eval_results

    return str(lm_eval_results(store, run, folder, player))


def _inspect_logs(store: Reader, run: str, folder: Path) -> str:
    from agonist.adapters.inspect.runs_as_logs import inspect_logs

    logs = inspect_logs(store, run, folder)
    return f"{len(logs)} logs in {folder}; to see them: inspect view --log-dir {folder}"


def _rollouts(store: Reader, run: str, folder: Path, licence: str) -> str:
    from agonist.export.rollouts import FILE, write_rollouts

    found = store.run(run)
    left = found.matches - found.finished
    rest = f"; {counted(left, 'match', 'matches')} not played to the end" if left else ""
    traces = write_rollouts(store, run, folder, licence=licence)
    return f"{folder / FILE}: {counted(traces, 'trace')}{rest}"


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


_FORMATS_WITH: Final[Mapping[str, Sequence[ExportFormat]]] = {
    "player": (ExportFormat.EVAL_RESULTS, ExportFormat.LM_EVAL),
    "dataset": (ExportFormat.EVAL_RESULTS,),
    "licence": (ExportFormat.HUGGINGFACE, ExportFormat.ROLLOUTS),
}
"""The options that only some formats take."""

_WRITERS: Final[Mapping[ExportFormat, Callable[..., str]]] = {
    ExportFormat.HUGGINGFACE: _data_set,
    ExportFormat.INSPECT: _inspect_logs,
    ExportFormat.PGN: _games_of_chess,
    ExportFormat.ROLLOUTS: _rollouts,
    ExportFormat.WANDB: _history,
    ExportFormat.EVAL_RESULTS: _eval_results,
    ExportFormat.LM_EVAL: _lm_eval,
}
"""What writes a format into a folder and says in a line what was written; the others are tables."""
