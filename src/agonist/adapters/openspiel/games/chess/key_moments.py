"""Key moments of chess: castling, promotions, queens that are captured, repetitions, mate."""

from __future__ import annotations

from agonist.adapters.openspiel.games.chess.moves import played, squares
from agonist.adapters.openspiel.games.chess.title_and_endings import COLOURS, WHITE, mover_of
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Moves


def key_moments(game: SpielGame, before: History, after: History, moves: Moves) -> str:
    """What happened in a step; empty for an ordinary one."""
    del game, moves
    if len(played(after)) == len(played(before)):
        return ""
    move, mover = played(after)[-1], mover_of(spiel_of(before))
    if move.endswith("#"):
        return f"{COLOURS[mover]} gives mate"
    if "=" in move:
        return f"{COLOURS[mover]} promotes a pawn"
    if move.startswith("O"):
        return f"{COLOURS[mover]} castles"
    queen = "q" if mover == WHITE else "Q"
    boards = [squares(spiel_of(state).board().to_fen()) for state in (before, after)]
    if boards[0].count(queen) > boards[1].count(queen):
        return f"{COLOURS[mover]} captures a queen"
    return ""
