"""Guessing a part of the average, in words."""

from __future__ import annotations

from fractions import Fraction

from agonist.core import Ask, Event
from agonist.games.guess_average.rules import GuessAverage, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.exact_numbers import decimal


class GuessAverageWords(RoundWords[GuessAverage, View]):
    def rules(self, game: GuessAverage) -> str:
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            low=game.low,
            high=game.high,
            ratio=game.fraction,
            length=self.length(game),
        )

    def sentence(self, game: GuessAverage, view: View, event: Event) -> str:
        match event:
            case ("result", number, total, winning):
                average = Fraction(total, game.seats)
                return self.prompts.fill(
                    "result",
                    round=number,
                    average=decimal(average, 4),
                    ratio=game.fraction,
                    target=decimal(game.fraction * average),
                    winning=" and ".join(map(str, winning)),
                )
            case ("own", number, won):
                return self.prompts.fill("won" if won else "lost", number=number)
        raise AssertionError(event)

    def over(self, game: GuessAverage, view: View) -> str:
        won = sum(event[2] for event in view.log if event[0] == "own")
        return self.prompts.fill("over", won=won)

    def request(self, game: GuessAverage, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, ratio=game.fraction)

    def bounds(self, game: GuessAverage, view: View, key: str) -> tuple[int, int]:
        return game.low, game.high


WORDS = GuessAverageWords(Prompts.beside(__file__))
