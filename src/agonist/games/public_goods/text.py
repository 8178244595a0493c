"""The public goods game in words."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from agonist.core import Ask, Event, player_name
from agonist.games.public_goods.rules import PublicGoods, View
from agonist.kit import Words
from agonist.text import Prompts
from agonist.text.numbers import decimal


class PublicGoodsWords(Words[PublicGoods, View]):
    def rules(self, game: PublicGoods) -> str:
        told = (
            self.prompts.fill("told", rounds=game.rounds) if game.told_rounds else self.prompts.fill("untold")
        )
        if game.random_start:
            tokens = self.prompts.fill("drawn", low=game.start_min, high=game.tokens)
        else:
            tokens = self.prompts.fill("alike", tokens=game.tokens)
        return self.prompts.fill(
            f"rules_{_kind(game)}", seats=game.seats, tokens=tokens, ratio=_exact(game.fraction), length=told
        )

    def scene(self, game: PublicGoods, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        past = [self.sentence(game, view, event) for event in view.log]
        return "\n".join([*me, *past, self.standing(game, view)])

    def sentence(self, game: PublicGoods, view: View, event: Event) -> str:
        match event:
            case ("start", tokens):
                return self.prompts.fill("start", tokens=_listed(tokens))
            case ("result", number, contributions):
                public = self.prompts.fill(
                    "result", round=number, contributions=_listed(contributions), pot=sum(contributions)
                )
                if game.share == "at the end":
                    rest = self._kept(game, view, number)
                else:
                    rest = self._shared(game, view, number)
                return "\n".join([public, *rest])
        raise AssertionError(event)

    def _shared(self, game: PublicGoods, view: View, number: int) -> list[str]:
        """What a round brought where its pot is shared at once."""
        contributions, part = view.rounds[number - 1], game.part(view.rounds[number - 1])
        balances = game.balances(view.start, view.rounds[:number])
        lines = [
            self.prompts.fill("shared", grown=decimal(sum(contributions) * game.fraction), part=decimal(part))
        ]
        if view.seat is not None:
            put = contributions[view.seat]
            lines.append(
                self.prompts.fill(
                    "own",
                    put=put,
                    part=decimal(part),
                    gain=decimal(part - put),
                    tokens=decimal(balances[view.seat]),
                )
            )
        return [*lines, self.prompts.fill("tokens", round=number, tokens=_listed(balances))]

    def _kept(self, game: PublicGoods, view: View, number: int) -> list[str]:
        """What a round left where the pot is shared at the end."""
        rounds = view.rounds[:number]
        balances = game.balances(view.start, rounds)
        lines = [self.prompts.fill("pot", pot=sum(map(sum, rounds)))]
        if view.seat is not None:
            put = rounds[-1][view.seat]
            lines.append(self.prompts.fill("own_left", put=put, tokens=decimal(balances[view.seat])))
        return [*lines, self.prompts.fill("tokens_left", round=number, tokens=_listed(balances))]

    def standing(self, game: PublicGoods, view: View) -> str:
        if view.played == game.rounds:
            return "\n".join(self._end(game, view))
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds)
        return self.prompts.fill("now_untold", round=view.played + 1)

    def _end(self, game: PublicGoods, view: View) -> list[str]:
        lines = []
        if game.share == "at the end":
            pot = [sum(put) for put in view.rounds]
            grown, part = decimal(sum(pot) * game.fraction), decimal(game.part(pot))
            lines.append(self.prompts.fill("shared", grown=grown, part=part))
        if view.seat is None:
            return [*lines, self.prompts.fill("watched")]
        earned = game.earned(view.start, view.rounds)[view.seat]
        return [*lines, self.prompts.fill(f"over_{_kind(game)}", earned=decimal(earned))]

    def request(self, game: PublicGoods, view: View, ask: Ask) -> str:
        tokens = Fraction(0) if view.seat is None else game.budgets(view.start, view.rounds)[view.seat]
        return self.prompts.fill(f"{ask.about}_{_kind(game)}", round=view.played + 1, tokens=decimal(tokens))


def _kind(game: PublicGoods) -> str:
    if game.share == "at the end":
        return "endowment"
    return "carried" if game.carry else "fresh"


def _exact(ratio: Fraction) -> str:
    return str(ratio) if ratio * 1000 % 1 else decimal(ratio, 3)


def _listed(numbers: Iterable[Fraction | int]) -> str:
    return ", ".join(f"{player_name(seat)}: {decimal(number)}" for seat, number in enumerate(numbers))


WORDS = PublicGoodsWords(Prompts.beside(__file__))
