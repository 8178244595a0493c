"""Dark Hex: nobody sees the other's stones."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.dark_hex.reference import shortest_chain
from agonist.adapters.openspiel.games.dark_hex.text import PICTURE, WORDS
from agonist.adapters.openspiel.games.dark_hex.title_and_endings import DarkHex as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=PICTURE,
        reference=shortest_chain,
        reference_is="a heuristic: it plays the middle of the shortest chain left by the stones it knows of",
    )
