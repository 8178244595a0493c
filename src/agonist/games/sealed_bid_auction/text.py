"""The sealed-bid auction in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agonist.core import Ask, Event, player_name
from agonist.games.sealed_bid_auction.rules import SealedBidAuction, View
from agonist.kit import RoundWords
from agonist.text import Prompts
from agonist.text.accepted_words import CENTS, MONEY, nouns


class SealedBidAuctionWords(RoundWords[SealedBidAuction, View]):
    def rules(self, game: SealedBidAuction) -> str:
        kind = "any" if game.interval is None else "grid"
        steps = {} if game.interval is None else {"interval": game.interval}
        drawn = self.prompts.fill(f"valuations_{kind}", low=game.low, high=game.high, unit=game.unit, **steps)
        bids = "bids_free" if game.overbids else "bids"
        limit = {"high": game.high, "unit": game.unit} if game.overbids else {}
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            length=self.length(game),
            valuations=drawn,
            bids=self.prompts.fill(bids, **limit),
            price=self.prompts.fill(f"price_{game.price}"),
        )

    def past(self, view: View) -> list[Event]:
        # Valuations of earlier rounds are in their results.
        now = view.played + 1
        return [event for event in view.log if event[0] != "valuation" or event[1] == now]

    def sentence(self, game: SealedBidAuction, view: View, event: Event) -> str:
        match event:
            case ("valuation", number, valuation):
                return self.prompts.fill("valuation", round=number, valuation=valuation, unit=game.unit)
            case ("result", number, highest, price):
                return self.prompts.fill("result", round=number, highest=highest, paid=price, unit=game.unit)
            case ("own", valuation, bid, won, gain):
                blanks = {"valuation": valuation, "bid": bid}
                if not won:
                    return self.prompts.fill("lost", **blanks)
                return self.prompts.fill("won", gain=gain, unit=game.unit, **blanks)
        raise AssertionError(event)

    def over(self, game: SealedBidAuction, view: View) -> str:
        gain = sum(event[4] for event in view.log if event[0] == "own")
        return self.prompts.fill("over", gain=gain, unit=game.unit)

    def request(self, game: SealedBidAuction, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, valuation=view.valuation, unit=game.unit)

    def units(self, game: SealedBidAuction, view: View, key: str) -> Mapping[str, int]:
        return CENTS if game.unit == "cents" else {**MONEY, **nouns("unit", "point", "coin")}

    def bounds(self, game: SealedBidAuction, view: View, key: str) -> tuple[int, int]:
        return 0, game.high

    def chance(self, view: View, ask: Ask, action: Any) -> str:
        if ask.about == "tie":
            return f"Chance breaks the tie of the highest bids: {player_name(action)}"
        return super().chance(view, ask, action)


WORDS = SealedBidAuctionWords(Prompts.beside(__file__))
