"""Guessing a part of the average, in words."""

from __future__ import annotations

from fractions import Fraction

from agonist.core import Ask, Event, player_name
from agonist.games.guess_average.rules import GuessAverage, View
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.numbers import decimal


class GuessAverageWords(Words[GuessAverage, View]):
    def rules(self, game: GuessAverage) -> str:
        told = (
            self.prompts.fill("told", rounds=game.rounds) if game.told_rounds else self.prompts.fill("untold")
        )
        return self.prompts.fill(
            "rules", seats=game.seats, low=game.low, high=game.high, ratio=game.fraction, length=told
        )

    def scene(self, game: GuessAverage, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self.sentence(game, view, event) for event in view.log]
        return "\n".join([*me, *past, self.standing(game, view)])

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

    def standing(self, game: GuessAverage, view: View) -> str:
        if view.played == game.rounds:
            won = sum(event[2] for event in view.log if event[0] == "own")
            return self.prompts.fill("watched") if view.seat is None else self.prompts.fill("over", won=won)
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds)
        return self.prompts.fill("now_untold", round=view.played + 1)

    def request(self, game: GuessAverage, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, ratio=game.fraction)


WORDS = GuessAverageWords(Prompts.beside(__file__))
