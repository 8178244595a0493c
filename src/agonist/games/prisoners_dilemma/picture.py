"""The prisoner's dilemma as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.prisoners_dilemma.rules import View, rounds_seen
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import seats_by_round


def picture(view: View, ask: Ask | None) -> Picture:
    """What each player did in the last rounds."""
    del ask
    return seats_by_round("Prisoner's Dilemma", rounds_seen(view), view.seat, wide=1.8)
