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


def picture(view: View, ask: Ask | None) -> Picture:
    """This seat's favourites with what they are worth, and the last proposals, with what each is worth."""
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
        lines.append(TableRow(ISSUES[nth], (best, *offered), "shade1"))
    worth = [str(points(table.rows, deal)) for _, _, _, deal, *_ in offers]
    lines.append(TableRow(f"points (BATNA {table.batna})", ("100", *worth), "board"))
    return table_picture(title, ["favourite", *head], lines)
