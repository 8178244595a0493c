"""What players are good at: their marks in each game, from 0 (`baseline`) to 100 (`reference`)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any, Final, Literal, TypeAlias

from agonist.metrics.leaderboard import Row

Measure: TypeAlias = Literal["anchored", "win rate", "score"]

NORMAL: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Mark:
    """How good a player is at one game, or at an ability that several games need; the interval is a 95% one.

    `anchored`: 0 is the baseline player's mean score and 100 the reference player's, in the same run; values
    below 0 and above 100 are possible. The interval includes the uncertainty of both anchors. `win rate`: in
    percent, if an anchor is missing or has no interval, or the two do not differ. `score`: the suite's own,
    if there is no win rate either. `None` where there is no evidence; `note` says why.
    """

    player: str
    part: str
    measure: Measure
    value: float | None
    low: float | None
    high: float | None
    games: int = 1
    note: str = ""


def matrix(
    boards: Iterable[tuple[str, Sequence[Row]]], anchors: Mapping[str, str], declared: Collection[str] = ()
) -> list[Mark]:
    """A mark for each player and game.

    `anchors`: the names of `baseline` or `random`, and of `reference`, where they play. `declared`: parts
    with games that declare which answers are sensible; there `random` is not the 0.
    """
    found = []
    for part, rows in boards:
        by_name = {row.player: row for row in rows}
        zero = anchors.get("baseline") or ("" if part in declared else anchors.get("random", ""))
        ends = [by_name.get(zero), by_name.get(anchors.get("reference", ""))]
        found += [_mark(part, row, *ends) for row in rows]
    return found


def _mark(part: str, row: Row, zero: Row | None, hundred: Row | None) -> Mark:
    spread = _between(zero, hundred)
    if spread is None:
        return Mark(
            row.player, part, "win rate", _times(row.win_rate), _times(row.win_low), _times(row.win_high)
        )
    (low, low_error), (high, high_error) = spread
    if abs(high - low) <= NORMAL * sqrt(low_error**2 + high_error**2):
        note = "baseline and reference do not differ here"
        rate = _times(row.win_rate), _times(row.win_low), _times(row.win_high)
        return Mark(row.player, part, "win rate", *rate, note=note)
    if row.score is None:
        return Mark(row.player, part, "anchored", None, None, None, note="no score")
    share = (row.score - low) / (high - low)
    error = _error(row)
    if (zero is not None and row.player == zero.player) or (
        hundred is not None and row.player == hundred.player
    ):
        errors = None
    else:
        # The mark is a quotient of three means; its error is propagated from theirs to first order.
        errors = None if error is None else [error, (1 - share) * low_error, share * high_error]
    if errors is None:
        note = "an anchor" if error is not None else "no interval: too few deals"
        return Mark(row.player, part, "anchored", 100 * share, None, None, note=note)
    half = 100 * NORMAL * sqrt(sum(part**2 for part in errors)) / abs(high - low)
    return Mark(row.player, part, "anchored", 100 * share, 100 * share - half, 100 * share + half)


def _between(zero: Row | None, hundred: Row | None) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Means and standard errors of both anchors; `None` unless both have them."""
    if zero is None or hundred is None or zero.score is None or hundred.score is None:
        return None
    errors = _error(zero), _error(hundred)
    if errors[0] is None or errors[1] is None:
        return None
    return (zero.score, errors[0]), (hundred.score, errors[1])


def _error(row: Row) -> float | None:
    """The standard error of a score, from its interval."""
    if row.score_low is None or row.score_high is None:
        return None
    error = (row.score_high - row.score_low) / (2 * NORMAL)
    return error if isfinite(error) else None


def _times(share: float | None) -> float | None:
    return None if share is None else 100 * share


def profile(marks: Sequence[Mark], abilities: Mapping[str, Sequence[str]]) -> list[Mark]:
    """A mark for each player and ability: the unweighted mean over the games that need the ability.

    Anchored marks and win rates are never averaged together: if a player has both, only the anchored marks
    count.
    """
    found = []
    for player in dict.fromkeys(mark.player for mark in marks):
        marked = [mark for mark in marks if mark.player == player and mark.value is not None]
        anchored = [mark for mark in marked if mark.measure == "anchored"]
        for ability in sorted({ability for tested in abilities.values() for ability in tested}):
            used = [mark for mark in anchored or marked if ability in abilities.get(mark.part, ())]
            if used:
                found.append(_mean(player, ability, used))
    return found


def _mean(player: str, ability: str, used: Sequence[Mark]) -> Mark:
    value = sum(mark.value or 0.0 for mark in used) / len(used)
    halves = [None if mark.low is None or mark.high is None else (mark.high - mark.low) / 2 for mark in used]
    known = [half for half in halves if half is not None]
    half = sqrt(sum(half**2 for half in known)) / len(used) if len(known) == len(used) else None
    low, high = (None, None) if half is None else (value - half, value + half)
    return Mark(player, ability, used[0].measure, value, low, high, len(used))


def grid(marks: Sequence[Mark]) -> tuple[list[str], dict[tuple[str, str], Mark]]:
    """The columns in order, and the marks by player and column."""
    columns: list[Any] = list(dict.fromkeys(mark.part for mark in marks))
    return columns, {(mark.player, mark.part): mark for mark in marks}
