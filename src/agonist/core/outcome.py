"""How a game ended: who won, and what it paid."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from agonist.core.seats import Seat

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> Outcome(scores=(1, -1, 1), reason="the undercover was voted out").ranks
    (1, 3, 1)
    >>> Outcome((8, 2, 0), "the spy left in round 3", teams=((1, 2), (0,)), places=(2, 1, 1)).ranks
    (3, 1, 1)
    """

    scores: tuple[float, ...]
    """What the game paid each seat, in the game's unit; more is better."""

    reason: str
    """Why the match is over, as a phrase for people."""

    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that win and lose together by the rules; empty if each plays alone."""

    places: tuple[int, ...] = ()
    """Each seat's place by the rules, 1 for the winners, equal within a team. Empty if who was paid more has
    won, on average in a team."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """Who won: 1 for the winners, then 1 + the number of seats that did better; shared in a draw."""
        if self.places:
            return ranked(self.places)
        if not self.teams:
            return ranked([-score for score in self.scores])
        found = sides(len(self.scores), self.teams)
        means = [sum([self.scores[seat] for seat in side]) / len(side) for side in found]
        return ranked(by_seat(found, [-mean for mean in means]))


def ranked(worth: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each value: 1 for the lowest, shared by equal ones.

    >>> ranked([0.5, 0, 0.5])
    (2, 1, 2)
    """
    return tuple([1 + sum([other < mine for other in worth]) for mine in worth])


def sides(seats: int, teams: Sequence[Sequence[Seat]]) -> tuple[tuple[Seat, ...], ...]:
    """The sides of a match: each team, then each seat without one by itself.

    >>> sides(4, ((0, 2),))
    ((0, 2), (1,), (3,))
    """
    together = {seat for team in teams for seat in team}
    alone = [(seat,) for seat in range(seats) if seat not in together]
    return (*(tuple(team) for team in teams if team), *alone)


def places(
    groups: Sequence[Sequence[Seat]], ranks: Sequence[int], lost: Collection[Seat] = ()
) -> tuple[int, ...]:
    """The place of each of these sides, given the ranks of the seats; a side with a seat that has `lost` is
    last. If all sides have lost, it is a draw.

    >>> places([(0, 2), (1,), (3,)], (1, 4, 1, 3)), places([(0,), (1,), (2,)], (1, 2, 3), lost=[0])
    ((1, 3, 2), (3, 1, 2))
    """
    return ranked([(0, ranks[side[0]]) if not set(lost).intersection(side) else (1, 0) for side in groups])


def points(of: Sequence[int]) -> list[float]:
    """What each side gets for its place: 1 for being first alone, 0.5 for sharing the first place, else 0.

    >>> points((2, 1, 3)), points((1, 1, 3))
    ([0.0, 1.0, 0.0], [0.5, 0.5, 0.0])
    """
    first = 1.0 if of.count(1) == 1 else 0.5
    return [first if place == 1 else 0.0 for place in of]


def by_seat(groups: Sequence[Sequence[Seat]], values: Sequence[T]) -> list[T]:
    """The value of each seat's side, given one for each of these sides.

    >>> by_seat([(0, 2), (1,)], "ab")
    ['a', 'b', 'a']
    """
    value = {seat: value_of_side for side, value_of_side in zip(groups, values, strict=True) for seat in side}
    return [value[seat] for seat in range(len(value))]
