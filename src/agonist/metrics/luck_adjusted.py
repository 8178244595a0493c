"""Scores without luck, over several matches: the same mean, with less spread."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from statistics import fmean, variance
from typing import Any, Final, NamedTuple

from agonist.ratings.clustered_mean import clustered_mean

LEAST_FOR_SHARE: Final = 10
"""With fewer scores, a share of their variance says little."""


class LuckOfSeat(NamedTuple):
    """What one seat of one match scored, and how much of it was luck."""

    player: str
    deal: str
    score: float
    luck: float


@dataclass(frozen=True, slots=True)
class LuckAdjusted:
    """A player's mean score, its mean luck, and its mean score without luck, each with a 95% interval.

    `explained`: which part of the variance of its scores luck accounts for, 1 - Var(score - luck) /
    Var(score): below 0 if it only adds noise; `None` with fewer than 10 scores, or scores without spread.
    """

    player: str
    matches: int
    score: tuple[float | None, float | None, float | None]
    luck: tuple[float | None, float | None, float | None]
    adjusted: tuple[float | None, float | None, float | None]
    explained: float | None

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def luck_adjusted(seats: Iterable[LuckOfSeat]) -> list[LuckAdjusted]:
    """The scores of each player with and without luck, in order of appearance; matches on one deal are one
    piece of evidence."""
    of_player: defaultdict[str, list[LuckOfSeat]] = defaultdict(list)
    for seat in seats:
        of_player[seat.player].append(seat)
    return [_adjusted(player, own) for player, own in of_player.items()]


def _adjusted(player: str, seats: list[LuckOfSeat]) -> LuckAdjusted:
    scores = [seat.score for seat in seats]
    rest = [seat.score - seat.luck for seat in seats]
    explained = None
    if len(seats) >= LEAST_FOR_SHARE and (whole := variance(scores)) > 0:
        explained = 1 - variance(rest, fmean(rest)) / whole
    return LuckAdjusted(
        player,
        len(seats),
        clustered_mean((seat.deal, seat.score) for seat in seats),
        clustered_mean((seat.deal, seat.luck) for seat in seats),
        clustered_mean((seat.deal, seat.score - seat.luck) for seat in seats),
        explained,
    )
