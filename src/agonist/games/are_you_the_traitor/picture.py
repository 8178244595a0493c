"""Are You the Traitor? as a picture."""

from __future__ import annotations

from functools import partial
from operator import eq

from agonist.core import Ask, Seat
from agonist.games.are_you_the_traitor.possible_states import known_roles
from agonist.games.are_you_the_traitor.state import View
from agonist.kit.picture import Picture, choices_where
from agonist.kit.rounds_picture import TableRow, seat_row, table_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """A line for each player: the role, as far as this seat knows it, and the treasure cards.

    A click on a line points at this player, or uses a ring on them.
    """
    about = ask.about if ask is not None else ""
    rows = []
    for seat in range(len(view.cards)):
        row = seat_row(seat, view.seat, (_role(view, seat), str(view.cards[seat]), _treasure(view, seat)))
        named = {"call": seat, "counting": ("ring", seat)}.get(about)
        choices = () if named is None else choices_where(ask, partial(eq, named))
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
