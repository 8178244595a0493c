"""Tables as data frames of pandas or polars."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from agonist.core import UsageError, nearest
from agonist.export.flat_tables import TABLES
from agonist.extras import install
from agonist.metrics.leaderboard import Method
from agonist.store import Reader

PANDAS: Final[dict[str, Any]] = {"text": "string", "whole": "Int64", "number": "Float64", "truth": "boolean"}
LIBRARIES: Final = ("pandas", "polars")


def matches_df(run: str = "latest", *, db: str | Path = "agonist.db", library: str = "pandas") -> Any:
    """The matches of a run as a data frame, one row for each seat: player, score, rank, cost, and more.

    Args:
        run: The id of a run, the beginning of one, or `latest`.
        db: The database that holds it.
        library: The library of the frame: `pandas` or `polars`.

    Raises:
        UsageError: For an unknown run, and where the library is not installed.
        StoreError: For a database that cannot be read.
    """
    return _frame("matches", run, db, library)


def moves_df(run: str = "latest", *, db: str | Path = "agonist.db", library: str = "pandas") -> Any:
    """The moves of a run as a data frame; chance is seat -1, and an action is a JSON text.

    Args:
        run: As in `matches_df`.
        db: As in `matches_df`.
        library: As in `matches_df`.

    Raises:
        UsageError: As in `matches_df`, and so does `StoreError`.
    """
    return _frame("moves", run, db, library)


def calls_df(run: str = "latest", *, db: str | Path = "agonist.db", library: str = "pandas") -> Any:
    """The model calls of a run as a data frame: messages, answer, tokens, dollars, seconds.

    Args:
        run: As in `matches_df`.
        db: As in `matches_df`.
        library: As in `matches_df`.

    Raises:
        UsageError: As in `matches_df`, and so does `StoreError`.
    """
    return _frame("calls", run, db, library)


def ratings_df(
    run: str = "latest",
    *,
    db: str | Path = "agonist.db",
    library: str = "pandas",
    method: Method = "bradley-terry",
) -> Any:
    """The boards of a run as a data frame, with intervals of the level `confidence`; `part` is empty for
    all games together.

    Args:
        run: As in `matches_df`.
        db: As in `matches_df`.
        library: As in `matches_df`.
        method: How players are rated: `bradley-terry` or `trueskill`.

    Raises:
        UsageError: As in `matches_df`, and so does `StoreError`.
    """
    return _frame("ratings", run, db, library, method)


def _frame(table: str, run: str, db: str | Path, library: str, method: Method = "bradley-terry") -> Any:
    if library not in LIBRARIES:
        raise UsageError(nearest("library of data frames", library, LIBRARIES))
    chosen = TABLES[table]
    with Reader.open(db) as store:
        rows = list(chosen.rows(store, run, method))
    columns = {name: [row[name] for row in rows] for name in chosen.columns}
    try:
        return _pandas(columns, table) if library == "pandas" else _polars(columns, table)
    except ImportError:
        raise UsageError(f"data frames need extra packages: {install('data')}") from None


def _pandas(columns: dict[str, list[Any]], table: str) -> Any:
    import pandas as pd

    kinds = TABLES[table].columns
    return pd.DataFrame({name: pd.array(cells, dtype=PANDAS[kinds[name]]) for name, cells in columns.items()})


def _polars(columns: dict[str, list[Any]], table: str) -> Any:
    import polars as pl

    kinds = {"text": pl.String, "whole": pl.Int64, "number": pl.Float64, "truth": pl.Boolean}
    return pl.DataFrame(columns, schema={name: kinds[kind] for name, kind in TABLES[table].columns.items()})
