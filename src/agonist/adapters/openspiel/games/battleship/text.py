"""Battleship in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any, Final

from agonist.adapters.openspiel.games.battleship.seat_knowledge import HIT, SUNK, WATER, Fleet
from agonist.adapters.openspiel.games.playing_cards import listed
from agonist.adapters.openspiel.grid_words import COLUMN, ROW, Grid
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, counted
from agonist.text.accepted_words import Part

PLACED: Final = re.compile(
    r"Pl\d: place ship (horizontally|vertically) with top-left corner in \((\d+), (\d+)\)"
)
SHOT: Final = re.compile(r"Pl\d: shoot at \((\d+), (\d+)\)")
ACROSS, DOWN = "across", "down"
WAYS: Final = {
    ACROSS: ("horizontal", "horizontally", "h", "right"),
    DOWN: ("vertical", "vertically", "v"),
}
SIGNS: Final = {WATER: "o", HIT: "x", SUNK: "x"}


class BattleshipWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        ships = [
            fill("ship", letter=ascii_uppercase[nth], size=counted(size, "cell"), worth=counted_worth(worth))
            for nth, (size, worth) in enumerate(zip(game.ship_lengths, game.worths, strict=True))
        ]
        loss = options["loss_multiplier"]
        return {
            "letter": ascii_lowercase[options["board_width"] - 1],
            "rows": options["board_height"],
            "ships": ", ".join(ships),
            "shots": counted(options["num_shots"], "shot"),
            "again": fill("repeated" if options["allow_repeated_shots"] else "not_repeated"),
            "loss": fill("same_loss") if loss == 1 else fill("other_loss", loss=f"{loss:g}"),
        }

    def scene(self, game: Any, view: Any) -> str:
        fill = self.prompts.fill
        if view.seat is None:
            return fill("watched", next=self.what_next(game, view))
        fleet: Fleet = view.facts
        shots = int(game.options["num_shots"])
        told = [f"{cell(shot.row, shot.column)} {fill(f'result_{shot.result}')}" for shot in fleet.shots]
        incoming = [cell(*each) for each in fleet.incoming]
        return fill(
            "scene",
            you=self.you(view.seat),
            own=grid(game, own_signs(fleet)).drawing(),
            other=grid(game, {(row, column): SIGNS[result] for row, column, result in fleet.shots}).drawing(),
            told=listed(told, "none yet"),
            left=shots - len(fleet.shots),
            incoming=listed(incoming, "none yet"),
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        placed = len(view.facts.ships)
        if placed < len(game.ship_lengths):
            size = counted(game.ship_lengths[placed], "cell")
            return self.prompts.fill("place", letter=ascii_uppercase[placed], size=size)
        return self.prompts.fill("shoot")

    def spelt(self, text: str) -> str:
        """The first cell of a ship and its direction, or the cell of a shot.

        >>> WORDS.spelt("Pl1: place ship vertically with top-left corner in (0, 2)")
        'c1 down'
        >>> WORDS.spelt("Pl0: shoot at (3, 1)")
        'b4'
        """
        if found := PLACED.fullmatch(text):
            return f"{cell(int(found[2]), int(found[3]))} {ACROSS if found[1] == 'horizontally' else DOWN}"
        found = SHOT.fullmatch(text)
        assert found
        return cell(int(found[1]), int(found[2]))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        name, _, way = self.label(view, key, option).partition(" ")
        if not way:
            return [f"shoot at {name}", f"shoot {name}", f"fire at {name}"]
        return [
            f"{way} {name}",
            *(f"{name} {other}" for other in WAYS[way]),
            *(f"{other} {name}" for other in WAYS[way]),
            *(f"{other} at {name}" for other in (way, *WAYS[way])),
        ]

    def parts(self, view: Any, key: str, option: Any) -> Sequence[Part]:
        name, _, way = self.label(view, key, option).partition(" ")
        if not way:
            return [(COLUMN, (name[0],)), (ROW, (name[1:],))]
        return [
            (("cell", "start", "position", "square"), (name,)),
            (("direction", "orientation", "way"), (way, *WAYS[way])),
        ]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        options = game.options
        cells = [
            cell(row, column)
            for row in range(options["board_height"])
            for column in range(options["board_width"])
        ]
        return [*cells, *(f"{name} {way}" for name in cells for way in WAYS)]

    def hint(self, view: Any, key: str) -> str:
        label = self.label(view, key, next(iter(dict(view.options))))
        return self.prompts.fill("hint_place" if " " in label else "hint_shoot")


def cell(row: int, column: int) -> str:
    return f"{ascii_lowercase[column]}{row + 1}"


def own_signs(fleet: Fleet) -> dict[tuple[int, int], str]:
    """What is drawn of the own fleet: a ship's letter, a small one where it is hit; misses."""
    ships = {each: ascii_uppercase[nth] for nth, ship in enumerate(fleet.ships) for each in ship.cells()}
    for each in fleet.incoming:
        ships[each] = ships.get(each, SIGNS[WATER]).lower()
    return ships


def grid(game: Any, signs: dict[tuple[int, int], str]) -> Grid:
    height, width = game.options["board_height"], game.options["board_width"]
    rows = tuple("".join(signs.get((row, column), ".") for column in range(width)) for row in range(height))
    return Grid(rows, tuple(str(row + 1) for row in range(height)))


def counted_worth(worth: float) -> str:
    return f"{worth:g} point{'' if worth == 1 else 's'}"


WORDS: Final = BattleshipWords.beside(__file__)
