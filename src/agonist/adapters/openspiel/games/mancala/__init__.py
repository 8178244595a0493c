"""Mancala, as Kalah with six pits of four seeds."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.mancala.picture import picture
from agonist.adapters.openspiel.games.mancala.text import WORDS
from agonist.adapters.openspiel.games.mancala.title_and_endings import Mancala as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=picture)
