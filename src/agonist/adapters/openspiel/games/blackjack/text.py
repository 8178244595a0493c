"""Blackjack in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.blackjack.seat_knowledge import HIT, STAND, Hand, total
from agonist.adapters.openspiel.games.playing_cards import listed, spelled
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Ask

LABELS = ("hit", "stand")
ALIASES = {
    HIT: ["hit me", "take a card", "draw", "draw a card", "another card", "card", "twist"],
    STAND: ["stay", "stick", "hold", "stop", "pass", "take no card", "no card"],
}


class BlackjackWords(DressedWords):
    def scene(self, game: SpielGame, view: Any) -> str:
        hand: Hand = view.facts
        return self.prompts.fill(
            "scene",
            whose="The player's" if view.seat is None else "Your",
            mine=_cards(hand.mine),
            dealers=_cards(hand.dealers),
            next=self.what_next(game, view),
        )

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        return self.prompts.fill("move", total=total(view.facts.mine))

    def label(self, view: Any, key: str, option: Any) -> str:
        return LABELS[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        return ALIASES[option]

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        return LABELS

    def hint(self, view: Any, key: str) -> str:
        return " or ".join(LABELS)

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        hand: Hand = view.facts
        if len(hand.mine) == 2 and not hand.dealers:
            return self.prompts.fill("face_down")
        suit, rank = "CDHS"[action // 13], "A23456789TJQK"[action % 13]
        mine = len(hand.mine) < 2 or (hand.dealers[0] == "??" and len(hand.dealers) == 2)
        return self.prompts.fill("to_player" if mine else "to_dealer", card=spelled(rank, suit))


def _cards(cards: Sequence[str]) -> str:
    """Cards in words, with their total where all are seen.

    >>> _cards(["HT", "SA"]), _cards(["??", "C7"])
    ('10 of hearts, ace of spades (21)', 'one face down, 7 of clubs')
    """
    told = listed("one face down" if card == "??" else spelled(card[1], card[0]) for card in cards)
    return told if "??" in cards or not cards else f"{told} ({total(cards)})"


WORDS = BlackjackWords.beside(__file__)
