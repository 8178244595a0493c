"""Bargaining as a picture."""

from __future__ import annotations

from agonist.core import Ask, player_name
from agonist.games.bargain.goods import KINDS, rest
from agonist.games.bargain.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import TableRow, seat_row, table_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """The pool, the values that this seat knows, and each side's part by the last plan."""
    del ask
    pool, plan = view.table.pool, view.table.plan
    if pool is None:
        return table_picture("Bargain: nothing is drawn yet", KINDS, [])
    rows = [TableRow("in the pool", tuple(map(str, pool)), "shade1")]
    for seat, values in enumerate(view.values):
        if values is not None:
            row = TableRow(f"one is worth to {player_name(seat)}", tuple(map(str, values)), "board")
            rows.append(row)
    if plan is not None:
        gets = {plan.seat: plan.keeps, 1 - plan.seat: rest(pool, plan.keeps)}
        rows += [seat_row(seat, view.seat, list(map(str, gets[seat]))) for seat in (0, 1)]
    alt = "no plan yet"
    if plan is not None:
        alt = "agreed" if view.table.agreed else f"last plan by {player_name(plan.seat)}"
    return table_picture(f"Bargain: {alt}", KINDS, rows, wide=1.4)
