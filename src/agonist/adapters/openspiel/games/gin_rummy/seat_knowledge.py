"""What a seat knows of a hand of gin rummy, apart from the library's texts."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

import pyspiel

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

UPCARD, STOCK, PASS, KNOCK, MELDS = 52, 53, 54, 55, 56
"""The library's actions: lower ones are cards, from `MELDS` on they lay a meld."""


class Done(NamedTuple):
    seat: Seat
    what: str
    """A card, a meld, or the library's word for what else was done."""


class Table(NamedTuple):
    """Cards are a rank and a suit, such as `Ts`, sorted by the library's order, the spades first.

    `hand`: the seat's own; empty for a bystander. `deadwood`: of this hand, at best, until somebody knocks;
    then what it counts still. `others`: the hand of the other, if they have knocked. `melds`: laid by each.
    `layoffs`: cards laid off on the knocker's. `done`: all that was done since the deal.
    """

    phase: str
    hand: tuple[str, ...]
    deadwood: int
    others: tuple[str, ...]
    upcard: str
    pile: tuple[str, ...]
    stock: int
    knock: int
    knocker: Seat | None
    melds: tuple[tuple[str, ...], tuple[str, ...]]
    layoffs: tuple[str, ...]
    done: tuple[Done, ...]


class GinRummy(SpielGame):
    title: ClassVar[str] = "Gin Rummy"
    abilities: ClassVar = ("probability", "planning", "deduction")

    @cached_property
    def utils(self) -> Any:
        """The library's functions on hands."""
        options = self.options
        return pyspiel.gin_rummy.GinRummyUtils(
            options["num_ranks"], options["num_suits"], options["hand_size"]
        )

    def names(self, cards: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.utils.card_string(card) for card in cards)

    def facts(self, spiel: Any, seat: Seat | None) -> Table:
        knocked, hands = spiel.knocked(), spiel.hands()
        other = None if seat is None else 1 - seat
        upcard = spiel.upcard()
        done = [
            Done(each.player, self._what(each.action)) for each in spiel.full_history() if each.player >= 0
        ]
        first, second = (tuple(map(self._meld, each)) for each in spiel.layed_melds())
        return Table(
            str(spiel.current_phase()).rpartition(".")[2],
            () if seat is None else self.names(sorted(hands[seat])),
            0 if seat is None else int(spiel.deadwood()[seat]),
            self.names(sorted(hands[other])) if other is not None and knocked[other] else (),
            "" if upcard is None else self.utils.card_string(upcard),
            self.names(spiel.discard_pile()),
            int(spiel.stock_size()),
            int(spiel.knock_card()),
            knocked.index(True) if any(knocked) else None,
            (first, second),
            self.names(spiel.layoffs()),
            tuple(done),
        )

    def _meld(self, number: int) -> str:
        return "".join(self.names(self.utils.int_to_meld[number]))

    def _what(self, action: int) -> str:
        if action >= MELDS:
            return self._meld(action - MELDS)
        special = {UPCARD: "Draw upcard", STOCK: "Draw stock", PASS: "Pass", KNOCK: "Knock"}
        return special.get(action) or str(self.utils.card_string(action))

    def ending(self, spiel: Any) -> str:
        knocked, deadwood = spiel.knocked(), spiel.deadwood()
        if not any(knocked):
            return "nobody knocked"
        knocker = knocked.index(True)
        if not deadwood[knocker]:
            return "gin"
        return (
            "undercut"
            if deadwood[1 - knocker] < deadwood[knocker]
            else "the knocker's deadwood is not higher"
        )
