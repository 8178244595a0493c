"""The coin game in words."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase, digits
from typing import Any, Final

from agonist.adapters.openspiel.games.coin_game.seat_knowledge import Field
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask
from agonist.kit.text_interface import you_or_player

OTHER_NAMES: Final = {
    "up": ("north", "u", "move up", "go up"),
    "down": ("south", "d", "move down", "go down"),
    "left": ("west", "l", "move left", "go left"),
    "right": ("east", "r", "move right", "go right"),
    "stand": ("stay", "wait", "stand still", "none", "no move", "s"),
}


class CoinWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, seats = game.options, game.seats
        colours = seats + options["num_extra_coin_colors"]
        extra = options["num_extra_coin_colors"]
        return {
            "seats": seats,
            "rows": options["rows"],
            "columns": options["columns"],
            "colours": ", ".join(ascii_uppercase[:colours]),
            "coins": options["num_coins_per_color"],
            "extra": extra,
            "moves": options["episode_length"],
        }

    def scene(self, game: Any, view: Any) -> str:
        field: Field = view.facts
        fill, me = self.prompts.fill, view.seat
        collected = [
            fill(
                "collected",
                who=you_or_player(who, me).capitalize(),
                coins=", ".join(
                    f"{colour} {count}" for colour, count in zip(ascii_uppercase, each, strict=False)
                ),
            )
            for who, each in enumerate(field.collected)
        ]
        return fill(
            "scene",
            you=self.you(me),
            colour="" if me is None else fill("colour", colour=ascii_uppercase[field.colour or 0]) + "\n\n",
            board="\n".join(map(drawn, field.rows)),
            collected="\n".join(collected),
            made=field.moves,
            moves=game.options["episode_length"],
            next=self.what_next(game, view),
        )

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        return self.prompts.fill("move", sign=drawn(str(view.seat)))

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return OTHER_NAMES[self.label(view, key, option)]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [*OTHER_NAMES]

    def hint(self, view: Any, key: str) -> str:
        return ", ".join(OTHER_NAMES)

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("set_up")


def drawn(row: str) -> str:
    """A row of the board with players counted from 1 (the tenth is 0), and colours as capitals.

    >>> drawn("0 ab9")
    '1 . A B 0'
    """
    signs = str.maketrans(f"{digits} ", f"{digits[1:]}0.")
    return " ".join(row.translate(signs).upper())


WORDS: Final = CoinWords.beside(__file__)
