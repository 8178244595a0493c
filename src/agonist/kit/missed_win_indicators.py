"""Indicators and key moments of games of two that a single move wins: wins missed, threats not met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from agonist.core import Game, Moves, Seat
from agonist.kit.indicators import Course, Indicator, Measurements, note

Threats: TypeAlias = Callable[[Game[Any, Any], Any, Seat], list[Any]]
"""(game, board, seat) -> the moves with which the other player would win if it were their turn."""

MISSED: Final = Indicator(
    "missed-wins",
    "Missed wins",
    "share",
    "Share of turns with a winning move on which the player chose another.",
    True,
)
UNMET: Final = Indicator(
    "unmet-threats", "Threats not met", "share",
    "Share of turns without a winning move, and with a threat of the opponent to win with the next move, on "
    "which the player did not block it.", True,
)  # fmt: skip
DRAWS: Final = Indicator("drawn", "Draws", "share")
MOVES: Final = Indicator(
    "moves-to-win", "Moves to win", "number", "Mean number of the player's moves in matches that they won."
)


def winning(game: Game[Any, Any], state: Any, seat: Seat) -> list[Any]:
    """The moves with which the player to move wins at once."""
    (ask,) = game.turn(state).values()
    found = []
    for move in ask.options() or ():
        outcome = game.outcome(game.act(state, {seat: move}))
        if outcome is not None and outcome.scores[seat] > 0:
            found.append(move)
    return found


def note_ending(course: Course, measurements: list[Measurements]) -> None:
    """Measure draws, and how many moves the winner needed."""
    moves = [0] * len(measurements)
    for decision in course.decisions:
        for seat in decision.moves:
            moves[seat] += 1
    drawn = course.ranks.count(1) > 1
    for seat, values in enumerate(measurements):
        note(values, drawn=drawn)
        if not drawn and course.ranks[seat] == 1:
            note(values, moves_to_win=moves[seat])


def wins_and_threats(threats: Threats) -> Callable[[Course], list[Measurements]]:
    """Measures missed wins, threats that were not met, and the ending."""

    def measure(course: Course) -> list[Measurements]:
        found = course.nothing()
        for state, seat, move in course.moves():
            wins = winning(course.game, state, seat)
            if wins:
                note(found[seat], missed_wins=move not in wins)
            elif blocks := threats(course.game, state, seat):
                note(found[seat], unmet_threats=move not in blocks)
        note_ending(course, found)
        return found

    return measure


def threat_moments(threats: Threats) -> Callable[[Game[Any, Any], Any, Any, Moves], str]:
    """Key moments: missed wins, threats, double threats, and threats that were not met."""

    def key_moments(game: Game[Any, Any], before: Any, after: Any, moves: Moves) -> str:
        if game.outcome(after) is not None:
            return ""
        ((seat, move),) = moves.items()
        if wins := winning(game, before, seat):
            return "" if move in wins else "a missed win"
        theirs = set(threats(game, before, seat))
        if theirs and move not in theirs:
            return "a threat not met"
        new_threats = set(threats(game, after, 1 - seat))
        if new_threats - set(threats(game, before, 1 - seat)):
            return "a double threat" if len(new_threats) > 1 else "a threat"
        return ""

    return key_moments
