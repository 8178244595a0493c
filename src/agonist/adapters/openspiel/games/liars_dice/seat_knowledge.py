"""What a seat knows of a hand of Liar's Dice, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat


class Bid(NamedTuple):
    number: int
    face: int


class Hand(NamedTuple):
    """`dice`: the seat's own, sorted; none before they are rolled, and for a bystander. `bids`: all so far,
    from Player 1 in turn. `doubted`: whether somebody has said liar, which ends the hand.
    """

    dice: tuple[int, ...]
    bids: tuple[Bid, ...]
    doubted: bool


class OneHand(SpielGame):
    title: ClassVar[str] = "Liar's Dice (one hand)"
    abilities: ClassVar = ("deception", "probability", "opponent modelling")

    def bid(self, action: int) -> Bid:
        """A bid by the library's number of it: in the order of numbers first, or of faces first."""
        options = self.options
        if options["bidding_rule"] == "reset-face":
            number, face = divmod(action, options["dice_sides"])
        else:
            face, number = divmod(action, self.seats * options["numdice"])
        return Bid(number + 1, face + 1)

    @property
    def last(self) -> int:
        """The action that says liar; all lower ones are bids."""
        options = self.options
        return int(self.seats * options["numdice"] * options["dice_sides"])

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        each = self.options["numdice"]
        played = spiel.history()
        dice = (
            [] if seat is None else [roll + 1 for roll in played[: self.seats * each][seat * each :][:each]]
        )
        said = played[self.seats * each :]
        bids = tuple(self.bid(action) for action in said if action != self.last)
        return Hand(tuple(sorted(dice)), bids, len(said) > len(bids))

    def ending(self, spiel: Any) -> str:
        bidder = (len(self.facts(spiel, None).bids) - 1) % self.seats
        return "the bid was true" if spiel.returns()[bidder] > 0 else "the bid was a lie"
