"""What a seat knows of a game of Crazy Eights, apart from the library's texts."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.games.playing_cards import SUITS, UPWARDS
from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

DRAW, PASS, NOMINATE = 52, 53, 54
"""The library's actions: lower ones play that card, from `NOMINATE` on they name a suit."""

EIGHT, JACK = 6, 9
"""Ranks, from 0 for the 2."""

_HAND: Final = re.compile(r"Suit ([CDHS]): (.*)")
_TOP: Final = re.compile(r"Previous card: (\w)(\w)\nPrevious suit: (\w)")
_COUNTS: Final = re.compile(r"players have: ([\d, ]+) cards")
_LEFT: Final = re.compile(r"Number of cards left in deck: (\d+)")


class Done(NamedTuple):
    """What a player did: one of the library's actions."""

    seat: Seat
    action: int


class Table(NamedTuple):
    """Cards are the library's numbers, as in `playing_cards.letters`.

    `hand`: the seat's own, each as often as it has it; empty for a bystander. `top`: the last card played,
    and `suit` (from 0) the one that must be followed; `None` before cards are dealt. `counts`: how many cards
    each seat has. `left`: those that can be drawn. `done`: all that was done.
    """

    hand: tuple[int, ...]
    top: int | None
    suit: int | None
    counts: tuple[int, ...]
    left: int
    done: tuple[Done, ...]

    @property
    def drawn(self) -> int:
        """How many cards the last player has drawn one after the other."""
        count = 0
        while count < len(self.done) and self.done[-1 - count] == (self.done[-1].seat, DRAW):
            count += 1
        return count


class CrazyEights(SpielGame):
    title: ClassVar[str] = "Crazy Eights"
    abilities: ClassVar = ("planning", "risk assessment")

    @property
    def decks(self) -> int:
        return 1 if self.seats <= 5 else 2

    def facts(self, spiel: Any, seat: Seat | None) -> Table:
        done = tuple(Done(each.player, each.action) for each in spiel.full_history() if each.player >= 0)
        found = _LEFT.search(str(spiel))
        assert found
        left = int(found[1])
        text = spiel.observation_string(seat or 0)
        top, counts = _TOP.search(text), _COUNTS.search(text)
        if not top or not counts:  # cards are being dealt
            return Table((), None, None, (), left, done)
        hand = [
            UPWARDS.index(rank) * len(SUITS) + "CDHS".index(suit)
            for suit, ranks in _HAND.findall(text)
            for rank in ranks.replace(" ", "")
        ]
        order = [int(count) for count in counts[1].split(",")]
        me = seat or 0
        return Table(
            () if seat is None else tuple(sorted(hand)),
            UPWARDS.index(top[2]) * len(SUITS) + "CDHS".index(top[1]),
            "CDHS".index(top[3]),
            tuple(order[(who - me) % self.seats] for who in range(self.seats)),
            left,
            done,
        )

    def ending(self, spiel: Any) -> str:
        counts = self.facts(spiel, None).counts
        if 0 in counts:
            return "a player has no cards left"
        plays = sum(each.player >= 0 and each.action < DRAW for each in spiel.full_history())
        if plays >= self.options["max_turns"]:
            return "the greatest number of cards is played"
        return "nobody can play or draw"


def cost(card: int) -> int:
    """What a card costs that is left in a hand, by the library's count."""
    rank = card // len(SUITS)
    if rank == EIGHT:
        return 50
    return 10 if rank >= JACK else card + 2
