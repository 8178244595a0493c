"""The share of matches won, a draw being half a win."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

from scipy.special import ndtri, stdtrit

from agonist.core.errors import UsageError
from agonist.ratings.result import Rating, Result, tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def win_rate(
    results: Sequence[Result], confidence: float = 0.95, players: Iterable[str] = ()
) -> dict[str, Rating]:
    """Win rates from 0 to 1 with Wilson's interval; only a side alone on the first rank has won.

    The quantile is Student's for the number of blocks, of matches where none is shared. Weighted results
    count by weight (Kish's effective number of matches). Where matches share a block, the number is divided
    by the design effect found between blocks; blocks never make an interval narrower. A player whose
    matches are all in one block, or who has only one, gets no interval.

    >>> duel = (("ann",), ("bob",))
    >>> ann = win_rate([Result(duel, (1, 2))] * 8 + [Result(duel, (2, 1))] * 2)["ann"]
    >>> f"{ann.rating:.2f} from {ann.low:.2f} to {ann.high:.2f}"
    '0.80 from 0.44 to 0.95'
    """
    _check(confidence)
    table = tally(results, players)
    # Per player: a (weight, points, block) for each side played.
    played: dict[str, list[tuple[float, float, object]]] = {player: [] for player in table}
    for number, result in enumerate(results):
        shared = result.ranks.count(1) > 1
        block = number if result.block is None else result.block
        for side, rank in zip(result.teams, result.ranks, strict=True):
            points = 0.0 if rank > 1 else 0.5 if shared else 1.0
            for player in set(side):
                if result.weight and any(set(other) != {player} for other in result.teams):
                    played[player].append((result.weight, points, block))
    for player, sides in played.items():
        if sides:
            table[player] = _rated(table[player], sides, confidence)
        elif table[player].matches:
            table[player] = replace(table[player], note="all matches have weight 0")
    return table


def wilson(rate: float, count: float, confidence: float = 0.95) -> tuple[float, float]:
    """Wilson's interval for a share found in `count` (more than 0) independent trials.

    >>> wilson(0.8, 10)
    (0.490..., 0.943...)
    """
    _check(confidence)
    if not (count > 0 and 0 <= rate <= 1):
        raise UsageError(f"a share lies between 0 and 1, of more than 0 trials, not {rate} of {count}")
    return _interval(rate, count, float(ndtri((1 + confidence) / 2)))


def _interval(rate: float, count: float, quantile: float) -> tuple[float, float]:
    z2 = quantile**2 / count
    middle = (rate + z2 / 2) / (1 + z2)
    reach = sqrt(z2 * (rate * (1 - rate) + z2 / 4)) / (1 + z2)
    # Exact at the ends, where rounding would leave a trace.
    return (max(0.0, middle - reach) if rate > 0 else 0.0), (min(1.0, middle + reach) if rate < 1 else 1.0)


def _rated(row: Rating, sides: list[tuple[float, float, object]], confidence: float) -> Rating:
    total = sum(weight for weight, _, _ in sides)
    rate = min(1.0, sum(weight * points for weight, points, _ in sides) / total)
    count = total**2 / sum(weight**2 for weight, _, _ in sides)
    off: dict[object, float] = {}
    mass: dict[object, float] = {}
    for weight, points, block in sides:
        off[block] = off.get(block, 0.0) + weight * (points - rate)
        mass[block] = mass.get(block, 0.0) + weight
    blocks = len(off)
    if blocks == 1:
        return replace(row, rating=rate, note="no interval: a single match, or a single deal")
    quantile = float(stdtrit(blocks - 1, (1 + confidence) / 2))
    if blocks < len(sides):
        if 0 < rate < 1:
            variance = sum(x * x for x in off.values()) / total**2 * blocks / (blocks - 1)
            if variance > 0:
                count = min(count, rate * (1 - rate) / variance)
        else:
            # All alike: nothing shows how far a block's matches hang together, so they count as one.
            count = total**2 / sum(weight**2 for weight in mass.values())
    low, high = _interval(rate, count, quantile)
    return replace(row, rating=rate, low=low, high=high)


def _check(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise UsageError(f"a confidence lies between 0 and 1, not {confidence}")
