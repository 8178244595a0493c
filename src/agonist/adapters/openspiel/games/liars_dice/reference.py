"""A player of Liar's Dice that goes by odds."""

from __future__ import annotations

from math import comb
from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.liars_dice.seat_knowledge import Bid, Hand
from agonist.core import Ask

TRUST: Final = 0.5
"""How likely one of the other's dice is taken to be what they last bid on, besides by chance."""


def by_odds(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """The likeliest bid, the lowest of equal ones; or liar, if that is likelier to be right."""
    del rng
    hand: Hand = view.facts
    chances = {
        action: chance(game, hand, game.bid(action)) for action in ask.options() or () if action != game.last
    }
    best = max(chances, key=chances.__getitem__, default=None)
    if hand.bids and (best is None or 1 - chance(game, hand, hand.bids[-1]) > chances[best]):
        return int(game.last)
    assert best is not None
    return int(best)


def chance(game: Any, hand: Hand, bid: Bid) -> float:
    """The probability that a bid is true. The highest face counts for every face."""
    sides, others = game.options["dice_sides"], game.options["numdice"]
    missing = bid.number - sum(die in (bid.face, sides) for die in hand.dice)
    each = (1 if bid.face == sides else 2) / sides
    theirs = hand.bids[-1].face if hand.bids else None
    trusted = TRUST if theirs == bid.face else 0.0
    each = trusted + (1 - trusted) * each
    at_least = (
        comb(others, count) * each**count * (1 - each) ** (others - count)
        for count in range(max(missing, 0), others + 1)
    )
    return float(sum(at_least))
