"""What a seat knows of a hand of hearts, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import Seat

CARDS, SEATS, PASSED = 52, 4, 3
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
QUEEN_OF_SPADES: Final = 43
JACK_OF_DIAMONDS: Final = 37
QUEEN_POINTS, JACK_POINTS = 13, -10


class Trick(NamedTuple):
    leader: Seat
    cards: tuple[int, ...]

    def player(self, nth: int) -> Seat:
        """Who played the nth card, from 0."""
        return (self.leader + nth) % SEATS

    @property
    def winner(self) -> Seat:
        """Who has played the highest card of the suit led, so far."""
        suit = suit_of(self.cards[0])
        best = max(card for card in self.cards if suit_of(card) == suit)
        return self.player(self.cards.index(best))


class Hand(NamedTuple):
    """Cards are the library's numbers, from 0: ranks from 2 to ace, each as clubs, diamonds, hearts, spades.

    `onward`: how many seats further cards are passed; 0: not at all; `None` before that is drawn. `hand`,
    `passed` and `received`: the seat's own, sorted, and empty for a bystander; what is received is not seen
    until all have passed. `passing`: whether cards are being passed.
    """

    onward: int | None
    hand: tuple[int, ...]
    passed: tuple[int, ...]
    received: tuple[int, ...]
    passing: bool
    tricks: tuple[Trick, ...]

    @property
    def played(self) -> frozenset[int]:
        return frozenset(card for trick in self.tricks for card in trick.cards)


class Hearts(SpielGame):
    title: ClassVar[str] = "Hearts"
    abilities: ClassVar = ("planning", "deduction", "risk assessment")

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        onward, *done = spiel.history() or [None]
        dealt, done = done[:CARDS], done[CARDS:]
        each = PASSED if onward else 0
        passes, plays = done[: SEATS * each], done[SEATS * each :]
        passed = [tuple(sorted(passes[who * each :][:each])) for who in range(SEATS)]
        ready = len(dealt) == CARDS and len(passes) == SEATS * each
        hands = [set(dealt[who::SEATS]) - set(passed[who]) for who in range(SEATS)]
        received: list[tuple[int, ...]] = [()] * SEATS
        if ready and onward:
            for who, cards in enumerate(passed):
                to = (who + onward) % SEATS
                hands[to] |= set(cards)
                received[to] = cards
        tricks = self._tricks(hands, plays) if ready else ()
        if seat is None:
            return Hand(onward, (), (), (), len(dealt) == CARDS and not ready, tricks)
        hand = tuple(sorted(hands[seat] - set(plays)))
        passing = len(dealt) == CARDS and not ready
        return Hand(onward, hand, passed[seat], received[seat], passing, tricks)

    def _tricks(self, hands: list[set[int]], plays: list[int]) -> tuple[Trick, ...]:
        """The tricks; the first is led by who has the two of clubs."""
        leader = next(who for who, hand in enumerate(hands) if 0 in hand)
        tricks = []
        for at in range(0, len(plays), SEATS):
            tricks.append(Trick(leader, tuple(plays[at : at + SEATS])))
            leader = tricks[-1].winner
        return tuple(tricks)

    def points(self, card: int) -> int:
        if card == QUEEN_OF_SPADES:
            return QUEEN_POINTS
        if card == JACK_OF_DIAMONDS and self.options["jd_bonus"]:
            return JACK_POINTS
        return int(suit_of(card) == HEARTS)

    def taken(self, tricks: tuple[Trick, ...]) -> list[int]:
        """The points of each seat in the tricks that are complete, before anybody shoots the moon."""
        found = [0] * SEATS
        for trick in tricks:
            if len(trick.cards) == SEATS:
                found[trick.winner] += sum(map(self.points, trick.cards))
        return found

    def ending(self, spiel: Any) -> str:
        tricks = self.facts(spiel, None).tricks
        takers = {
            trick.winner
            for trick in tricks
            if any(suit_of(card) == HEARTS or card == QUEEN_OF_SPADES for card in trick.cards)
        }
        return "a player shot the moon" if len(takers) == 1 else "all cards are played"


def suit_of(card: int) -> int:
    return card % 4
