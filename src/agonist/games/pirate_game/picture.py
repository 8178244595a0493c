"""The pirate game as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.pirate_game.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import COLUMNS, seat_row, table_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """The last plans, a column for each proposer, and how many accepted them."""
    del ask
    plans = [event[1:] for event in view.log if event[0] == "proposal"][-COLUMNS:]
    votes = {event[1]: event[2:] for event in view.log if event[0] == "votes"}
    if not plans:
        return table_picture("Pirate game: no plan yet", [], [])
    first = plans[0][1]
    seats = range(first, first + len(plans[0][2]))
    rows = []
    for seat in seats:
        shares = [str(plan[seat - by]) if seat >= by else "" for _, by, plan in plans]
        rows.append(seat_row(seat, view.seat, shares, "out" if seat < view.overboard else ""))
    head = [f"plan {number}{_ending(votes.get(number))}" for number, _, _ in plans]
    return table_picture("Pirate game, gold for each in the last plans", head, rows, wide=2.4)


def _ending(vote: tuple[int, int, bool] | None) -> str:
    return "" if vote is None else f": {vote[0]} of {vote[1]} {'passed' if vote[2] else 'failed'}"
