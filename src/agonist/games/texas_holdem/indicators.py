"""Indicators of Texas hold'em: winnings a hand, showdowns, how often each action was chosen."""

from __future__ import annotations

from typing import Final

from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note

RAISES: Final = ("raise_half_pot", "raise_pot", "all_in")


def measure(course: Course) -> list[Measurements]:
    """Big blinds won per hand, and how often each action was chosen; fallback moves do not count."""
    found, table = course.nothing(), course.end.table
    for hand in table.results:
        for values, chips in zip(found, hand, strict=True):
            note(values, blinds=chips / course.game.big_blind)
    for state, seat, action in course.moves():
        note(found[seat], folds=action == "fold", raises=action in RAISES)
        if not state.table.board:
            note(found[seat], early_folds=action == "fold")
    if table.shown and len(table.results) == 1:
        for values, chips in zip(found, table.results[0], strict=True):
            note(values, showdowns=0.5 if chips == 0 else chips > 0)
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("blinds", "Big blinds per hand", "number", "Won or lost per hand, in big blinds."),
        Indicator(
            "showdowns",
            "Showdowns won",
            "share",
            "Share of showdowns; a tie counts half. Only matches of one hand count.",
        ),
        Indicator("folds", "Folds", "share", "Share of all actions."),
        Indicator("early-folds", "Folds before the flop", "share", "Share of actions before the flop."),
        Indicator("raises", "Raises", "share", "Share of all actions; going all in is a raise."),
    ),
    measure,
)
