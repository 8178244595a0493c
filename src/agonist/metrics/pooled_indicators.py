"""The measurements of many matches as arrays, and the numbers of all players that are pooled from them."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final, NamedTuple

import numpy as np

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements
from agonist.metrics.run_matches import Played
from agonist.ratings.arrays import Places
from agonist.ratings.clustered_mean import clustered_means
from agonist.ratings.share_intervals import NO_SPAN, Span, rates, spans

START_POINTS: Final = 100
"""The points that every player starts with, in indicators that count points."""

STAKE: Final = 1
"""The points that a match costs, in indicators that count points."""


@dataclass(frozen=True, slots=True)
class SeatValues:
    """What was measured on one seat of a match, by the key of the indicator."""

    deal: str
    by_key: Mapping[str, tuple[float, ...]]


def values_of(played: Played, indicators: Indicators) -> list[SeatValues]:
    """The measurements on each seat of a finished match.

    Of a match that was played on from another, only what is measured on the moves of its own players: others
    helped to bring about its end. Raises `AgonistError` if it cannot be replayed, or its game's code fails.
    """
    forked = played.match.fixture.taken_over
    found = of_moves(indicators, played.course) if forked else indicators.measure(played.course)
    return [SeatValues(played.deal, {key: tuple(values) for key, values in seat.items()}) for seat in found]


def of_moves(indicators: Indicators, course: Course) -> list[Measurements]:
    """What is measured on moves alone; what is also measured without any move is read from the end."""
    of_end = {key for seat in indicators.measure(replace(course, decisions=())) for key in seat}
    return [
        {key: values for key, values in seat.items() if key not in of_end}
        for seat in indicators.measure(course)
    ]


class Pooled(NamedTuple):
    """The indicators of players, by place: from how many seats, and how many others are not measured yet.

    `matches`: how many matches they are from.
    """

    spans: list[dict[str, Span]]
    seats: list[int]
    unmeasured: list[int]
    matches: int


class Pool:
    """The measurements of a game's matches: some 20 bytes a measurement; of a share, a seat is one."""

    def __init__(self, indicators: Sequence[Indicator]) -> None:
        self._indicators = indicators
        self._first: dict[int, int] = {}
        """By match, the row of its first seat; -1 if nothing is measured in it."""
        self._matches, self._deals = array("q"), array("Q")
        self._rows = {each.key: array("q") for each in indicators}
        self._sums = {each.key: array("d") for each in indicators}
        self._trials = {each.key: array("d") for each in indicators}

    def __contains__(self, match: int) -> bool:
        return match in self._first

    def add(self, match: int, seats: Sequence[SeatValues]) -> None:
        """Add the measurements on each seat of a match, unless they are there."""
        if match in self._first:
            return
        self._first[match] = len(self._matches) if seats else -1
        for seat in seats:
            row = len(self._matches)
            self._matches.append(match)
            self._deals.append(int.from_bytes(blake2b(seat.deal.encode(), digest_size=8).digest()))
            for each in self._indicators:
                if not (found := seat.by_key.get(each.key)):
                    continue
                # Of a share, sums are enough; the interval of a mean also depends on its extremes.
                parts = (
                    [(sum(found), len(found))] if each.kind == "share" else [(value, 1) for value in found]
                )
                for total, trials in parts:
                    self._rows[each.key].append(row)
                    self._sums[each.key].append(total)
                    self._trials[each.key].append(trials)

    def by_player(self, seated: Sequence[tuple[Places, Places]], size: int) -> Pooled:
        """What is known of each of `size` players. `seated`: ids of matches, and players by seat of each."""
        empty = np.zeros(0, dtype=np.intp)
        rows, players, missing, measured = [empty], [empty], [empty], 0
        for matches, seats in seated:
            first = np.array([self._first.get(match, -2) for match in matches.tolist()], dtype=np.intp)
            there = first >= 0
            measured += int(there.sum())
            rows.append((first[there, None] + np.arange(seats.shape[1])).ravel())
            players.append(seats[there].ravel())
            missing.append(seats[first == -2].ravel())
        sitting = np.concatenate(players)
        return Pooled(
            self._spans(np.concatenate(rows), sitting, size),
            np.bincount(sitting, minlength=size).tolist(),
            np.bincount(np.concatenate(missing), minlength=size).tolist(),
            measured,
        )

    def _spans(self, rows: Places, players: Places, size: int) -> list[dict[str, Span]]:
        owner = np.full(len(self._matches), -1, dtype=np.intp)
        owner[rows] = players
        matches = np.array(self._matches)
        _, deals = np.unique(np.array(self._deals), return_inverse=True)
        found: list[dict[str, Span]] = [{} for _ in range(size)]
        for each in self._indicators:
            row = np.array(self._rows[each.key], dtype=np.intp)
            some = np.flatnonzero(owner[row] >= 0)
            # As if the matches had been measured in the order of their ids.
            some = some[np.argsort(matches[row[some]], kind="stable")]
            row = row[some]
            sums, trials = (np.array(own[each.key])[some] for own in (self._sums, self._trials))
            for player, span in enumerate(_spans(each, owner[row], deals[row], sums, trials, size)):
                found[player][each.key] = span
        return found


def _spans(
    indicator: Indicator, owner: Places, deal: Places, sums: Any, trials: Any, size: int
) -> Sequence[Span]:
    if not len(owner):
        return [NO_SPAN] * size
    if indicator.kind == "share":
        key, cluster = np.unique(owner * (1 + int(deal.max())) + deal, return_inverse=True)
        group = key // (1 + int(deal.max()))
        hits, tried = (np.bincount(cluster, own).astype(float) for own in (sums, trials))
        return rates(group, hits, tried, size)
    number = np.bincount(owner, minlength=size).astype(float)
    if indicator.kind == "points":
        nowhere = np.full(size, np.nan)
        return spans(START_POINTS + np.bincount(owner, sums, size) - STAKE * number, nowhere, nowhere, number)
    return spans(*clustered_means(owner, deal, sums, size, indicator.bounds), number)
