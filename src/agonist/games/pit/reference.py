"""A heuristic player: collects the suit nearest to a corner, and gives away all else in large bundles."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, Final

from agonist.core import Ask
from agonist.games.pit.cards import OTHER, VALUES, Card, Cards
from agonist.games.pit.rules import Pit, View

DOUBT: Final = 1.2
"""A suit that leads by this many cards is certainly collected. Below that the choice is random, since others
may collect the same suit."""


def by_suit(game: Pit, view: View, ask: Ask, rng: Random) -> Any:
    """Declares a corner at once; accepts a call that a spare suit can meet; else offers spare cards.

    The card that prevents corners goes first, the wild one is kept. Between two near suits it chooses again
    each time, so that two players who collect the same suit do not wait for each other forever.
    """
    options = ask.options() or ()
    if ("corner",) in options:
        return ("corner",)
    held = Counter(view.cards)
    wanted = max(game.suits, key=lambda suit: held[suit] + VALUES[suit] / 400 + DOUBT * rng.random())
    given = [(cards, option) for option in options if (cards := _cards_given(option))]
    ways = [(_worth(cards, wanted, held, game.wild), option) for cards, option in given]
    good = [(worth, option) for worth, option in ways if worth > 0]
    if not good:
        return ("wait",)
    # A new call finds a partner only if another player calls the same number; accepting an open call is
    # safer.
    scored = [(worth + 1.5 * (option[0] == "accept") + rng.random(), option) for worth, option in good]
    return max(scored, key=lambda item: item[0])[1]


def _cards_given(option: Any) -> Cards:
    """The cards that an answer gives away."""
    match option:
        case ("offer", cards):
            return tuple(cards)
        case ("accept", (_, cards)):
            return tuple(cards)
    return ()


def _worth(cards: Cards, wanted: str, held: Counter[str], wild: Card) -> float:
    """The benefit of giving these cards away; 0 for cards that the hand collects."""
    if wanted in cards or wild in cards:
        return 0
    suited = [card for card in cards if card != OTHER[wild]]
    # Giving away a whole suit leaves no single cards behind.
    whole = 1.0 * bool(suited and held[suited[0]] == len(suited))
    return 0.3 * len(suited) + whole + (2 if OTHER[wild] in cards else 0) + 0.1
