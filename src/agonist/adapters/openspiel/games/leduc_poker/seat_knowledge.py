"""What a seat knows of a hand of Leduc poker, apart from the library's texts."""

from __future__ import annotations

from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.core import CHANCE, Seat

FOLD, CALL, RAISE = 0, 1, 2
"""The library's actions: to call is also to check, and to raise is also to bet."""

RAISES: Final = 2
"""The most raises in a round."""


class Act(NamedTuple):
    seat: Seat
    move: int
    price: int
    """What calling would have cost; 0: nothing was bet, or the seat had paid it."""


class Hand(NamedTuple):
    """A hand as a seat sees it. Cards are ranks that count from 0, the lowest; there are two of each
    rank, and one rank more than there are players.

    `card`: the seat's own; `None` before it is dealt, and for a bystander. `table`: the open card; `None` in
    the first round. `rounds`: what was done in each. `paid`: what each seat has put in.
    """

    seats: int
    card: int | None
    table: int | None
    rounds: tuple[tuple[Act, ...], tuple[Act, ...]]
    paid: tuple[int, ...]

    @property
    def second(self) -> bool:
        """Whether the second round has begun."""
        return self.table is not None

    @property
    def acts(self) -> tuple[Act, ...]:
        """What was done in this round."""
        return self.rounds[self.second]

    @property
    def raises(self) -> int:
        return sum(act.move == RAISE for act in self.acts)

    @property
    def folded(self) -> frozenset[Seat]:
        return frozenset(act.seat for acts in self.rounds for act in acts if act.move == FOLD)

    def price(self, seat: Seat) -> int:
        """What calling costs a seat, in chips."""
        return max(self.paid) - self.paid[seat]


class LeducPoker(SpielGame):
    title: ClassVar[str] = "Leduc Poker"
    abilities: ClassVar = ("bluffing", "probability", "opponent modelling")
    sources: ClassVar = ("Bayes' Bluff: Opponent Modelling in Poker (Southey et al., 2005)",)

    def facts(self, spiel: Any, seat: Seat | None) -> Hand:
        suits = 1 if self.options["suit_isomorphism"] else 2
        ranks: list[int] = []
        rounds: tuple[list[Act], list[Act]] = [], []
        paid, top, raises, table = [1] * self.seats, 1, 0, None
        for each in spiel.full_history():
            mover, move = each.player, each.action
            if mover == CHANCE:
                if len(ranks) < self.seats:
                    ranks.append(move // suits)
                else:
                    table, raises = move // suits, 0
                continue
            price, second = top - paid[mover], table is not None
            # With `action_mapping`, what is not possible is a call.
            if (move == FOLD and not price) or (move == RAISE and raises == RAISES):
                move = CALL
            rounds[second].append(Act(mover, move, price))
            if move == RAISE:
                raises += 1
                top += 4 if second else 2
            if move != FOLD:
                paid[mover] = top
        card = ranks[seat] if seat is not None and seat < len(ranks) else None
        return Hand(self.seats, card, table, (tuple(rounds[0]), tuple(rounds[1])), tuple(paid))

    def ending(self, spiel: Any) -> str:
        hand = self.facts(spiel, None)
        if len(hand.folded) == self.seats - 1:
            return "all others folded"
        return "the best hand of those who did not fold wins"
