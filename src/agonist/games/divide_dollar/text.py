"""Dividing the dollar, in words."""

from __future__ import annotations

from agonist.core import Ask, Event, player_name
from agonist.games.divide_dollar.rules import DivideDollar, View
from agonist.kit import Words
from agonist.text import Prompts


class DivideDollarWords(Words[DivideDollar, View]):
    def rules(self, game: DivideDollar) -> str:
        told = (
            self.prompts.fill("told", rounds=game.rounds) if game.told_rounds else self.prompts.fill("untold")
        )
        return self.prompts.fill("rules", seats=game.seats, golds=game.golds, length=told)

    def scene(self, game: DivideDollar, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self.sentence(game, view, event) for event in view.log]
        return "\n".join([*me, *past, self.standing(game, view)])

    def sentence(self, game: DivideDollar, view: View, event: Event) -> str:
        match event:
            case ("result", number, total):
                which = "enough" if total <= game.golds else "exceeded"
                return self.prompts.fill(which, round=number, total=total, golds=game.golds)
            case ("own", bid, paid):
                return self.prompts.fill("own", bid=bid, paid=paid)
        raise AssertionError(event)

    def standing(self, game: DivideDollar, view: View) -> str:
        if view.played == game.rounds:
            paid = sum(event[2] for event in view.log if event[0] == "own")
            return self.prompts.fill("watched") if view.seat is None else self.prompts.fill("over", paid=paid)
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds)
        return self.prompts.fill("now_untold", round=view.played + 1)

    def request(self, game: DivideDollar, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, golds=game.golds)


WORDS = DivideDollarWords(Prompts.beside(__file__))
