"""The dominant dish."""

from __future__ import annotations

from random import Random

from agonist.core import Ask
from agonist.games.diners_dilemma.rules import DinersDilemma, View


def dominant(game: DinersDilemma, view: View, ask: Ask, rng: Random) -> str:
    """The costly dish: whatever the others eat, one pays only a part of what it costs more."""
    del game, view, ask, rng
    return "costly"
