"""Indicators of a commons: GovSim's measures (Piatti et al., 2024), and pledges that were kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from agonist.core import Seat
from agonist.games.commons.rules import Commons, State, totals
from agonist.games.commons.stock import regrown
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    """What became of the stock, who got how much of it, and how often more was taken than lasts."""
    found, game, harvests = course.nothing(), course.game, course.end.harvests
    stocks, gains = stocks_before(game, harvests), totals(harvests)
    equal = equality(gains)
    for seat, values in enumerate(found):
        note(values, survival=len(harvests), lasted=course.end.stock >= game.collapse, gain=gains[seat])
        note(values, **{f"gain_as_{'first' if seat == game.first(0) else 'later'}": gains[seat]})
        note(values, efficiency=efficiency(game, sum(gains)))
        if equal is not None:
            note(values, equality=equal)
        for stock, taken in zip(stocks, harvests, strict=True):
            note(values, over_usage=taken[seat] * game.seats > game.threshold(stock))
    for state, moves, fallback in course.decisions:
        if state.phase == "harvest":
            for seat, pledge in pledges(state).items():
                note(found[seat], kept=seat not in fallback and moves[seat] <= pledge)
    return found


def stocks_before(game: Commons, harvests: Sequence[Sequence[int]]) -> list[int]:
    """The stock at the beginning of each month."""
    stocks = [game.capacity]
    for taken in harvests[:-1]:
        stocks.append(regrown(stocks[-1] - sum(taken), game.factor, game.capacity))
    return stocks


def efficiency(game: Commons, total: int) -> float:
    """1 - max(0, T f(0) - all harvests) / (T f(0)), with T months and the threshold f(0) of a full stock."""
    best = game.rounds * game.threshold(game.capacity)
    return 1 - max(0, best - total) / best if best else 1.0


def equality(gains: Sequence[int]) -> float | None:
    """1 less the Gini coefficient of what players got; `None` if nobody got anything.

    >>> equality((5, 5)), equality((10, 0))
    (1.0, 0.5)
    """
    whole = len(gains) * sum(gains)
    return 1 - sum(abs(a - b) for a in gains for b in gains) / (2 * whole) if whole else None


def pledges(state: State) -> dict[Seat, int]:
    """What each seat has pledged for the harvest of this month."""
    said = (event for _, event in state.log if event[0] == "said" and event[1] == state.played)
    return {event[2]: event[3] for event in said}


INDICATORS: Final = Indicators(
    (
        Indicator(
            "survival", "Months survived", "number", "Months until the stock collapsed, or all.", once=True
        ),
        Indicator("lasted", "Stock lasted", "share", "Share of matches without a collapse.", once=True),
        Indicator("gain", "Harvest", "number", "All that the player harvested, before costs.", digits=1),
        Indicator(
            "gain-as-first",
            "Harvest as the first in month 1",
            "number",
            "Who takes a unit first where there are too few, and speaks first; it moves on every month.",
            short="Harvest",
            digits=1,
        ),
        Indicator("gain-as-later", "Harvest as another", "number", short="Harvest", digits=1),
        Indicator(
            "efficiency",
            "Efficiency",
            "share",
            "All harvests, as a share of what a full stock yields for good in so many months; at most 1.",
            once=True,
        ),
        Indicator(
            "equality",
            "Equality",
            "share",
            "1 less the Gini coefficient of the players' harvests.",
            once=True,
        ),
        Indicator(
            "over-usage",
            "Over-usage",
            "share",
            "Share of the player's harvests above an equal part of what can be taken for good.",
            low_is_good=True,
        ),
        Indicator(
            "kept", "Pledges kept", "share", "Share of harvests of at most what the player had pledged."
        ),
    ),
    measure,
    version=2,
)
