"""The prisoner's dilemma as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.prisoners_dilemma.rules import View
from agonist.kit.picture import Picture
from agonist.kit.table_picture import seats_by_round


def picture(view: View, ask: Ask | None) -> Picture:
    """What each player did in the last rounds."""
    del ask
    return seats_by_round("Prisoner's Dilemma", view.rounds, view.seat, wide=1.8)
