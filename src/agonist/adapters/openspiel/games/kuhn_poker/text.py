"""Kuhn poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.kuhn_poker.seat_knowledge import BET, Hand
from agonist.adapters.openspiel.games.playing_cards import rank_name
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Ask, counted, player_name

FIRST, THEN = ("check", "bet"), ("fold", "call")
"""What `PASS` and `BET` are called before somebody has bet, and after."""


class KuhnWords(DressedWords):
    def blanks(self, game: SpielGame) -> dict[str, Any]:
        ranks = [rank_name(card, game.seats + 1) for card in range(game.seats + 1)]
        return {"seats": game.seats, "cards": ", ".join(ranks), "count": game.seats + 1}

    def scene(self, game: SpielGame, view: Any) -> str:
        hand: Hand = view.facts
        card = (
            "" if hand.card is None else self.prompts.fill("card", card=rank_name(hand.card, hand.seats + 1))
        )
        return self.prompts.fill(
            "scene",
            you=self.you(view.seat),
            card=f"{card}\n\n" if card else "",
            betting=betting(hand) or self.prompts.fill("nobody"),
            pot=counted(hand.pot, "chip"),
            next=self.what_next(game, view),
        )

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        hand: Hand = view.facts
        assert hand.card is not None
        return self.prompts.fill("call" if hand.opened else "open", card=rank_name(hand.card, hand.seats + 1))

    def label(self, view: Any, key: str, option: Any) -> str:
        return (THEN if view.facts.opened else FIRST)[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        if option == BET:
            return ["call the bet"] if view.facts.opened else ["bet 1", "bet one chip"]
        return ["pass"]

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        return [*FIRST, *THEN]

    def hint(self, view: Any, key: str) -> str:
        return " or ".join(THEN if view.facts.opened else FIRST)

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        return self.prompts.fill("dealt")


def betting(hand: Hand) -> str:
    """The moves so far.

    >>> betting(Hand(2, None, (0, 1)))
    'Player 1 checks, Player 2 bets'
    """
    said, opened = [], False
    for nth, move in enumerate(hand.moves):
        said.append(f"{player_name(nth % hand.seats)} {(THEN if opened else FIRST)[move]}s")
        opened |= move == BET
    return ", ".join(said)


WORDS = KuhnWords.beside(__file__)
