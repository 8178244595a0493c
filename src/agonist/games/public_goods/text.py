"""The public goods game in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final

from agonist.core import Ask, Event, player_name
from agonist.games.public_goods.rules import PublicGoods, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.accepted_words import MONEY, nouns
from agonist.text.exact_numbers import decimal

TOKENS: Final = {**MONEY, **nouns("token", "coin", "whole token")}


class PublicGoodsWords(RoundWords[PublicGoods, View]):
    def rules(self, game: PublicGoods) -> str:
        fill, kind = self.prompts.fill, _kind(game)
        if game.random_start:
            tokens = fill("drawn", low=game.start_min, high=game.tokens)
        else:
            tokens = fill("alike", tokens=game.tokens)
        limit = {}
        if kind == "endowment":
            limit = {"most": game.tokens if game.overspend else fill("all_left")}
        if game.overspend:
            tokens += " " + fill("overspend")
        return fill(
            f"rules_{kind}",
            seats=game.seats,
            tokens=tokens,
            ratio=_exact(game.fraction),
            length=self.length(game),
            **limit,
        )

    def sentence(self, game: PublicGoods, view: View, event: Event) -> str:
        match event:
            case ("start", tokens):
                return self.prompts.fill("start", tokens=_listed(tokens))
            case ("result", number, contributions):
                public = self.prompts.fill(
                    "result", round=number, contributions=_listed(contributions), pot=sum(contributions)
                )
                if game.share == "at the end":
                    rest = self._result(game, view, number)
                else:
                    rest = self._shared(game, view, number)
                return "\n".join([public, *rest])
        raise AssertionError(event)

    def _shared(self, game: PublicGoods, view: View, number: int) -> list[str]:
        """The result of a round whose pot is shared at once."""
        contributions, part = view.rounds[number - 1], game.part(view.rounds[number - 1])
        balances = game.balances(view.start, view.rounds[:number])
        lines = [self._pot_shared(game, contributions)]
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

    def _result(self, game: PublicGoods, view: View, number: int) -> list[str]:
        """The result of a round if the pot is shared at the end."""
        rounds = view.rounds[:number]
        balances = game.balances(view.start, rounds)
        lines = [self.prompts.fill("pot", pot=sum(map(sum, rounds)))]
        if view.seat is not None:
            put = rounds[-1][view.seat]
            lines.append(self.prompts.fill("own_left", put=put, tokens=decimal(balances[view.seat])))
        lines.append(self.prompts.fill("tokens_left", round=number, tokens=_listed(balances)))
        if number == game.rounds:
            lines.append(self._pot_shared(game, [sum(put) for put in rounds]))
        return lines

    def _pot_shared(self, game: PublicGoods, pot: Sequence[int]) -> str:
        grown, part = decimal(sum(pot) * game.fraction), decimal(game.part(pot))
        return self.prompts.fill("shared", grown=grown, part=part)

    def over(self, game: PublicGoods, view: View) -> str:
        assert view.seat is not None
        earned = game.earned(view.start, view.rounds)[view.seat]
        return self.prompts.fill(f"over_{_kind(game)}", earned=decimal(earned))

    def request(self, game: PublicGoods, view: View, ask: Ask) -> str:
        left = game.balances if game.overspend else game.budgets
        tokens = Fraction(0) if view.seat is None else left(view.start, view.rounds)[view.seat]
        return self.prompts.fill(f"{ask.about}_{_kind(game)}", round=view.played + 1, tokens=decimal(tokens))

    def units(self, game: PublicGoods, view: View, key: str) -> Mapping[str, int]:
        return TOKENS

    def bounds(self, game: PublicGoods, view: View, key: str) -> tuple[int, int] | None:
        # Carried tokens grow from round to round, so there is no fixed limit to name.
        return None if game.carry else (0, game.tokens)


def _kind(game: PublicGoods) -> str:
    if game.share == "at the end":
        return "endowment"
    return "carried" if game.carry else "fresh"


def _exact(ratio: Fraction) -> str:
    return str(ratio) if ratio * 1000 % 1 else decimal(ratio, 3)


def _listed(numbers: Iterable[Fraction | int]) -> str:
    return ", ".join(f"{player_name(seat)}: {decimal(number)}" for seat, number in enumerate(numbers))


WORDS = PublicGoodsWords(Prompts.beside(__file__))
