"""Tables as files: Parquet, JSON Lines, comma-separated values."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from agonist.core import UsageError, nearest
from agonist.export.flat_tables import ExportTable, Kind, Row, tables_of
from agonist.extras import install
from agonist.metrics.leaderboard import Method
from agonist.store import StoreError

if TYPE_CHECKING:
    from agonist.store import Reader

Write: TypeAlias = Callable[[Path, ExportTable, Iterable[Row]], int]

ROWS: Final = 5000
"""Rows in memory at a time."""

FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")
"""First characters of cells that spreadsheets would read as a formula."""


def export(
    store: Reader,
    run: str,
    folder: Path,
    file_format: str = "parquet",
    *,
    tables: Sequence[str] = (),
    method: Method = "bradley-terry",
) -> dict[str, int]:
    """Write the tables of a run into a folder, one file each; returns the number of rows of each table.

    Raises `UsageError` for an unknown format, `StoreError` where a file cannot be written.
    """
    if file_format not in FORMATS:
        raise UsageError(nearest("format", file_format, FORMATS))
    store.run(run)
    written = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for table in tables_of(tuple(tables)):
            path = folder / f"{table.name}.{file_format}"
            draft = path.with_name(f".{path.name}")
            try:
                written[table.name] = FORMATS[file_format](draft, table, table.rows(store, run, method))
                draft.replace(path)
            finally:
                draft.unlink(missing_ok=True)
    except OSError as error:
        raise StoreError(f"{folder} cannot be written: {error.strerror}") from error
    return written


def _jsonl(path: Path, _table: ExportTable, rows: Iterable[Row]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", errors="replace") as file:
        for row in rows:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")
            count += 1
    return count


def _csv(path: Path, table: ExportTable, rows: Iterable[Row]) -> int:
    count = 0
    with path.open("w", encoding="utf-8", errors="replace", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.columns)
        for row in rows:
            count += 1
            writer.writerow([_cell(row[name], kind) for name, kind in table.columns.items()])
    return count


def _cell(value: Any, kind: Kind) -> Any:
    """A cell for CSV: a text that a spreadsheet would read as a formula gets a leading apostrophe."""
    if kind == "text" and isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return value


def _parquet(path: Path, table: ExportTable, rows: Iterable[Row]) -> int:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise UsageError(f"Parquet needs extra packages: {install('data')}") from None
    kinds = {"text": pa.string(), "whole": pa.int64(), "number": pa.float64(), "truth": pa.bool_()}
    schema = pa.schema([(name, kinds[kind]) for name, kind in table.columns.items()])
    count = 0
    with pq.ParquetWriter(path, schema) as writer:
        left = _encodable(rows)
        while some := list(islice(left, ROWS)):
            writer.write_table(pa.Table.from_pylist(some, schema=schema))
            count += len(some)
    return count


def _encodable(rows: Iterable[Row]) -> Iterator[Row]:
    """Rows whose texts can be encoded as UTF-8: models sometimes write lone surrogates."""
    for row in rows:
        yield {
            name: value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
            for name, value in row.items()
        }


FORMATS: Final[Mapping[str, Write]] = {"parquet": _parquet, "jsonl": _jsonl, "csv": _csv}
"""Formats by name."""
