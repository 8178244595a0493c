"""Dividing the dollar, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from agonist.core import Ask, Event
from agonist.games.divide_dollar.rules import DivideDollar, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.accepted_words import MONEY, nouns

GOLD: Final = {**MONEY, **nouns("gold", "piece", "coin", "gold piece", "gold coin"), "pieces of gold": 1}


class DivideDollarWords(RoundWords[DivideDollar, View]):
    def rules(self, game: DivideDollar) -> str:
        return self.prompts.fill("rules", seats=game.seats, golds=game.golds, length=self.length(game))

    def sentence(self, game: DivideDollar, view: View, event: Event) -> str:
        match event:
            case ("result", number, total):
                which = "enough" if total <= game.golds else "exceeded"
                return self.prompts.fill(which, round=number, total=total, golds=game.golds)
            case ("own", bid, paid):
                return self.prompts.fill("own", bid=bid, paid=paid)
        raise AssertionError(event)

    def over(self, game: DivideDollar, view: View) -> str:
        paid = sum(event[2] for event in view.log if event[0] == "own")
        return self.prompts.fill("over", paid=paid)

    def request(self, game: DivideDollar, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, golds=game.golds)

    def units(self, game: DivideDollar, view: View, key: str) -> Mapping[str, int]:
        return GOLD

    def bounds(self, game: DivideDollar, view: View, key: str) -> tuple[int, int]:
        return 0, game.golds


WORDS = DivideDollarWords(Prompts.beside(__file__))
