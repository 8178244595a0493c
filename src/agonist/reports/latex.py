"""Tables for LaTeX, with booktabs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from agonist.reports.report_tables import tables_of
from agonist.reports.safe_text import on_one_line
from agonist.reports.table import YARDSTICKS, TextTable, marked

if TYPE_CHECKING:
    from agonist.reports.report import Report

SYMBOLS: Final = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "—": "---",
    "…": r"\dots{}",
    "−": "$-$",
    "×": r"$\times$",
    "±": r"$\pm$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "→": r"$\rightarrow$",
    "·": r"\textperiodcentered{}",
    "γ": r"$\gamma$",
    "²": r"\textsuperscript{2}",
    "\u00a0": "~",
    **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    # What stands for control characters, which no font of LaTeX has.
    **{chr(code): "?" for code in range(0x2400, 0x2440)},
}

LAST_LATIN: Final = "\u017f"
"""The last character that LaTeX's fonts have without further packages."""


def latex(report: Report) -> str:
    """All tables of a report but the list of matches, each a float that is never wider than the line."""
    head = f"% Run {on_one_line(report.run)}, {report.finished} of {report.matches} matches."
    tables = [table for table in tables_of(report) if table.name != "matches"]
    return document(head, tables, label=report.run, warnings=report.warnings)


def document(head: str, tables: Iterable[TextTable], *, label: str, warnings: Sequence[str] = ()) -> str:
    """Tables to be put into a paper. `label`: begins the labels, so that those of several reports differ."""
    floats = [line for table in tables for line in _float(table, label, warnings)]
    needs = [head, r"% Needs \usepackage[T1]{fontenc}, \usepackage{booktabs} and \usepackage{graphicx}."]
    if any(mark > LAST_LATIN for line in floats for mark in line):
        needs.append(
            "% Some names are in other scripts: compile with XeLaTeX or LuaLaTeX and a font that has them."
        )
    return "\n".join([*needs, *floats]) + "\n"


def _float(table: TextTable, label: str, warnings: Sequence[str]) -> list[str]:
    aligned = "".join("l" if place in table.left else "r" for place in range(len(table.columns)))
    caption = [f"{table.title.rstrip('.')}.", table.note, *warnings]
    rows = [*map(_line, marked(table, tex, r"\textbf{{{}}}", r"\underline{{{}}}"))]
    name = re.sub(r"[^a-z0-9]+", "-", f"{label} {table.name}".casefold()).strip("-")
    return [
        "",
        r"\begin{table}[htbp]",
        r"\centering",
        rf"\caption{{{' '.join(tex(text) for text in caption if text)}}}",
        rf"\label{{tab:{name}}}",
        r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%",
        rf"\begin{{tabular}}{{{aligned}}}",
        r"\toprule",
        _line(map(tex, distinct(table.columns))),
        r"\midrule",
        *rows[: table.own],
        *([] if table.own is None else [r"\midrule", rf"\emph{{{YARDSTICKS}}} \\", *rows[table.own :]]),
        r"\bottomrule",
        r"\end{tabular}}",
        r"\end{table}",
    ]


def distinct(columns: Sequence[str]) -> list[str]:
    """The headings; one that another column has too begins with that of the column to its left.

    >>> distinct(["Player", "Rating", "95%", "Win rate", "95%"])
    ['Player', 'Rating', 'Rating 95%', 'Win rate', 'Win rate 95%']
    """
    return [
        f"{columns[place - 1]} {heading}" if place and columns.count(heading) > 1 else heading
        for place, heading in enumerate(columns)
    ]


def tex(text: str) -> str:
    """A text on one line, with LaTeX's own characters escaped.

    >>> print(tex("50% of x_1"))
    50\\% of x\\_1
    """
    return "".join(SYMBOLS.get(mark, mark) for mark in on_one_line(text))


def _line(cells: Iterable[str]) -> str:
    return f"{' & '.join(cells)} \\\\"
