"""The cards of a hand of blackjack that the player sees."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

HIT, STAND = 0, 1
BUST: Final = 21
"""A total beyond this one loses."""

_CARDS: Final = re.compile(r"(Player 0|Dealer): Cards:(.*)")


class Hand(NamedTuple):
    """Cards as a suit and a rank, such as `HT`; the dealer's first one is `??` until the player has stood."""

    mine: tuple[str, ...]
    dealers: tuple[str, ...]


class Blackjack(SpielGame):
    title: ClassVar[str] = "Blackjack"
    abilities: ClassVar = ("probability", "risk assessment")
    sources: ClassVar = ("The Optimum Strategy in Blackjack (Baldwin et al., 1956)",)

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        # Nobody plays against the player, so that whoever watches may see what the player sees.
        cards = {who: tuple(each.split()) for who, each in _CARDS.findall(spiel.observation_string(0))}
        return Hand(cards["Player 0"], cards["Dealer"])

    def ending(self, spiel: Any) -> str:
        hand = self.facts(spiel, None)
        mine, dealers = total(hand.mine), total(hand.dealers)
        if mine > BUST:
            return "the player has more than 21"
        if dealers > BUST:
            return "the dealer has more than 21"
        return "equal totals" if mine == dealers else "the higher total wins"


def total(cards: Iterable[str]) -> int:
    """The best total of cards, with one ace for 11 where that is no more than 21.

    >>> total(["CA", "D7"]), total(["CA", "D7", "HT"]), total(["CA", "DA"])
    (18, 18, 12)
    """
    low, ace = hard_total(cards)
    return low + 10 if ace and low + 10 <= BUST else low


def hard_total(cards: Iterable[str]) -> tuple[int, bool]:
    """The total with all aces for 1, and whether there is an ace."""
    ranks = [card[1] for card in cards]
    values = {"A": 1, **dict.fromkeys("TJQK", 10)}
    return sum(values.get(rank) or int(rank) for rank in ranks), "A" in ranks
