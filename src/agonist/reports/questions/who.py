"""Who is better and how sure that is, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from agonist.core import counted
from agonist.metrics.leaderboard import Row
from agonist.reports.printable import on_one_line

if TYPE_CHECKING:
    from agonist.reports.report import Report


def headline(report: Report) -> str:
    """The result in one line: who leads whom, and in how many games."""
    rows = report.overall.strict
    players = {name for line in report.lines for name in line.players} or {row.player for row in rows}
    parts = list(dict.fromkeys(line.part for line in report.lines))
    where = on_one_line(parts[0]) if len(parts) == 1 else counted(len(parts), "game")
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
    others = "another" if len(leaders) == 2 else counted(len(leaders) - 1, "other")
    return f"{name} leads {among}; {others} may be as good"


def sureness(rows: Sequence[Row]) -> Iterator[str]:
    """What the intervals of a board show, in a few sentences."""
    ranked = [row for row in rows if row.rank_low is not None and row.rank_high is not None]
    if len(ranked) < 2:
        yield "There are too few results to say who is better."
        return
    first = [on_one_line(row.player) for row in ranked if row.rank_low == 1]
    sure = [row for row in ranked if row.rank_low == row.rank_high]
    if len(first) == 1:
        yield f"{first[0]} is better than every other player."
    else:
        yield f"Any of {listed(first)} may be the best: there are too few matches to decide."
    if len(sure) == len(ranked):
        yield "The whole order is settled."
    elif sure:
        names = listed([on_one_line(row.player) for row in sure])
        yield f"The rank of {names} is settled; the others have a range."
    few = [on_one_line(row.player) for row in ranked if row.matches < 10]
    if few:
        yield f"Fewer than 10 matches each: {listed(few)}."


def listed(names: Sequence[str], most: int = 6) -> str:
    """Some names in a sentence.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], most=2)
    ('a, b and c', 'a, b and 1 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), *names[-1:]]))
