"""Dots and boxes: whoever draws the fourth side has the box, and draws again."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.dots_and_boxes.picture import picture
from agonist.adapters.openspiel.games.dots_and_boxes.text import WORDS
from agonist.adapters.openspiel.games.dots_and_boxes.title_and_endings import DotsAndBoxes as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(kit, words=WORDS, picture=picture)
