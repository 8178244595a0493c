"""The diner's dilemma in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from agonist.core import Ask, Event
from agonist.games.diners_dilemma.rules import DinersDilemma, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.exact_numbers import decimal

DISHES_TOO: Final[Mapping[str, Sequence[str]]] = {
    "costly": ("costly dish", "costly one", "expensive", "expensive dish", "expensive one"),
    "cheap": ("cheap dish", "cheap one", "cheaper dish", "cheaper one", "inexpensive dish"),
}
"""Each dish, with its aliases."""


class DinersDilemmaWords(RoundWords[DinersDilemma, View]):
    def rules(self, game: DinersDilemma) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            cheap_price=game.cheap_price,
            cheap_utility=game.cheap_utility,
            costly_price=game.costly_price,
            costly_utility=game.costly_utility,
            length=self.length(game),
        )

    def sentence(self, game: DinersDilemma, view: View, event: Event) -> str:
        match event:
            case ("result", number, costly):
                return self.prompts.fill(
                    "result",
                    round=number,
                    costly=costly,
                    cheap=game.seats - costly,
                    costly_price=game.costly_price,
                    cheap_price=game.cheap_price,
                    bill=game.bill(costly),
                    share=decimal(Fraction(game.bill(costly), game.seats)),
                )
            case ("own", dish, costly):
                return self.prompts.fill(
                    "own",
                    dish=dish,
                    utility=game.costly_utility if dish == "costly" else game.cheap_utility,
                    share=decimal(Fraction(game.bill(costly), game.seats)),
                    got=decimal(game.satisfaction(dish, costly)),
                )
        raise AssertionError(event)

    def over(self, game: DinersDilemma, view: View) -> str:
        mine = (event[1:] for event in view.log if event[0] == "own")
        got = sum((game.satisfaction(dish, costly) for dish, costly in mine), Fraction(0))
        return self.prompts.fill("over", got=decimal(got))

    def request(self, game: DinersDilemma, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, seats=game.seats)

    def aliases(self, view: View, key: str, option: Any) -> Sequence[str]:
        return DISHES_TOO.get(option, ())

    def known(self, game: DinersDilemma, view: View, key: str) -> Sequence[str]:
        return list(DISHES_TOO)


WORDS = DinersDilemmaWords(Prompts.beside(__file__))
