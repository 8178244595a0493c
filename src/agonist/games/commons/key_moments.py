"""Key moments of a commons: the collapse, and who pays fines."""

from __future__ import annotations

from typing import Any

from agonist.core import Moves, counted, events_for


def key_moments(game: Any, before: Any, after: Any, moves: Moves) -> str:
    """What a reader shouldn't miss in this step; empty for other steps."""
    del game, moves
    fresh = events_for(after.log, None)[len(events_for(before.log, None)) :]
    fines = sum(event[0] in ("fined", "offence") for event in fresh)
    told = [counted(fines, "fine")] if fines else []
    told += [f"the stock collapses: {event[2]} left" for event in fresh if event[0] == "collapsed"]
    return "; ".join(told)
