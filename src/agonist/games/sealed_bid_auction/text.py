"""The sealed-bid auction in words."""

from __future__ import annotations

from agonist.core import Ask, Event, player_name
from agonist.games.sealed_bid_auction.rules import SealedBidAuction, View
from agonist.kit import Words
from agonist.text import Prompts


class SealedBidAuctionWords(Words[SealedBidAuction, View]):
    def rules(self, game: SealedBidAuction) -> str:
        told = (
            self.prompts.fill("told", rounds=game.rounds) if game.told_rounds else self.prompts.fill("untold")
        )
        kind = "any" if game.interval is None else "grid"
        steps = {} if game.interval is None else {"interval": game.interval}
        drawn = self.prompts.fill(f"valuations_{kind}", low=game.low, high=game.high, unit=game.unit, **steps)
        bids = "bids_free" if game.overbids else "bids"
        limit = {"high": game.high, "unit": game.unit} if game.overbids else {}
        return self.prompts.fill(
            "rules",
            seats=game.seats,
            length=told,
            valuations=drawn,
            bids=self.prompts.fill(bids, **limit),
            price=self.prompts.fill(f"price_{game.price}"),
        )

    def scene(self, game: SealedBidAuction, view: View) -> str:
        me = [] if view.seat is None else [self.prompts.fill("me", player=player_name(view.seat))]
        now = view.played + 1
        told = [event for event in view.log if event[0] != "valuation" or event[1] == now]
        return "\n".join(
            [*me, *(self.sentence(game, view, event) for event in told), self.standing(game, view)]
        )

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

    def standing(self, game: SealedBidAuction, view: View) -> str:
        if view.played == game.rounds:
            gain = sum(event[4] for event in view.log if event[0] == "own")
            if view.seat is None:
                return self.prompts.fill("watched")
            return self.prompts.fill("over", gain=gain, unit=game.unit)
        if game.told_rounds:
            return self.prompts.fill("now", round=view.played + 1, rounds=game.rounds)
        return self.prompts.fill("now_untold", round=view.played + 1)

    def request(self, game: SealedBidAuction, view: View, ask: Ask) -> str:
        return self.prompts.fill(ask.about, round=view.played + 1, valuation=view.valuation, unit=game.unit)


WORDS = SealedBidAuctionWords(Prompts.beside(__file__))
