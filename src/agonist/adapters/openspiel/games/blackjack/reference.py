"""Basic strategy (Baldwin et al., 1956), for a player who may only hit or stand."""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.adapters.openspiel.games.blackjack.seat_knowledge import HIT, STAND, Hand, hard_total, total
from agonist.core import Ask


def basic(game: Any, view: Any, ask: Ask, rng: Random) -> int:
    """Hit or stand, by the own total and the dealer's open card."""
    del game, ask, rng
    return best_choice(view.facts)


def best_choice(hand: Hand) -> int:
    mine, dealers = hand
    low, _ = hard_total(mine)
    open_card, _ = hard_total(dealers[1:])
    best = total(mine)
    return HIT if hits(best, best > low, open_card) else STAND


def hits(best: int, soft: bool, open_card: int) -> bool:
    """Whether to hit. `best`: the own total; `soft`: with an ace for 11; `open_card`: 1 (an ace) to 10."""
    if soft:
        return best <= 17 or (best == 18 and open_card in (1, 9, 10))
    if best <= 11:
        return True
    if best == 12:
        return open_card not in (4, 5, 6)
    return best <= 16 and open_card not in (2, 3, 4, 5, 6)
