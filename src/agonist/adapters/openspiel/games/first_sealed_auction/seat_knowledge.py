"""What a bidder knows of the auction, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat


class Bidder(NamedTuple):
    """`None` for what is not known yet, and for a bystander."""

    value: int | None
    bid: int | None


class FirstPriceAuction(SpielGame):
    title: ClassVar[str] = "First-Price Auction"
    abilities: ClassVar = ("numerical reasoning", "opponent modelling")
    sources: ClassVar = ("Counterspeculation, Auctions, and Competitive Sealed Tenders (Vickrey, 1961)",)

    def facts(self, spiel: Any, seat: Seat | None) -> Bidder:
        played = spiel.history()
        values, bids = played[: self.seats], played[self.seats : 2 * self.seats]
        return Bidder(
            *(each[seat] if seat is not None and seat < len(each) else None for each in (values, bids))
        )

    def ending(self, spiel: Any) -> str:
        return "the highest bid wins"
