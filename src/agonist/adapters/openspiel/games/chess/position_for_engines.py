"""Chess in the words of the Universal Chess Interface, for engines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pyspiel

from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import UsageError
from agonist.kit import UciPosition

if TYPE_CHECKING:
    from agonist.adapters.openspiel.spiel_game import SpielGame

USUAL: Final = pyspiel.load_game("chess").new_initial_state().start_fen()


def uci_position(game: SpielGame, view: History) -> UciPosition:
    """The match so far and the legal moves, as the library writes both: from square to square.

    Raises `UsageError` for chess960, in which engines write castling in another way.
    """
    if dict(game.parameters).get("chess960"):
        raise UsageError("chess engines play chess as usual here: leave chess960 out")
    spiel = spiel_of(view)
    board, start = spiel.board(), spiel.start_fen()
    answers = {
        pyspiel.chess.action_to_move(action, board).to_lan(): int(action) for action in spiel.legal_actions()
    }
    moves = tuple(move.to_lan() for move in spiel.moves_history())
    return UciPosition(None if start == USUAL else start, moves, answers)
