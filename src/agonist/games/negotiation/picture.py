"""A negotiation as a picture."""

from __future__ import annotations

from typing import Final

from agonist.core import Ask
from agonist.games.negotiation.deal_values import ISSUES, points
from agonist.games.negotiation.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import TableRow, table_picture

SHOWN: Final = 6
"""The most proposals that are shown."""

LISTED: Final = 5
"""With at most so many options the points of each are shown, otherwise those of the favourite."""


def picture(view: View, ask: Ask | None) -> Picture:
    """What this seat's options are worth, and the last proposals, with what each is worth."""
    del ask
    offers = [event for event in view.log if event[0] == "proposed"][-SHOWN:]
    head = [f"round {number}" for _, number, *_ in offers]
    table = view.tables[view.seat] if view.seat is not None and view.tables else None
    title = "Negotiation: a deal" if view.agreed else f"Negotiation, round {view.round}"
    if table is None:
        issues = len(offers[0][3]) if offers else 0
        cells = [(str(offer[3][nth]) for offer in offers) for nth in range(issues)]
        return table_picture(
            title, head, [TableRow(n, tuple(c)) for n, c in zip(ISSUES, cells, strict=False)]
        )
    lines = []
    for nth, (row, favourite) in enumerate(zip(table.rows, table.favourites, strict=True)):
        offered = [f"{deal[nth]} ({row[deal[nth] - 1]})" for _, _, _, deal, *_ in offers]
        best = f"{favourite} ({table.weights[nth]})"
        if len(row) <= LISTED:
            best = ", ".join(map(str, row))
        lines.append(TableRow(ISSUES[nth], (best, *offered), "shade1"))
    worth = [str(points(table.rows, deal)) for _, _, _, deal, *_ in offers]
    lines.append(TableRow(f"points (BATNA {table.batna})", ("100", *worth), "board"))
    listed = table.choices <= LISTED
    first = f"options 1 to {table.choices}" if listed else "favourite"
    return table_picture(title, [first, *head], lines)
