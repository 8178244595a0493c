"""What a seat knows of a hand of Leduc poker, apart from the library's texts."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final, NamedTuple

from agonist.adapters.openspiel.rules import SpielGame
from agonist.core import Seat

FOLD, CALL, RAISE = 0, 1, 2
"""The library's actions: to call is also to check, and to raise is also to bet."""

RAISES: Final = 2
"""The most raises in a round."""

_ROUND: Final = re.compile(r"Round ([12]) sequence: (.*)")
_NAMES: Final = {"Fold": FOLD, "Call": CALL, "Raise": RAISE}


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
        played = spiel.history()
        suits = 1 if self.options["suit_isomorphism"] else 2
        ranks = [card // suits for card in played[: self.seats]]
        written = {int(nth): moves for nth, moves in _ROUND.findall(str(spiel))}
        first, paid, out = self._round(written[1], 1, [1] * self.seats, frozenset())
        second, paid, _ = self._round(written[2], 2, paid, out)
        # The open card is the first number after the cards and the moves of the first round.
        at = self.seats + len(first)
        table = played[at] // suits if len(played) > at and len(ranks) == self.seats else None
        card = ranks[seat] if seat is not None and seat < len(ranks) else None
        return Hand(self.seats, card, table, (first, second), tuple(paid))

    def _round(
        self, moves: str, nth: int, paid: list[int], out: frozenset[Seat]
    ) -> tuple[tuple[Act, ...], list[int], frozenset[Seat]]:
        """What was done in a round, what each seat has paid after it, and who has folded by then."""
        seat, found, paid = self.options["starting_player"], [], list(paid)
        for name in filter(None, moves.split(", ")):
            while seat in out:
                seat = (seat + 1) % self.seats
            move, price = _NAMES[name], max(paid) - paid[seat]
            found.append(Act(seat, move, price))
            if move == FOLD:
                out |= {seat}
            else:
                paid[seat] += price + (2 * nth if move == RAISE else 0)
            seat = (seat + 1) % self.seats
        return tuple(found), paid, out

    def ending(self, spiel: Any) -> str:
        hand = self.facts(spiel, None)
        if len(hand.folded) == self.seats - 1:
            return "all others folded"
        return "the best hand of those who did not fold wins"
