"""The coin game: whose colour is which, seen only from what they collect."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.coin_game.picture import picture
from agonist.adapters.openspiel.games.coin_game.reference import nearest
from agonist.adapters.openspiel.games.coin_game.seat_knowledge import CoinGame as Rules
from agonist.adapters.openspiel.games.coin_game.text import WORDS
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=picture,
        reference=nearest,
        reference_is="a heuristic: it walks to the nearest coin of its own colour, around all others, and "
        "stands still when there is none",
    )
