"""What a seat knows of a hand of euchre, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

CARDS, SEATS, DEALT = 24, 4, 20
PASS, CLUBS, SPADES, ALONE, TOGETHER = 24, 25, 28, 29, 30
"""The library's actions: lower ones are cards, and those from `CLUBS` to `SPADES` name trumps."""
JACK, ACE = 2, 5
"""Ranks, from the nine."""
SAME_COLOUR: Final = (3, 2, 1, 0)
"""The other suit of each suit's colour."""


class Trick(NamedTuple):
    leader: Seat
    cards: tuple[tuple[Seat, int], ...]
    winner: Seat
    """Who has played the best card, so far."""


class Bid(NamedTuple):
    seat: Seat
    action: int


class Hand(NamedTuple):
    """Cards are the library's numbers, from 0: by ranks, from nine to ace, each as clubs to spades.

    `bids`: passes and the naming of trumps, from the player after the dealer. `trumps`: the suit, from 0.
    `hand`: the seat's own, sorted, and empty for a bystander. `discard`: what the seat discarded as dealer.
    `alone`: who has said that they play without their partner. `going`: whether somebody is asked that, and
    `discarding`: whether the dealer discards.
    """

    dealer: Seat | None
    upcard: int | None
    bids: tuple[Bid, ...]
    hand: tuple[int, ...]
    discard: int | None
    trumps: int | None
    declarer: Seat | None
    alone: tuple[Seat, ...]
    discarding: bool
    going: bool
    tricks: tuple[Trick, ...]

    def out(self, seat: Seat) -> bool:
        """Whether a seat's partner plays alone."""
        return (seat + 2) % SEATS in self.alone

    @property
    def size(self) -> int:
        """How many cards make a trick."""
        return SEATS - len(self.alone)


class Euchre(SpielGame):
    title: ClassVar[str] = "Euchre"
    abilities: ClassVar = ("cooperation", "planning", "risk assessment")

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        done = [(each.player, each.action) for each in spiel.full_history()]
        dealer = done[0][1] if done else None
        upcard = done[DEALT + 1][1] if len(done) > DEALT + 1 else None
        after = done[DEALT + 2 :]
        bids = tuple(Bid(who, action) for who, action in after if PASS <= action <= SPADES)
        ordered = 0 < len(bids) <= SEATS and bids[-1].action != PASS
        cards = [(who, action) for who, action in after if action < CARDS]
        discard = cards.pop(0)[1] if ordered and cards else None
        phase = str(spiel.current_phase()).rpartition(".")[2]
        called = bool(bids) and bids[-1].action != PASS
        alone = tuple(who for who, action in after if action == ALONE)
        size = SEATS - len(alone)
        tricks = tuple(
            Trick(cards[at][0], tuple(cards[at : at + size]), int(spiel.tricks()[at // size].winner()))
            for at in range(0, len(cards), size)
        )
        return Hand(
            dealer,
            upcard,
            bids,
            tuple(card for card, holder in enumerate(spiel.card_holder()) if holder == seat)
            if seat is not None
            else (),
            discard if seat == dealer else None,
            bids[-1].action - CLUBS if called else None,
            bids[-1].seat if called else None,
            alone,
            phase == "DISCARD",
            phase == "GO_ALONE",
            tricks,
        )

    def ending(self, spiel: Any) -> str:
        hand = self.facts(spiel, None)
        if hand.declarer is None:
            return "all passed"
        took = sum(trick.winner % 2 == hand.declarer % 2 for trick in hand.tricks)
        return f"the side that named trumps took {took} of 5 tricks"


def suit_of(card: int, trumps: int | None) -> int:
    """A card's suit; the jack of the trumps' colour is one of the trumps."""
    rank, suit = divmod(card, SEATS)
    return trumps if trumps is not None and rank == JACK and suit == SAME_COLOUR[trumps] else suit


def power(card: int, trumps: int | None) -> int:
    """The order of cards of one suit, and trumps above all others."""
    rank, suit = divmod(card, SEATS)
    if trumps is None or suit_of(card, trumps) != trumps:
        return rank
    return 10 + (ACE + 2 if rank == JACK and suit == trumps else ACE + 1 if rank == JACK else rank)
