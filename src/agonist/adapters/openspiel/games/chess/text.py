"""Chess in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from agonist.adapters.openspiel.games.chess.moves import (
    PIECES,
    fitting,
    legal_moves,
    numbered,
    played,
    squares,
)
from agonist.adapters.openspiel.games.chess.title_and_endings import COLOURS, mover_of
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core import Ask, player_name
from agonist.text.accepted_words import Notation, Part

MOST_MOVES: Final = 200
"""Half-moves that a scene repeats; in longer games the last of them."""

FILES: Final = "a b c d e f g h"
NAMES: Final = {letter: name for name, letter in PIECES.items()}


class ChessWords(DressedWords):
    def blanks(self, game: SpielGame) -> dict[str, Any]:
        chess960 = dict(game.parameters).get("chess960")
        return {"start": self.prompts.fill("start960" if chess960 else "start")}

    def scene(self, game: SpielGame, view: Any) -> str:
        moves = played(view)
        return self.prompts.fill(
            "scene",
            moves=numbered(moves, max(0, len(moves) - MOST_MOVES)) or self.prompts.fill("first"),
            **self._position(game, view),
        )

    def news(self, game: SpielGame, old: Any, new: Any) -> str:
        moves = numbered(played(new), len(played(old)))
        return self.prompts.fill("news", moves=moves, **self._position(game, new))

    def _position(self, game: SpielGame, view: History) -> dict[str, str]:
        spiel = spiel_of(view)
        board = spiel.board()
        return {"fen": board.to_fen(), "board": drawing(view), "next": self._next(game, view, spiel)}

    def _next(self, game: SpielGame, view: History, spiel: Any) -> str:
        if (outcome := game.outcome(view)) is not None:
            winner = outcome.ranks.index(1)
            drawn = outcome.ranks[0] == outcome.ranks[1]
            result = self.prompts.fill("drawn") if drawn else self.prompts.fill("won", colour=COLOURS[winner])
            return self.prompts.fill("end", result=result, reason=outcome.reason)
        seen = spiel.num_repetitions(spiel)
        return self.prompts.fill(
            "next",
            colour=COLOURS[mover_of(spiel)],
            player=player_name(mover_of(spiel)),
            check=self.prompts.fill("check") if in_check(view) else "",
            again=self.prompts.fill("again") if seen > 1 else "",
        )

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        check = f" {self.prompts.fill('check')}" if in_check(view) else ""
        return self.prompts.fill("move", colour=COLOURS[mover_of(spiel_of(view))], check=check)

    def label(self, view: Any, key: str, option: Any) -> str:
        return labels(view)[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return ()  # the notation has them all

    def notation(self, view: Any) -> Notation:
        return lambda _key, text: fitting(view, text)

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        lan = squares_of(view)[option]
        squares = ((("from", "source", "start"), (lan[:2],)), (("to", "target", "destination"), (lan[2:4],)))
        if not lan[4:]:
            return squares
        return *squares, (("promotion", "promote", "promote to"), (lan[4:], NAMES[lan[4:].upper()]))

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")


@lru_cache(maxsize=64)
def labels(view: History) -> Mapping[int, str]:
    """The legal moves in SAN; a pawn's and a bishop's that differ only in case name the piece."""
    found = {move.action: move for move in legal_moves(view)}
    folded = [move.san.casefold() for move in found.values()]
    return {
        action: f"{move.san} ({NAMES[move.piece]})" if folded.count(move.san.casefold()) > 1 else move.san
        for action, move in found.items()
    }


@lru_cache(maxsize=64)
def squares_of(view: History) -> Mapping[int, str]:
    """The legal moves from square to square."""
    return {move.action: move.lan for move in legal_moves(view)}


def in_check(view: History) -> bool:
    """Whether the king of the player to move is attacked."""
    moves = played(view)
    return bool(moves) and moves[-1][-1] in "+#"


def drawing(view: History) -> str:
    """The board from White's side, with a point for each free square."""
    signs = squares(spiel_of(view).board().to_fen())
    rows = (f"{8 - row} {' '.join(signs[8 * row : 8 * row + 8])} {8 - row}" for row in range(8))
    return "\n".join((f"  {FILES}", *rows, f"  {FILES}"))


WORDS = ChessWords.beside(__file__)
