"""Leduc poker in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agonist.adapters.openspiel.games.leduc_poker.seat_knowledge import CALL, RAISE, RAISES, Act, Hand
from agonist.adapters.openspiel.games.playing_cards import rank_name
from agonist.adapters.openspiel.own_prompts_over_library import DressedWords
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Ask, counted, player_name
from agonist.kit.text_interface import you_or_player

FIRST, THEN = ("fold", "check", "bet"), ("fold", "call", "raise")
"""What `FOLD`, `CALL` and `RAISE` are called where calling costs nothing, and where it does."""


class LeducWords(DressedWords):
    def blanks(self, game: SpielGame) -> dict[str, Any]:
        mapped = game.options["action_mapping"]
        return {
            "seats": game.seats,
            "ranks": ", ".join(rank_name(rank, game.seats + 1) for rank in range(game.seats + 1)),
            "count": 2 * (game.seats + 1),
            "first": player_name(game.options["starting_player"]),
            "mapping": "\n" + self.prompts.fill("mapping") if mapped else "",
        }

    def scene(self, game: SpielGame, view: Any) -> str:
        hand: Hand = view.facts
        return self.prompts.fill(
            "scene",
            you=self.you(view.seat),
            cards=self._cards(hand),
            rounds="\n".join(
                self.prompts.fill("round", number=nth + 1, acts=acts_told(hand.rounds[nth]) or "nothing yet")
                for nth in range(1 + hand.second)
            ),
            pot=counted(sum(hand.paid), "chip"),
            paid=", ".join(
                f"{you_or_player(seat, view.seat)}: {chips}" for seat, chips in enumerate(hand.paid)
            ),
            next=self.what_next(game, view),
        )

    def _cards(self, hand: Hand) -> str:
        own, table = (
            None if rank is None else rank_name(rank, hand.seats + 1) for rank in (hand.card, hand.table)
        )
        told = [self.prompts.fill("card", card=own)] if own else []
        return " ".join(
            [*told, self.prompts.fill("table", card=table) if table else self.prompts.fill("shut")]
        )

    def request(self, game: SpielGame, view: Any, ask: Ask) -> str:
        hand: Hand = view.facts
        price, size = counted(hand.price(view.seat), "chip"), 4 if hand.second else 2
        if not hand.price(view.seat):
            return self.prompts.fill("no_bet", size=size)
        if hand.raises == RAISES:
            return self.prompts.fill("last_bet", price=price)
        return self.prompts.fill("bet_made", price=price, size=size)

    def label(self, view: Any, key: str, option: Any) -> str:
        return (THEN if view.facts.price(view.seat) else FIRST)[option]

    def aliases(self, view: Any, key: str, option: Any) -> Sequence[str]:
        hand: Hand = view.facts
        size = 4 if hand.second else 2
        if option == RAISE:
            return ["bet", "raise", f"bet {size}", f"raise {size}", f"raise by {size}"]
        price = hand.price(view.seat)
        if option == CALL:
            return [f"call {price}", "call the bet"] if price else ["pass"]
        return ["fold my hand"]

    def known(self, game: SpielGame, view: Any, key: str) -> Sequence[str]:
        return sorted({*FIRST, *THEN})

    def hint(self, view: Any, key: str) -> str:
        return " or ".join(THEN if view.facts.price(view.seat) else FIRST[1:])

    def chance(self, view: Any, ask: Ask, action: Any) -> str:
        hand: Hand = view.facts
        return self.prompts.fill("opened" if hand.rounds[0] else "dealt")


def acts_told(acts: Sequence[Act]) -> str:
    """What was done in a round.

    >>> acts_told([Act(0, CALL, 0), Act(1, RAISE, 0), Act(0, CALL, 2)])
    'Player 1 checks, Player 2 bets, Player 1 calls'
    """
    return ", ".join(f"{player_name(act.seat)} {(THEN if act.price else FIRST)[act.move]}s" for act in acts)


WORDS = LeducWords.beside(__file__)
