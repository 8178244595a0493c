"""Tables that fit the terminal: columns if there is room, or else a block of lines for each row."""

from __future__ import annotations

import os
import sys
from collections.abc import Collection, Sequence
from textwrap import wrap
from typing import Final

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agonist.reports.safe_text import on_one_line

UNKNOWN: Final = 160
"""Columns of a file or a pipe, unless the variable COLUMNS says how many."""

ROOM: Final = 20
"""Characters that a column of longer texts needs to be readable."""


def console() -> Console:
    """A console on standard output: as wide as the terminal, or as COLUMNS says."""
    known = sys.stdout.isatty() or os.environ.get("COLUMNS", "").isdigit()
    return Console(width=None if known else UNKNOWN, highlight=False)


def show(
    title: str, columns: Sequence[str], rows: Sequence[Sequence[str]], *, whole: Collection[str] = ()
) -> None:
    """Print a table on standard output. Nothing is cut off, and columns in `whole` are never broken.

    Cells are plain text: what looks like markup, or steers a terminal, is shown and does neither.
    """
    out = console()
    title, rows = on_one_line(title), [[on_one_line(cell) for cell in row] for row in rows]
    wide = out.width
    table = Table(title=Text(title), title_justify="left")
    room = 1
    for place, column in enumerate(columns):
        longest = max((len(row[place]) for row in rows), default=0)
        least = max(longest if column in whole else min(longest, ROOM), len(column))
        room += least + 3
        table.add_column(Text(column), overflow="fold", no_wrap=column in whole, min_width=least)
    if room > wide:
        out.print(Text(f"{title}\n\n{stacked(columns, rows, wide)}"), soft_wrap=True)
        return
    for row in rows:
        table.add_row(*map(Text, row))
    out.print(table)


def stacked(columns: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> str:
    """Each row as a block of lines, its first cell as the heading; empty cells are left out.

    >>> print(stacked(("game", "seats", "options"), [("hanabi", "2–5", "seats=2, colors=2")], 20))
    hanabi
      seats: 2–5
      options: seats=2,
        colors=2
    """
    blocks = []
    for first, *rest in rows:
        lines = wrap(first, width) or [""]
        for name, cell in zip(columns[1:], rest, strict=True):
            if cell:
                lines += wrap(f"{name}: {cell}", width, initial_indent="  ", subsequent_indent="    ")
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks)
