"""The headline of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agonist.core import counted
from agonist.reports.printable import on_one_line

if TYPE_CHECKING:
    from agonist.reports.report import Report


def headline(report: Report) -> str:
    """The result in one line: who leads whom, and in how many games."""
    rows = report.overall.strict
    players = {name for line in report.lines for name in line.players} or {row.player for row in rows}
    parts = list(dict.fromkeys(line.part for line in report.lines))
    # Variants of a game, such as the arms of a sweep, are one game.
    games = list(dict.fromkeys(part.partition("|")[0] for part in parts))
    one = parts if len(parts) == 1 else games
    where = on_one_line(one[0]) if len(one) == 1 else counted(len(one), "game")
    among = f"{counted(len(players), 'player')} in {where}"
    leaders = [row for row in rows if row.rank_low == 1]
    if not leaders or len(rows) < 2:
        return among
    best = max(leaders, key=lambda row: (row.rating is not None, row.rating or 0.0))
    name = on_one_line(best.player)
    if len(leaders) == 1:
        return f"{name} is the best of {among}"
    if len(leaders) == len(rows):
        return f"{among}: nobody is clearly the best yet"
    others = counted(len(players) - 1, "other player")
    return f"{name} leads {others} in {where}; {len(leaders) - 1} of them may be as good"
