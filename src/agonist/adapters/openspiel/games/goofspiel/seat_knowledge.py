"""A table of Goofspiel as a seat sees it."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

_PRIZES: Final = re.compile(r"Point card sequence: ([\d ]*)")


class Round(NamedTuple):
    prize: int
    bids: tuple[int | None, ...]
    """Each seat's; `None` for one that this seat is not shown."""
    winner: Seat | None
    """Who took the prize; `None`: nobody, since several bid the most."""


class Table(NamedTuple):
    """`prize`: what is bid for now; `None` where it is not drawn yet, and at the end. `coming`: the prizes
    not seen yet. `hands`: the cards of each seat; `None` for those that are hidden. `points`: so far.
    """

    rounds: tuple[Round, ...]
    prize: int | None
    coming: tuple[int, ...]
    hands: tuple[tuple[int, ...] | None, ...]
    points: tuple[int, ...]


class Goofspiel(SpielGame):
    title: ClassVar[str] = "Goofspiel"
    abilities: ClassVar = ("opponent modelling", "strategic planning")
    sources: ClassVar = ("Goofspiel: The Game of Pure Strategy (Ross, 1971)",)

    @property
    def turns(self) -> int:
        """How many prizes there are."""
        cards, turns = self.options["num_cards"], self.options["num_turns"]
        return int(turns if turns > 0 else cards)

    def facts(self, spiel: Any, seat: Seat | None) -> Table:
        options = self.options
        cards = range(1, options["num_cards"] + 1)
        drawn = options["points_order"] == "random"
        found = _PRIZES.search(str(spiel))
        assert found
        prizes = [int(number) for number in found[1].split()]
        played, step = spiel.history(), self.seats + drawn
        bids = [
            tuple(card + 1 for card in played[at + drawn : at + step])
            for at in range(0, len(played) - self.seats + 1, step)
        ]
        hands = [
            [card for card in cards if card not in (each[who] for each in bids)] for who in range(self.seats)
        ]
        if spiel.is_terminal() and len(bids) < len(prizes):
            bids.append(tuple(hand.pop() for hand in hands))  # the last cards are played by themselves
        hidden = options["imp_info"]
        rounds, points = [], [0] * self.seats
        for prize, each in zip(prizes, bids, strict=False):
            winner = each.index(max(each)) if each.count(max(each)) == 1 else None
            if winner is not None:
                points[winner] += prize
            shown = tuple(bid if who == seat or not hidden else None for who, bid in enumerate(each))
            rounds.append(Round(prize, shown, winner))
        return Table(
            tuple(rounds),
            prizes[-1] if len(prizes) > len(bids) else None,
            tuple(card for card in cards if card not in prizes),
            tuple(tuple(hand) if who == seat or not hidden else None for who, hand in enumerate(hands)),
            tuple(points),
        )

    def ending(self, spiel: Any) -> str:
        return "all prizes were bid for"
