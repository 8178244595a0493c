"""What everybody sees, and how public events change it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from agonist.core import Event, Seat
from agonist.games.hanabi.cards import COLORS, RANKS, Card, copies, place_of

End: TypeAlias = Literal["lives", "complete", "turns"]
"""The reason for the end: the last life is lost, all fireworks are complete, or nobody has a turn left."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the hints so far say about one card: the colours and ranks that it may have.

    `color_told` and `rank_told`: a hint has named it; otherwise the hints only exclude others.
    """

    colors: str
    ranks: str
    color_told: bool = False
    rank_told: bool = False

    def allows(self, card: Card) -> bool:
        return card[0] in self.colors and card[1] in self.ranks

    def after(self, value: str, touched: bool) -> Known:
        """The knowledge after one more hint, which touched this card or did not.

        >>> Known("RY", "12345").after("3", touched=False)
        Known(colors='RY', ranks='1245', color_told=False, rank_told=False)
        """
        if value in COLORS:
            colors = value if touched else self.colors.replace(value, "")
            return replace(self, colors=colors, color_told=self.color_told or touched)
        ranks = value if touched else self.ranks.replace(value, "")
        return replace(self, ranks=ranks, rank_told=self.rank_told or touched)


@dataclass(frozen=True, slots=True)
class PublicState:
    """What everybody sees. Cards in a hand are counted from 0, the one held longest first."""

    seats: int
    ranks: int
    max_tokens: int
    fireworks: tuple[int, ...]
    """The height of each colour."""
    tokens: int
    """Information tokens that are left."""
    lives: int
    deck: int
    """The number of cards left to draw."""
    mover: Seat = 0
    turns: int | None = None
    """The number of turns left once the deck is empty."""
    discards: tuple[Card, ...] = ()
    """Cards discarded, and cards played that did not fit, in order of time."""
    known: tuple[tuple[Known, ...], ...] = ()
    """For each seat and card, what the hints say about it; empty before the deal."""
    down: bool = False
    """Whether fireworks are built from the top rank down."""

    def place(self, rank: int) -> int:
        """The place of a rank in a firework, from 1 on; also the rank at a place."""
        return place_of(rank, self.ranks, down=self.down)

    def top(self, color: int) -> int:
        """The rank on top of the firework of the nth colour; 0 before its first card."""
        height = self.fireworks[color]
        return self.place(height) if height else 0

    def copies(self, card: Card) -> int:
        """The number of copies of a card in the pack."""
        return copies(int(card[1]), self.ranks, down=self.down)

    @property
    def height(self) -> int:
        """The sum of all fireworks: the points while a life is left."""
        return sum(self.fireworks)

    @property
    def end(self) -> End | None:
        if not self.lives:
            return "lives"
        if self.height == len(self.fireworks) * self.ranks:
            return "complete"
        return "turns" if self.turns == 0 else None

    def fits(self, card: Card) -> bool:
        """Whether it is the next card of its colour."""
        return self.fireworks[COLORS.index(card[0])] + 1 == self.place(int(card[1]))

    def after(self, event: Event) -> PublicState:
        """The table after an event of the log; private events do not change it."""
        match event:
            case ("dealt", hand_size):
                hands = ((self._unknown,) * hand_size,) * self.seats
                return _drawn(replace(self, known=hands), self.seats * hand_size)
            case ("hinted", _, to, value, places):
                hand = tuple(card.after(value, n in places) for n, card in enumerate(self.known[to]))
                return _passed(_holding(replace(self, tokens=self.tokens - 1), to, hand))
            case ("discarded", seat, place, card):
                discards = (*self.discards, card)
                return _left(replace(self, tokens=self.tokens + 1, discards=discards), seat, place)
            case ("played", seat, place, card, True):
                at = COLORS.index(card[0])
                fireworks = (*self.fireworks[:at], self.fireworks[at] + 1, *self.fireworks[at + 1 :])
                gained = self.place(int(card[1])) == self.ranks and self.tokens < self.max_tokens
                table = replace(self, fireworks=fireworks, tokens=self.tokens + gained)
                return _left(table, seat, place)
            case ("played", seat, place, card, False):
                table = replace(self, lives=self.lives - 1, discards=(*self.discards, card))
                return _left(table, seat, place)
            case ("drew", seat, _):
                return _drawn(_holding(self, seat, (*self.known[seat], self._unknown)), 1)
        return self

    @property
    def _unknown(self) -> Known:
        return Known(COLORS[: len(self.fireworks)], RANKS[: self.ranks])


def _holding(table: PublicState, seat: Seat, hand: tuple[Known, ...]) -> PublicState:
    return replace(table, known=(*table.known[:seat], hand, *table.known[seat + 1 :]))


def _left(table: PublicState, seat: Seat, place: int) -> PublicState:
    hand = table.known[seat]
    return _passed(_holding(table, seat, (*hand[:place], *hand[place + 1 :])))


def _drawn(table: PublicState, cards: int) -> PublicState:
    # The player who draws the last card has one more turn as well.
    left = table.deck - cards
    return replace(table, deck=left, turns=None if left else table.seats)


def _passed(table: PublicState) -> PublicState:
    turns = None if table.turns is None else table.turns - 1
    return replace(table, mover=(table.mover + 1) % table.seats, turns=turns)
