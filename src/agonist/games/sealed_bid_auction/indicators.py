"""Indicators of sealed-bid auctions: bids against the equilibrium, and auctions won."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def deviation(bid: int, valuation: int) -> float | None:
    """(b - v/2) / (v/2): 0 in equilibrium, -1 for a bid of 0, 1 for a bid of the whole valuation.

    Half of the valuation is the equilibrium for two bidders with uniform valuations. `None` for a valuation
    of 0, with which only one bid is possible.

    >>> deviation(75, 100), deviation(0, 100)
    (0.5, -1.0)
    """
    return (2 * bid - valuation) / valuation if valuation else None


def measure(course: Course) -> list[Measurements]:
    """How far each bid is from the equilibrium, and who won each round."""
    found = course.nothing()
    for state, seat, bid in course.moves():
        off = deviation(bid, state.valuations[seat])
        if off is not None:
            note(found[seat], off=off)
    for auction in course.end.rounds:
        for seat, values in enumerate(found):
            note(values, won=seat == auction.winner)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator(
            "off", "Bid against half the value", "number",
            "0: half of the item's value, as in the equilibrium of two bidders; 1: all of it; -1: no bid.",
        ),
        Indicator("won", "Auctions won", "share", "Share of all rounds."),
    ),
    measure,
)  # fmt: skip
