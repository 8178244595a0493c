"""Tables of a report in a terminal; a table that is wider than the terminal is printed in parts."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

from rich.box import Box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from agonist.reports.table import YARDSTICKS, TextTable

RULES: Final = Box("    \n    \n ── \n    \n ── \n    \n    \n    \n")
"""Tables with a rule below their headings, and between sections."""

NARROWEST: Final = 40
"""Columns of the narrowest terminal for which tables are laid out."""

NO_TERMINAL: Final = 140
"""Characters in a line of a file or a pipe, where COLUMNS is not set."""

PIECE: Final = re.compile(r"[^-_/:.@]*[-_/:.@]+|[^-_/:.@]+")
"""The pieces of a name between which it may be broken: each up to and including a mark, and the rest."""

NAME: Final = 12
"""Words of up to this many characters in a name are never broken."""

INTERVAL: Final = re.compile(r"\d+(\.\d)?%")
"""The heading of an interval begins with its level. The interval stays beside the number to its left."""


def columns_here() -> int:
    """Characters in a line: as COLUMNS says, else of the terminal, else `NO_TERMINAL`; at least 40."""
    return max(get_terminal_size((NO_TERMINAL, 24)).columns, NARROWEST)


def lone_table(table: TextTable) -> str:
    """One table as text, as wide as the terminal."""
    out = io.StringIO()
    print_table(Console(file=out, width=columns_here(), color_system=None, highlight=False), table)
    return trimmed(out.getvalue()).lstrip("\n")


def print_table(console: Console, table: TextTable, most: int | None = None) -> None:
    """Print a table and its note. Nothing is cut off: a table that is too wide is printed in parts."""
    table = table if most is None else replace(table, rows=table.rows[:most])
    console.print()
    console.print(Text(table.title))
    for part in parts_of(table, console.width) if table.columns else ():
        named = with_broken_names(part, console.width)
        shown = board(named)
        if least(shown) > console.width:
            shown = board(named, narrow=True)
            fit(shown, console.width)
        console.print()
        console.print(shown)
    if table.note:
        console.print()
        console.print(Text(table.note))


def parts_of(table: TextTable, width: int) -> list[TextTable]:
    """The table in as few parts as the width allows, each with the names; intervals stay with their number.

    >>> from agonist.reports.table import TextTable
    >>> table = TextTable("t", "", "", ("Player", "Rating", "95%", "n"), (("a", "1500.0", "1 to 2", "8"),))
    >>> [part.columns for part in parts_of(table, 24)]
    [('Player', 'Rating', '95%'), ('Player', 'n')]
    """
    if least(board(table, narrow=True)) <= width:
        return [table]
    names = [0, 1] if {0, 1} <= table.left and 2 not in table.left and len(table.columns) > 2 else [0]
    groups: list[list[int]] = []
    for place in range(len(names), len(table.columns)):
        if groups and INTERVAL.match(table.columns[place]):
            groups[-1].append(place)
        else:
            groups.append([place])
    parts: list[list[int]] = []
    for group in groups:
        if parts and least(board(_columns(table, [*parts[-1], *group]), narrow=True)) <= width:
            parts[-1] += group
        else:
            parts.append([*names, *group])
    return [_columns(table, places) for places in parts] or [table]


def with_broken_names(table: TextTable, width: int) -> TextTable:
    """The table with names that are too long broken after dashes, slashes and the like, not at any character.

    One or two columns of names share the width that the numbers leave.
    """
    names = [at for at in table.left if at < len(table.columns)]
    if not 1 <= len(names) <= 2:
        return table
    columns = board(table, narrow=True).columns
    free = width - 2 * (len(columns) - 1)
    free -= sum((column.min_width or 0) for at, column in enumerate(columns) if at not in names)
    longest = {at: max((len(row[at]) for row in table.rows), default=0) for at in names}
    room: dict[int, int] = {}
    for at in sorted(longest, key=lambda at: longest[at]):
        # Width that a short column does not need goes to the other.
        room[at] = max(min(longest[at], free // (len(longest) - len(room))), NAME)
        free -= room[at]
    rows = tuple(
        tuple(
            " ".join(_in_pieces(word, room[at]) for word in cell.split(" ")) if at in room else cell
            for at, cell in enumerate(row)
        )
        for row in table.rows
    )
    return replace(table, rows=rows)


def _in_pieces(word: str, room: int) -> str:
    """A word in lines of at most `room` characters, as far as breaks after marks allow.

    >>> _in_pieces("provider-large-model-2026-01-31", 18).splitlines()
    ['provider-large-', 'model-2026-01-31']
    """
    if len(word) <= room:
        return word
    lines = [""]
    for piece in PIECE.findall(word):
        if lines[-1] and len(lines[-1]) + len(piece) > room:
            lines.append("")
        lines[-1] += piece
    return "\n".join(lines)


def _columns(table: TextTable, places: Sequence[int]) -> TextTable:
    return replace(
        table,
        columns=tuple(table.columns[place] for place in places),
        rows=tuple(tuple(row[place] for place in places) for row in table.rows),
        left=frozenset(at for at, place in enumerate(places) if place in table.left),
    )


def least(shown: Table) -> int:
    """The fewest characters of a line in which no column is cut off, with two between columns."""
    return sum((column.min_width or 0) + 2 for column in shown.columns) - 2


def fit(shown: Table, width: int) -> None:
    """Set the width of every column so that together they fit into `width`.

    Rich would narrow the widest columns first, even below their minimum.
    """
    free = width - least(shown)
    for column in shown.columns:
        if column.width is None:
            lines = [line for cell in column.cells for line in str(cell).splitlines()]
            wanted = max(map(len, lines), default=0) - (column.min_width or 0)
            more = max(0, min(free, wanted))
            column.width = (column.min_width or 0) + more
            free -= more


def trimmed(text: str) -> str:
    """A text without spaces at the ends of its lines."""
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def board(table: TextTable, *, narrow: bool = False) -> Table:
    """One table for a Rich console; with `narrow`, names may be broken between words."""
    shown = Table(box=RULES, pad_edge=False, collapse_padding=True, show_edge=False)
    for place, column in enumerate(table.columns):
        words = place in table.left
        longest = max((len(row[place]) for row in table.rows), default=0)
        word = max((len(part) for row in table.rows for part in row[place].split()), default=0)
        header = _broken(column, max(longest, 1))
        least = min(word if narrow else longest, NAME) if words else longest
        width = max(least, *map(len, header.splitlines()))
        shown.add_column(
            Text(header),
            justify="left" if words else "right",
            overflow="fold",
            no_wrap=not words,
            min_width=width,
            width=None if words else width,  # known already, so Rich need not measure each cell
        )
    for nth, row in enumerate(table.rows, start=1):
        shown.add_row(*map(Text, row), end_section=nth == table.own)
        if nth == table.own:
            shown.add_row(YARDSTICKS)
    return shown


def _broken(column: str, width: int) -> str:
    """A heading in lines of at most `width`, broken between words and after underscores, never within a word.

    >>> _broken("sealed_bid_auction", 12)
    'sealed_bid_\\nauction'
    """
    parts = column.replace("_", "_ ").split()
    return fill(" ".join(parts), max(width, *map(len, parts), 1)).replace("_ ", "_")
