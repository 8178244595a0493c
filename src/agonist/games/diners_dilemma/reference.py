"""The dominant dish."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.diners_dilemma.rules import DinersDilemma, View


def dominant(game: DinersDilemma, view: View, ask: Ask, rng: Random) -> str:
    """The costly dish in a dilemma: whatever the others eat, one pays only a part of what it costs more.

    Where even this part is more than the dish is worth, the cheap one.
    """
    del view, ask, rng
    return "costly" if game.is_dilemma else "cheap"
