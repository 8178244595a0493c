"""Are You the Traitor? as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask, Seat
from agonist.games.are_you_the_traitor.sample_state import known_roles
from agonist.games.are_you_the_traitor.table import View
from agonist.kit.picture import Picture, choices_where
from agonist.kit.table_picture import TableRow, seat_row, table_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """A line for each player: the role, as far as this seat knows it, and the treasure cards."""
    call = ask is not None and ask.about == "call"
    rows = []
    for seat in range(len(view.cards)):
        row = seat_row(seat, view.seat, (_role(view, seat), str(view.cards[seat]), _treasure(view, seat)))
        choices = choices_where(ask, partial(eq, seat)) if call else ()
        rows.append(TableRow(row.label, row.cells, row.style, row.emphasis, choices))
    title = f"Are You the Traitor?, round {view.round}"
    return table_picture(title, ("role", "cards", "treasure"), rows, wide=3.6)


def _role(view: View, seat: Seat) -> str:
    known = known_roles(view).get(seat)
    return known or ("a wizard" if seat in view.wizards else "unknown")


def _treasure(view: View, seat: Seat) -> str:
    if seat != view.seat:
        return "hidden" if view.cards[seat] else ""
    return ", ".join(view.hand)
