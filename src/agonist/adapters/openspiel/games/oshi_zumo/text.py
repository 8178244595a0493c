"""Oshi-Zumo in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.oshi_zumo.title_and_endings import field_of
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Seat, counted
from agonist.kit.text_interface import you_or_player


class OshiZumoWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        options, fill = game.options, self.prompts.fill
        least = options["min_bid"]
        return {
            "coins": options["coins"],
            "size": options["size"],
            "width": 2 * options["size"] + 1,
            "least": fill("least", least=least) if least else fill("from_zero"),
            "horizon": f"{options['horizon']:,}",
            "end": fill("only_off" if options["alesia"] else "by_side"),
        }

    def scene(self, game: Any, view: Any) -> str:
        field, me = field_of(spiel_of(view.history)), view.seat
        fill = self.prompts.fill
        rounds = [
            fill("round", number=nth, bids=_bids(bids, me), pushed=fill(_pushed(bids)))
            for nth, bids in enumerate(field.bids, 1)
        ]
        return fill(
            "scene",
            you=self.you(me),
            rounds="".join(f"{line}\n" for line in rounds) + "\n" if rounds else "",
            field=" ".join(field.drawn),
            coins=", ".join(f"{you_or_player(who, me)}: {each}" for who, each in enumerate(field.coins)),
            next=self.what_next(game, view),
        )

    def label(self, view: Any, key: str, option: Any) -> str:
        return str(option)

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        coins = counted(option, "coin")
        return [f"bid {option}", coins, f"bid {coins}"]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [str(bid) for bid in range(game.options["coins"] + 1)]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")


def _bids(bids: Sequence[int], me: Seat | None) -> str:
    return ", ".join(f"{you_or_player(who, me)} bid {bid}" for who, bid in enumerate(bids))


def _pushed(bids: tuple[int, int]) -> str:
    first, second = bids
    return "to_the_right" if first > second else "to_the_left" if second > first else "stays"


WORDS = OshiZumoWords.beside(__file__)
