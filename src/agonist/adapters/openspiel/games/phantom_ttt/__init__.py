"""Phantom tic-tac-toe: nobody sees the other's stones."""

from __future__ import annotations

from dataclasses import replace

from agonist.adapters.openspiel.games.phantom_ttt.reference import by_lines
from agonist.adapters.openspiel.games.phantom_ttt.text import PICTURE, WORDS
from agonist.adapters.openspiel.games.phantom_ttt.title_and_endings import PhantomTicTacToe as Rules
from agonist.kit import Kit

__all__ = ["Rules", "dressed"]


def dressed(kit: Kit) -> Kit:
    return replace(
        kit,
        words=WORDS,
        picture=PICTURE,
        reference=by_lines,
        reference_is="a heuristic: it completes its lines, blocks those that it knows of, and takes the cell "
        "with the most open lines",
    )
