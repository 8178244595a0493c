"""Chess as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from agonist.adapters.openspiel.games.chess.moves import LegalMove, legal_moves, played, squares
from agonist.adapters.openspiel.games.chess.text import NAMES
from agonist.adapters.openspiel.games.chess.title_and_endings import BLACK, COLOURS, WHITE
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask, Seat
from agonist.kit.picture import Cell, Emphasis, Label, Picture, Shape, Style, Token

EDGE: Final = 0.6
"""The margin for the names of files and ranks."""

SQUARES: Final[tuple[Style, Style]] = ("shade2", "plain")
"""Dark and light ones."""

SIGNS: Final = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
STYLES: Final[Mapping[Seat, Style]] = {WHITE: "white", BLACK: "black"}


def picture(view: Any, ask: Ask | None) -> Picture:
    """The board from White's side. A move is a click on the piece and one on its square; a promotion's third
    is on the new piece, beside the board.
    """
    options = list(ask.options() or ()) if ask else []
    moves = [(options.index(move.action), move) for move in (legal_moves(view) if options else ())]
    last = _last(view)
    parts: list[Shape] = []
    for n in range(8):
        parts.append(Label(EDGE + n + 0.5, 8.3, f"file {'abcdefgh'[n]}", "abcdefgh"[n], style="muted"))
        parts.append(Label(0.3, 7.5 - n, f"rank {n + 1}", str(n + 1), style="muted"))
    pieces = squares(spiel_of(view).board().to_fen())
    for nth in range(64):
        row, column = divmod(nth, 8)
        name = f"{'abcdefgh'[column]}{8 - row}"
        sign = pieces[nth]
        choices = tuple(option for option, move in moves if name in (move.lan[:2], move.lan[2:4]))
        colour = WHITE if sign.isupper() else BLACK
        alt = f"{name}: {COLOURS[colour]}'s {NAMES[sign.upper()]}" if sign != "." else f"{name}: free"
        mark: Emphasis = "last" if name in last else ""
        style = SQUARES[(row + column + 1) % 2]
        parts.append(Cell(EDGE + column, row, alt, style=style, emphasis=mark, choices=choices))
        if sign != ".":
            parts.append(
                Token(
                    EDGE + column + 0.5,
                    row + 0.5,
                    alt,
                    SIGNS[sign],
                    0.42,
                    style=STYLES[colour],
                    emphasis=mark,
                    choices=choices,
                )
            )
    parts += _promotions([(option, move) for option, move in moves if move.lan[4:]])
    wide = 1.0 if any(move.lan[4:] for _, move in moves) else 0.0
    return Picture(8 + EDGE + wide, 8.6, tuple(parts), _in_words(view))


def _promotions(moves: Sequence[tuple[int, LegalMove]]) -> list[Shape]:
    """The pieces that a pawn can become, beside the board."""
    found: list[Shape] = []
    for nth, sign in enumerate("QRBN" if moves else ""):
        choices = tuple(option for option, move in moves if move.lan[4:] == sign.casefold())
        alt = f"promote to a {NAMES[sign]}"
        found.append(Token(EDGE + 8.5, nth + 0.5, alt, SIGNS[sign], 0.4, style="plain", choices=choices))
    return found


def _last(view: Any) -> tuple[str, ...]:
    """The squares from and to of the last move."""
    moves = spiel_of(view).moves_history()
    return (moves[-1].to_lan()[:2], moves[-1].to_lan()[2:4]) if moves else ()


def _in_words(view: Any) -> str:
    """Where the pieces stand, for people who do not see them, and the last move."""
    pieces = squares(spiel_of(view).board().to_fen())
    sides = []
    for colour, signs in ((WHITE, "KQRBNP"), (BLACK, "kqrbnp")):
        where = [
            f"{sign.upper()}{'abcdefgh'[at % 8]}{8 - at // 8}"
            for sign in signs
            for at, found in enumerate(pieces)
            if found == sign
        ]
        sides.append(f"{COLOURS[colour]}: {', '.join(where)}")
    moves = played(view)
    return f"Chess. {'. '.join(sides)}.{f' Last move: {moves[-1]}.' if moves else ''}"
