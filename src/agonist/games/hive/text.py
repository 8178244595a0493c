"""Hive in words, with the position as a map of letters."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from agonist.core import Ask, Seat, counted, player_name
from agonist.games.hive.hexes import Cell, around, cell_at, column_and_row, name_of
from agonist.games.hive.pieces import COLOURS, IN_WORDS, KIND, NAMES, OWNER, PIECE_COUNT, QUEENS, Piece
from agonist.games.hive.rules import PASS, QUEEN_BY, HiveGame, State, read
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.accepted_words import Part

SIDES: Final = ("White", "Black")

HALF: Final = 3
"""The fewest characters for half a cell of the map; more if names are long."""


class HiveWords(Words[HiveGame, State]):
    def rules(self, game: HiveGame) -> str:
        kinds = list(dict.fromkeys(KIND[piece] for piece in _in_play(game)))
        pieces = ", ".join(
            f"{PIECE_COUNT[kind]} {IN_WORDS[kind]}{'s' * (PIECE_COUNT[kind] > 1)}" for kind in kinds
        )
        how = "\n".join(f"- {self.prompts.fill(f'moves_{kind}')}" for kind in kinds)
        return self.prompts.fill(
            "rules",
            pieces=pieces,
            total=len(_in_play(game)),
            moves=how,
            queen=self.prompts.fill("queen_any" if game.queen_first else "queen_not_first", turn=QUEEN_BY),
            stacks=f" {self.prompts.fill('stacks')}" if game.beetles else "",
            repetition=f"\n- {self.prompts.fill('repetition')}" if game.repetition else "",
            turns=counted(game.max_turns, "turn"),
        )

    def scene(self, game: HiveGame, view: State) -> str:
        stacks = [
            self.prompts.fill("stack", cell=name_of(cell), pieces=", ".join(NAMES[piece] for piece in pieces))
            for cell, pieces in view.stacks().items()
            if len(pieces) > 1
        ]
        return self.prompts.fill(
            "scene",
            last=f"{self._last(view)}{self._end(view)}",
            map=drawing(view),
            stacks="\n".join(["", *stacks]),
            white=self._side(game, view, 0),
            black=self._side(game, view, 1),
        )

    def _side(self, game: HiveGame, view: State, seat: Seat) -> str:
        placed = [(piece, cell) for piece, cell in enumerate(view.cells) if cell is not None]
        pieces = [f"{NAMES[piece]} {name_of(cell)}" for piece, cell in placed if OWNER[piece] == seat]
        left = [NAMES[piece] for piece in view.reserve(seat)]
        return self.prompts.fill(
            "side",
            side=f"{SIDES[seat]} ({player_name(seat)})",
            placed=", ".join(pieces) or "none",
            reserve=", ".join(left) or "none",
        )

    def _last(self, view: State) -> str:
        if not view.last:
            return self.prompts.fill("first")
        player = f"{SIDES[1 - view.mover]} ({player_name(1 - view.mover)})"
        if view.last == PASS:
            return self.prompts.fill("last_pass", player=player)
        piece, cell = read(view.last)
        named = {"player": player, "piece": name_of_piece(piece), "cell": name_of(cell)}
        if view.levels[piece]:
            under = max(
                (other for other in view.stacks()[cell] if other != piece), key=view.levels.__getitem__
            )
            named["cell"] = f"{named['cell']}, on top of {NAMES[under]}"
        if view.origin is None:
            return self.prompts.fill("last_placed", **named)
        return self.prompts.fill("last_moved", **named, origin=name_of(view.origin))

    def _end(self, view: State) -> str:
        if view.end is None:
            return ""
        if view.end.ranks == (1, 1):
            return " " + self.prompts.fill("drawn", reason=view.end.reason)
        winner = view.end.ranks.index(1)
        return " " + self.prompts.fill(
            "won", reason=view.end.reason, player=f"{SIDES[winner]} ({player_name(winner)})"
        )

    def request(self, game: HiveGame, view: State, ask: Ask) -> str:
        nth = view.turns // 2 + 1
        notes = ""
        if list(ask.options() or ()) == [PASS]:
            notes = "must_pass"
        elif view.cells[QUEENS[view.mover]] is None:
            notes = "queen_now" if nth >= QUEEN_BY else "no_moves_yet"
        return self.prompts.fill(
            ask.about,
            player=player_name(view.mover),
            side=SIDES[view.mover],
            turn=nth,
            turns=game.max_turns,
            note=f" {self.prompts.fill(notes)}" if notes else "",
        )

    def label(self, view: State, key: str, option: Any) -> str:
        del view, key
        return str(option)

    def parts(self, view: State, key: str, option: Any) -> Sequence[Part]:
        if option == PASS:
            return ()
        name, cell = option.split()
        return (
            (("piece", "bug", "tile"), (name, name[1:])),
            (("cell", "to", "position", "at", "target"), (cell,)),
        )

    def aliases(self, view: State, key: str, option: Any) -> Sequence[str]:
        """The piece without its colour, which is the mover's own, and the action as in a sentence."""
        if option == PASS:
            return ()
        name, cell = option.split()
        verbs = ("place", "put") if view.cells[read(option)[0]] is None else ("move",)
        kind = IN_WORDS[KIND[read(option)[0]]]
        pieces = (name, name[1:], f"{kind} {name}", f"{kind.split()[0]} {name}", kind)
        ways = [f"{piece} {to} {cell}" for piece in pieces for to in ("to", "at", "on", "cell")]
        return (
            # Used only if a single option has this piece.
            name,
            name.rstrip("123"),
            f"{name.rstrip('123')} {cell}",
            f"{name[1:]} {cell}",
            f"piece {name} to {cell}",
            *ways,
            *(f"{verb} {way}" for verb in verbs for way in ways),
        )

    def known(self, game: HiveGame, view: State, key: str) -> Sequence[str]:
        return _anywhere(game)

    def hint(self, view: State, key: str) -> str:
        del key
        return self.prompts.fill("hint", side="wb"[view.mover])


def _in_play(game: HiveGame) -> list[Piece]:
    """The pieces of the first player at the start."""
    return list(game.new().reserve(0))


@cache
def _anywhere(game: HiveGame) -> tuple[str, ...]:
    """Every piece, with and without its colour, in every cell at most as many steps from the first as a
    player has pieces; only a hive in one line reaches farther.
    """
    in_play = _in_play(game)
    farthest = len(in_play)
    cells = [
        name_of(cell_at(q, row))
        for row in range(-farthest, farthest + 1)
        for q in range(max(-farthest, -farthest - row), min(farthest, farthest - row) + 1)
    ]
    names = [NAMES[piece] for piece in in_play]
    pieces = [*names, *(f"{COLOURS[1]}{name[1:]}" for name in names), *(name[1:] for name in names)]
    return (PASS, *(f"{piece} {cell}" for piece in pieces for cell in cells))


def name_of_piece(piece: Piece) -> str:
    """A piece by kind and name.

    >>> name_of_piece(3)
    'Beetle wB1'
    """
    return f"{IN_WORDS[KIND[piece]]} {NAMES[piece]}"


def drawing(view: State) -> str:
    """A map of the pieces and the free cells around them, which show their names; north is up.

    Of a stack the uppermost piece is shown, with `+` and how many are under it.

    >>> print(drawing(State(cells=(0, *[None] * 27))))
       N1W1  N1E1
    W2    wQ    E2
       S1W1  S1E1
    """
    stacks = view.stacks()
    texts: dict[Cell, str] = {}
    for cell in stacks or (0,):
        for there in (cell, *around(cell)):
            texts.setdefault(there, name_of(there))
    for cell, pieces in stacks.items():
        texts[cell] = NAMES[pieces[-1]] + (f"+{len(pieces) - 1}" if len(pieces) > 1 else "")
    half = max(HALF, (max(map(len, texts.values())) + 2) // 2)
    places = {cell: (row, 2 * q + row) for cell, (q, row) in ((c, column_and_row(c)) for c in texts)}
    west = min(halves for _, halves in places.values())
    lines: dict[int, str] = {}
    for cell in sorted(places, key=places.__getitem__):
        row, halves = places[cell]
        lines[row] = lines.get(row, "").ljust((halves - west) * half) + texts[cell]
    return "\n".join(lines[row] for row in sorted(lines))


WORDS = HiveWords(Prompts.beside(__file__))
