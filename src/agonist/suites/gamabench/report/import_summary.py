"""A readable summary of an import of published records."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from agonist.core import counted
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.suites.gamabench.published.scored_record import FileResult
from agonist.suites.gamabench.report.recomputed_tables import reproduction


def findings(rows: Sequence[FileResult]) -> list[Section]:
    """How many records were stored, what is odd about them, and the recomputed printed tables."""
    counts = Counter(row.status for row in rows)
    text = (
        f"Of {counted(len(rows), 'file')}, {counts['finished']} can be replayed by our rules; "
        f"{counts['void']} void (a move that our rules refuse, or a record that repeats another); "
        f"{counts['unreadable']} unreadable."
    )
    kinds = Counter[tuple[str, str]]()
    examples: dict[tuple[str, str], str] = {}
    for row in rows:
        for kind, line in _remarks(row):
            key = (kind, _general(line))
            kinds[key] += 1
            examples.setdefault(key, f"{row.file}: {line}")
    found: list[tuple[Cell, ...]] = [(*key, count, examples[key]) for key, count in kinds.most_common()]
    remarks = ResultTable("Remarks", ("kind", "remark", "files", "first"), tuple(sorted(found, key=_place)))
    return [Section("Published records", text, (_scores(rows), remarks)), reproduction(rows)]


def _scores(rows: Iterable[FileResult]) -> ResultTable:
    header = ("file", "game", "model", "paper", "updated", "status")
    lines = [(row.file, row.game, row.model, row.score_paper, row.score_updated, row.status) for row in rows]
    return ResultTable("Scores", header, tuple(lines), digits=2)


def _remarks(row: FileResult) -> list[tuple[str, str]]:
    error = [("cannot be read" if row.status == "unreadable" else "void", row.error)] if row.error else []
    marks = [("mark", mark) for mark in row.marks]
    return [*error, *marks, *(("difference", line) for line in row.differences)]


def _general(line: str) -> str:
    """A remark without details that are specific to its file.

    >>> _general("sum of bids differs 3 times, first in round 2: 90 in the record, 91 by our rules")
    'sum of bids differs … times'
    >>> _general("the same match as el_farol/bar_v1_1.json")
    'the same match as …'
    """
    line = line.partition(", first in ")[0]
    line = re.sub(r"\S+\.json", "…", line)
    return re.sub(r"'[^']*'|\d+", "…", line)


def _place(line: tuple[Cell, ...]) -> tuple[bool, str, int]:
    kind, count = line[0], line[2]
    assert isinstance(count, int)
    return kind != "cannot be read", str(kind), -count
