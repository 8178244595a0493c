"""A player of Leduc poker that bets by the strength of its hand."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.leduc_poker.seat_knowledge import CALL, FOLD, RAISE, Hand
from agonist.core import Ask

STRONG: Final = 0.7
BLUFF: Final = 0.1
"""How often a hand that is not strong bets all the same, where nobody has."""


def by_strength(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Raise a strong hand, call where the price is right, check or fold the rest."""
    del game
    hand: Hand = view.facts
    share, price = strength(hand), hand.price(view.seat)
    legal = ask.options() or ()
    if share >= STRONG or (not price and rng.random() < BLUFF):
        return RAISE if RAISE in legal else CALL
    # Whoever bets has a better hand than any hand at random.
    if FOLD in legal and share - 0.1 * hand.raises < price / (sum(hand.paid) + price):
        return FOLD
    return CALL


def strength(hand: Hand) -> float:
    """The chance that this hand beats all others who have not folded, if these were any cards; half for a tie
    with one.
    """
    assert hand.card is not None
    left = dict.fromkeys(range(hand.seats + 1), 2)
    for seen in (hand.card, hand.table):
        if seen is not None:
            left[seen] -= 1
    mine = _worth(hand.card, hand.table)
    beats = sum(
        count * (1.0 if mine > _worth(rank, hand.table) else 0.5 * (mine == _worth(rank, hand.table)))
        for rank, count in left.items()
    )
    others = hand.seats - len(hand.folded) - 1
    return float((beats / sum(left.values())) ** others)


def _worth(card: int, table: int | None) -> float:
    """The worth of a card: its rank, or more than all of them for a pair."""
    return float("inf") if card == table else card
