"""Indicators of Liar's Dice: how often players doubt and are right, and how many of their bids are true."""

from __future__ import annotations

from typing import Final

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note


def measure(course: Course) -> list[Measurements]:
    found, game, end = course.nothing(), course.game, spiel_of(course.end)
    dice = [die for seat in range(game.seats) for die in game.facts(end, seat).dice]
    for state, seat, move in course.moves():
        doubts = move == game.last
        bid = game.facts(spiel_of(state), seat).bids[-1] if doubts else game.bid(move)
        # The highest face counts for every face.
        true = sum(die in (bid.face, game.options["dice_sides"]) for die in dice) >= bid.number
        note(found[seat], doubts=doubts)
        note(found[seat], **({"right": not true} if doubts else {"true": true}))
    return found


INDICATORS: Final = Indicators(
    (
        Indicator("doubts", "Doubts", "share", "Of all moves, those that say liar."),
        Indicator("right", "Right doubts", "share", "Share of the player's doubts."),
        Indicator(
            "true",
            "True bids",
            "share",
            "Of the player's bids, those that the dice bear out; the others bluff.",
        ),
    ),
    measure,
)
