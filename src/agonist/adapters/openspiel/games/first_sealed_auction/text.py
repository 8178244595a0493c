"""The first-price auction in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.core import Ask, counted
from agonist.kit.text_interface import you_or_player


class AuctionWords(DressedWords):
    def blanks(self, game: Any) -> dict[str, Any]:
        return {"seats": game.seats, "most": game.options["max_value"]}

    def scene(self, game: Any, view: Any) -> str:
        fill, bidder, me = self.prompts.fill, view.facts, view.seat
        told = [] if bidder.value is None else [fill("value", value=bidder.value)]
        if bidder.bid is not None:
            told.append(fill("own_bid", bid=bidder.bid))
        # A bid is always below the value, so that whoever is paid has won.
        won = [seat for seat, score in enumerate(view.scores) if score > 0]
        if won:
            told.append(fill("won", winner=you_or_player(won[0], me).capitalize()))
        else:
            told.append(fill("secret"))
        return fill("scene", you=self.you(me), told=" ".join(told), next=self.what_next(game, view))

    def request(self, game: Any, view: Any, ask: Ask) -> str:
        return self.prompts.fill("move", most=view.facts.value - 1)

    def label(self, view: Any, key: str, option: Any) -> str:
        return str(option)

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        points = counted(option, "point")
        return [f"bid {option}", points, f"bid {points}"]

    def known(self, game: Any, view: Any, key: str) -> Sequence[str]:
        return [str(bid) for bid in range(game.options["max_value"])]

    def hint(self, view: Any, key: str) -> str:
        return self.prompts.fill("hint")

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("drawn_value" if len(ask.options() or ()) > 1 else "settled")


WORDS = AuctionWords.beside(__file__)
