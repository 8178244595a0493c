"""Rated matches with the account behind each seat, and how strong players are by them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from agonist.core import Seat
from agonist.ratings.bradley_terry import PRIOR, strengths

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

MOST_PLAYERS: Final = 800
"""The most players of a game whose strengths are compared; those with fewest matches are left out."""


class OwnedMatch(NamedTuple):
    """A rated match in which every seat plays for itself."""

    id: int
    game: str
    players: tuple[str, ...]
    """By seat, the name that is rated."""
    owners: tuple[int | None, ...]
    """By seat, the account of the person or of the agent's owner; `None` for guests and built-in players."""
    ranks: tuple[int, ...]
    """By seat; whoever gave up is last."""
    gave_up: tuple[Seat, ...]
    """People who resigned or ran out of time."""
    steps: int
    chosen: bool
    """Whether people chose each other at a table, and not the matchmaker."""


class Encounter(NamedTuple):
    """What two seats of a match have to do with each other; `points` are those of `seat`: 1, 0.5 or 0."""

    match: OwnedMatch
    seat: Seat
    other: Seat
    points: float


def encounters(matches: Iterable[OwnedMatch]) -> Iterable[Encounter]:
    """Every pair of seats of each match, once."""
    for match in matches:
        for seat, other in combinations(range(len(match.players)), 2):
            ahead = match.ranks[other] - match.ranks[seat]
            yield Encounter(match, seat, other, 0.5 if ahead == 0 else float(ahead > 0))


@dataclass(frozen=True)
class Strengths:
    """How strong the players of one game are, on the natural log scale, as a whole with its covariance."""

    place: dict[str, int]
    theta: Array
    covariance: Array

    def lead(self, player: str, other: str) -> tuple[float, float] | None:
        """By how much a player is stronger than another, and the variance; `None` if one has no strength."""
        i, j = self.place.get(player), self.place.get(other)
        if i is None or j is None or i == j:
            return None
        spread = self.covariance[i, i] + self.covariance[j, j] - 2 * self.covariance[i, j]
        return float(self.theta[i] - self.theta[j]), float(spread)


def strengths_by(matches: Sequence[OwnedMatch]) -> Strengths:
    """Bradley-Terry strengths by matches of one game, with the prior of leaderboards."""
    many = Counter(player for match in matches for player in match.players)
    ranked = sorted(many, key=lambda player: (-many[player], player))
    place = {player: nth for nth, player in enumerate(ranked[:MOST_PLAYERS])}
    wins = np.zeros((len(place), len(place)))
    for match, seat, other, points in encounters(matches):
        i, j = place.get(match.players[seat]), place.get(match.players[other])
        if i is not None and j is not None and i != j:
            weight = 2 / len(match.players)
            wins[i, j] += weight * points
            wins[j, i] += weight * (1 - points)
    if not len(place):
        return Strengths({}, np.zeros(0), np.zeros((0, 0)))
    theta = strengths(wins, PRIOR)
    wins_of = expected(theta[:, None] - theta[None, :])
    curve = -(wins + wins.T) * wins_of * (1 - wins_of)
    alone = expected(theta)
    np.fill_diagonal(curve, 0.0)
    np.fill_diagonal(curve, 2 * PRIOR * alone * (1 - alone) - curve.sum(axis=1))
    return Strengths(place, theta, np.asarray(np.linalg.inv(curve), dtype=np.float64))


def expected(lead: Array) -> Array:
    """The expected points of a player who leads by this much."""
    return np.asarray(1 / (1 + np.exp(-lead)))
