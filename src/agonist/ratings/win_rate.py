"""The share of seats won, with a draw as half a win."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from agonist.core.errors import UsageError
from agonist.ratings.distributions import expect_confidence, normal_quantile
from agonist.ratings.result_and_rating import Rating, Result
from agonist.ratings.result_arrays import Seats, outcomes_of, seats_of
from agonist.ratings.wilson_intervals import shares, wilson_ends
from agonist.ratings.win_draw_loss import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def win_rate(
    results: Sequence[Result], confidence: float = 0.95, players: Iterable[str] = ()
) -> dict[str, Rating]:
    """Win rates from 0 to 1 with the interval of `agonist.ratings.wilson_intervals`.

    Each seat counts, as in the papers' tables, and only a side alone on the first rank has won. A match
    without a block is a block of its own. A player whose matches are all in one block, or who has only one
    match, gets no interval.

    >>> duel = (("ann",), ("bob",))
    >>> ann = win_rate([Result(duel, (1, 2))] * 8 + [Result(duel, (2, 1))] * 2)["ann"]
    >>> f"{ann.rating:.2f} from {ann.low:.2f} to {ann.high:.2f}"
    '0.80 from 0.44 to 0.96'
    """
    return win_rates(seats_of(outcomes_of(results, players)), confidence)


def win_rates(seats: Seats, confidence: float = 0.95) -> dict[str, Rating]:
    """As `win_rate`, for seats as columns; of several games it is the mean, weighted as the games are."""
    expect_confidence(confidence)
    table, size = counted(seats), len(seats.names)
    some = seats.even > 0
    found = shares(
        seats.player[some], seats.block[some], seats.even[some], seats.point[some], size, confidence
    )
    for name, rate, low, high in zip(seats.names, *(ends.tolist() for ends in found), strict=True):
        if low == low:  # not NaN
            table[name] = replace(table[name], rating=rate, low=low, high=high)
        elif rate == rate:
            note = "no interval: a single match, or a single deal"
            table[name] = replace(table[name], rating=rate, note=note)
        elif table[name].matches:
            table[name] = replace(table[name], note="all matches have weight 0")
    return table


def wilson(rate: float, count: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share found in `count` (more than 0) independent trials.

    >>> wilson(0.8, 10)
    (0.490..., 0.943...)
    """
    expect_confidence(confidence)
    if not (count > 0 and 0 <= rate <= 1):
        raise UsageError(f"a share lies between 0 and 1, of more than 0 trials, not {rate} of {count}")
    z2 = np.array([normal_quantile((1 + confidence) / 2) ** 2 / count])
    low, high = wilson_ends(np.array([float(rate)]), z2)
    return float(low[0]), float(high[0])
