"""An equilibrium of Kuhn poker for two players (Kuhn, 1950), and play in its manner among more."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from agonist.adapters.openspiel.games.kuhn_poker.seat_knowledge import BET, PASS, Hand
from agonist.core import Ask

BLUFF: Final = 1 / 3
"""How often the lowest card bets. For the first player any share up to 1/3 is part of an equilibrium, with
three times as many bets of the highest card and a third more calls of the middle one."""


def equilibrium(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Bet or call with the probability of the equilibrium."""
    del game, ask
    return BET if rng.random() < chance_to_bet(view.facts) else PASS


def chance_to_bet(hand: Hand) -> float:
    """The probability with which this hand bets or calls."""
    assert hand.card is not None
    best = hand.seats
    if not hand.opened:
        return 1.0 if hand.card == best else BLUFF if hand.card == 0 else 0.0
    if hand.card in (0, best):
        return float(hand.card == best)
    if hand.card < best - 1:
        return 0.0
    # Whoever checked first is bet into by as many bluffs as the other would be, and gets a better price.
    return BLUFF + 1 / 3 if len(hand.moves) == hand.seats else 1 / 3
