"""The public goods game as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.public_goods.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import seats_by_round


def picture(view: View, ask: Ask | None) -> Picture:
    """What each player put into the pot in the last rounds."""
    del ask
    return seats_by_round("Public goods, tokens put into the pot", view.rounds, view.seat)
