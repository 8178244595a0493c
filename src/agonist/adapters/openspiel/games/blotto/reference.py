"""A player of Colonel Blotto that leaves no field to chance."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.blotto.title_and_endings import soldiers
from agonist.adapters.openspiel.views import labels_of
from agonist.core import Ask

TRIALS: Final = 200


def capped(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Any allocation with at most twice the even share on each field, as in equilibria of large armies."""
    most = -(-2 * game.options["coins"] // game.options["fields"])
    labels = labels_of(view.history, view.seat)
    for _ in range(TRIALS):
        action = int(ask.sample(rng))
        if max(soldiers(labels[action])) <= most:
            break
    return action
