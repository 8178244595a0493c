"""A player by rules of thumb: collect the suit that is nearest to a corner, give away all else in bulk."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from agonist.core import Ask
from agonist.games.pit.cards import BEAR, BULL, VALUES, Cards
from agonist.games.pit.rules import Pit, View

DOUBT: Final = 1.2
"""Cards by which a suit must lead to be collected for certain: others may be after it as well."""


def by_suit(game: Pit, view: View, ask: Ask, rng: Random) -> Any:
    """Declare a corner at once; accept a call that a spare suit can meet; else offer spare cards.

    The Bear goes first, the Bull is kept. Which of two near suits is collected is chosen anew each time, so
    that two players after the same suit do not wait for each other for ever.
    """
    options = ask.options() or ()
    if ("corner",) in options:
        return ("corner",)
    held = Counter(view.cards)
    wanted = max(game.suits, key=lambda suit: held[suit] + VALUES[suit] / 400 + DOUBT * rng.random())
    ways = [(_worth(cards, wanted, held), option) for option in options if (cards := _given(option))]
    good = [(worth, option) for worth, option in ways if worth > 0]
    if not good:
        return ("wait",)
    # A call finds a partner only if another player calls the same number: an open call is surer.
    scored = [(worth + 1.5 * (option[0] == "accept") + rng.random(), option) for worth, option in good]
    return max(scored, key=lambda item: item[0])[1]


def _given(option: Any) -> Cards:
    """The cards that an answer gives away."""
    match option:
        case ("offer", cards):
            return tuple(cards)
        case ("accept", (_, cards)):
            return tuple(cards)
    return ()


def _worth(cards: Cards, wanted: str, held: Counter[str]) -> float:
    """How glad a hand is to lose these cards; 0 for those it collects."""
    if wanted in cards or BULL in cards:
        return 0
    suited = [card for card in cards if card != BEAR]
    # A suit that is given away whole leaves no odd cards behind.
    whole = 1.0 * bool(suited and held[suited[0]] == len(suited))
    return 0.3 * len(suited) + whole + (2 if BEAR in cards else 0) + 0.1
