"""Displays in notebooks: the leaderboard of a report, and the progress of a run."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Row
    from agonist.tournament import Progress


def board_html(title: str, board: Sequence[Row], level: str = "95%") -> str:
    """A board as an HTML table under its title; names are escaped."""
    head = ("Player", "Rating", f"{level} interval", "Matches", "Win rate", "Note")
    rows = [
        (
            row.player,
            _number(row.rating),
            f"{_number(row.low)} to {_number(row.high)}",
            str(row.matches),
            "n/a" if row.win_rate is None else f"{row.win_rate:.0%}",
            row.note,
        )
        for row in board
    ]
    return f"<p>{escape(title)}</p>{html_table(head, rows)}"


def html_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """An HTML table of plain texts.

    >>> html_table(("Player",), [("<b>x</b>",)])
    '<table><tr><th>Player</th></tr><tr><td>&lt;b&gt;x&lt;/b&gt;</td></tr></table>'
    """
    lines = ["".join(f"<th>{escape(cell)}</th>" for cell in head)]
    lines += ["".join(f"<td>{escape(cell)}</td>" for cell in row) for row in rows]
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def notebook_progress() -> Callable[[Progress], None] | None:
    """A progress display in the running notebook cell; `None` outside a notebook."""
    shell: Any = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return None
    display = sys.modules["IPython"].display.display
    html = sys.modules["IPython"].display.HTML
    shown = display(html("Starting …"), display_id=True)

    def on_change(progress: Progress) -> None:
        waiting = f", {progress.suspended} suspended" if progress.suspended else ""
        bar = f'<progress value="{progress.finished}" max="{max(progress.total, 1)}"></progress>'
        shown.update(html(f"{bar} {progress.finished} of {progress.total} matches{waiting}"))

    return on_change


def _number(value: float | None) -> str:
    return "n/a" if value is None else f"{value:.1f}"
