"""Sentences about who is better, and how certain that is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from agonist.metrics.leaderboard import Row
from agonist.reports.safe_text import on_one_line


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
        what = "The rank of {} is" if len(sure) == 1 else "The ranks of {} are"
        yield f"{what.format(names)} settled; the others have a range."
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
