"""Legal moves in standard algebraic notation (SAN), from square to square (LAN), and as they are read.

The notation is that of the Laws of Chess, appendix C. Everything that SAN leaves open is left open here: a
text stands for all legal moves that fit it, so `Nd2` with two knights that can go there stands for two.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

import pyspiel

from agonist.adapters.openspiel.states import History, apply, replayed, spiel_of

PIECES: Final = {"pawn": "P", "knight": "N", "bishop": "B", "rook": "R", "queen": "Q", "king": "K"}
FIGURINES: Final = str.maketrans("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP")


class LegalMove(NamedTuple):
    """A legal move: the library's number, its text in SAN and in LAN (`e2e4`, `b7a8q`)."""

    action: int
    san: str
    lan: str

    @property
    def piece(self) -> str:
        """The letter of what moves; a pawn's is P."""
        return "K" if self.castles else self.san[0] if self.san[0] in "KQRBN" else "P"

    @property
    def castles(self) -> bool:
        return self.san[0] == "O"

    @property
    def plain(self) -> str:
        """The text without the signs for check and mate."""
        return self.san.rstrip("+#")


def squares(fen: str) -> str:
    """The signs on the 64 squares from a8 on, as in FEN; a point is free.

    >>> squares("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")[:8]
    '....k...'
    """
    return fen.partition(" ")[0].translate(_FREE)


_FREE: Final = {ord("/"): "", **{ord(str(n)): "." * n for n in range(1, 9)}}


@lru_cache(maxsize=128)
def legal_moves(history: History) -> Sequence[LegalMove]:
    """All legal moves, by the library's numbers."""
    spiel = spiel_of(history)
    board = spiel.board()
    return [
        LegalMove(
            int(action), spiel.action_to_string(action), pyspiel.chess.action_to_move(action, board).to_lan()
        )
        for action in spiel.legal_actions()
    ]


@lru_cache(maxsize=128)
def played(history: History) -> Sequence[str]:
    """All moves so far in SAN."""
    spiel, found = replayed(history, 0), []
    for action in history.actions:
        if not spiel.is_chance_node():  # Chess960 draws where the pieces stand
            found.append(spiel.action_to_string(action))
        apply(spiel, action)
    return found


def numbered(moves: Sequence[str], first: int = 0) -> str:
    """Moves in SAN with their numbers, those before the half-move `first` left out.

    >>> numbered(["e4", "e5", "Nf3"]), numbered(["e4", "e5", "Nf3"], 1)
    ('1. e4 e5 2. Nf3', '1... e5 2. Nf3')
    """
    parts = []
    for nth, move in enumerate(moves[first:], first):
        if nth % 2 == 0 or nth == first:
            parts.append(f"{nth // 2 + 1}{'.' if nth % 2 == 0 else '...'}")
        parts.append(move)
    return " ".join(parts)


_NUMBER: Final = re.compile(r"^\d+\s*(?:\.+|…)\s*|^(?:\.\.\.|…)\s*")
_SIGNS: Final = re.compile(r"\s*(?:e\.?\s?p\.?|[+#!?†‡]+|checkmate|check|mate)+$", re.IGNORECASE)
_CASTLING: Final = re.compile(r"([O0o])[-–—‑]\1([-–—‑]\1)?")
_CASTLES: Final = re.compile(r"castl(?:e|es|ing)\s*(king|queen|short|long)(?:\s?-?side)?", re.IGNORECASE)
_SAID: Final = re.compile(
    rf"(?:the )?({'|'.join(PIECES)})(?:\s+(?:on |from )?([a-h]|[1-8]|[a-h][1-8]))?"
    r"\s+(?:moves? )?(?:(to|takes|captures|x)(?: on)?\s+)?([a-h][1-8])",
    re.IGNORECASE,
)
_MOVE: Final = re.compile(
    r"(?P<piece>[KQRBNP])?(?P<file>[a-h])?(?P<rank>[1-8])?(?P<sign>[x:×]|[-–—‑ ])?(?P<to>[a-h][1-8])"
    r"(?:[=/]?\(?(?P<into>[QRBN])\)?)?"
)


def fitting(history: History, text: str) -> Sequence[int] | None:
    """All legal moves that a text stands for; `None` if it is not written as a move.

    SAN, with or without the signs for captures and check; from square to square, with or without a dash or
    the piece; castling with the letter O or zeros; a piece in words (`knight to f3`). Capitals matter only
    where they tell a bishop from the b-pawn: `bxc4` is never the bishop's move.
    """
    said = _SIGNS.sub("", _NUMBER.sub("", text.strip(" \t\n\"'“”‘’`*_.,;()[]{}<>"))).translate(FIGURINES)
    moves = legal_moves(history)
    if castling := _CASTLING.fullmatch(said) or _CASTLES.fullmatch(said):
        long = castling[2] if castling.re is _CASTLING else castling[1].casefold() in ("queen", "long")
        return [move.action for move in moves if move.plain == ("O-O-O" if long else "O-O")]
    ways = [*dict.fromkeys(_ways(said))]
    if not ways:
        return None
    found = [[move.action for move in moves if way.is_by(move)] for way in ways]
    return [*dict.fromkeys(action for actions in found for action in actions)]


class _Way(NamedTuple):
    """A way to understand a text. What it does not say is empty; `into` says nothing but of promotions."""

    piece: str
    start: str
    takes: bool
    to: str
    into: str

    def is_by(self, move: LegalMove) -> bool:
        """Whether this says nothing but what is so of a move."""
        start, to, into = move.lan[:2], move.lan[2:4], move.lan[4:].upper()
        takes = "x" in move.san
        if self.piece == "P" and not self.start and takes > self.takes:
            return False  # a pawn's capture names its file: exd5, and not d5
        if move.castles and self.start != start:
            return False  # the king's move to another file has a name of its own, or both squares
        return (
            self.piece in ("", move.piece)
            and self.start in ("", start, *start)
            and takes >= self.takes
            and self.to == to
            and self.into in ("", into)
        )


def _ways(said: str) -> Iterator[_Way]:
    """All ways to understand a text."""
    if words := _SAID.fullmatch(said):
        takes = (words[3] or "").casefold() in ("takes", "captures", "x")
        start = (words[2] or "").casefold()
        yield _Way(PIECES[words[1].casefold()], start, takes, words[4].casefold(), "")
        return
    said = re.sub(r"\s*([x:×=]|[-–—‑])\s*", r"\1", said)
    for text in _cased(re.sub(r"^([KQRBNP])\s+(?=[a-hx1-8])", r"\1", said)):
        if (found := _MOVE.fullmatch(text)) is None:
            continue
        piece, file, rank, sign, to, into = found.groups()
        start = (file or "") + (rank or "")
        if piece or len(start) == 2:
            yield _Way(piece or "", start, sign in ("x", ":", "×"), to, into or "")
        elif not rank and sign in (None, "x", ":", "×"):
            yield _Way("P", start, sign is not None, to, into or "")


def _cased(said: str) -> Iterator[str]:
    """A text with the capitals of SAN, in every way in which it can be meant.

    The letter b is the b-file where a pawn of it can capture, as in `bxc4`, and elsewhere a bishop. Both are
    meant by `bb5`, and by a capital B where all is written in capitals.
    """
    if (capitals := re.fullmatch(r"(.*?[1-8])([=/]?\(?)([QRBNqrbn]?)(\)?)", said)) is None:
        return
    body, into = capitals[1], capitals[2] + capitals[3].upper() + capitals[4]
    first, rest = body[0], body[1:].casefold()
    shouted = body.isupper()
    if first in "KQRNP" or first in "kqrnp":
        yield first.upper() + rest + into
    elif first == "B" and not (shouted and re.fullmatch(r"[1-8]|[1-8].?[a-h][1-8]", rest)):
        yield first + rest + into
        if shouted and re.fullmatch(r"x?[ac][1-8]", rest):
            yield "b" + rest + into
    elif first == "b" and re.fullmatch(r"x?[bd-h][1-8]", rest):
        yield "B" + rest + into
        if re.fullmatch(r"b[1-8]", rest):
            yield first + rest + into  # the b-pawn's move, with its file
    else:
        yield first.casefold() + rest + into
