"""Measures of card games: winnings a hand, frequency of actions, use of hints."""

from __future__ import annotations

from typing import Any, Final

from agonist.arena.boards.indicators.columns import Indicator, Measured, Measurements, note, seats_of
from agonist.games.air_land_sea.battle import withdrawal
from agonist.metrics.played import Played
from agonist.metrics.shares import share_of

RAISES: Final = ("raise_half_pot", "raise_pot", "all_in")


def texas_holdem(played: Played) -> list[Measurements]:
    """Big blinds won per hand, and how often each action was chosen; actions of the policy do not count."""
    found, table = seats_of(played), played.end.table
    game: Any = played.record.game
    for hand in table.results:
        for own, chips in zip(found, hand, strict=True):
            note(own, blinds=chips / game.big_blind)
    for state, turn in played.turns():
        for seat, action in turn.moves.items():
            if seat not in turn.fallback:
                note(found[seat], folds=action == "fold", raises=action in RAISES)
                if not state.table.board:
                    note(found[seat], early_folds=action == "fold")
    if table.shown and len(table.results) == 1:
        for own, chips in zip(found, table.results[0], strict=True):
            note(own, showdowns=0.5 if chips == 0 else chips > 0)
    return found


HOLDEM: Final = Measured(
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
    texas_holdem,
)


def hanabi(played: Played) -> list[Measurements]:
    """Points, and how often each action was chosen, as LLMArena counts it, without the policy's."""
    found, end = seats_of(played), played.end.table
    for own, score in zip(found, played.match.scores, strict=True):
        note(own, points=score, height=end.height, lost=end.end == "lives")
    for state, turn in played.turns():
        for seat, action in turn.moves.items():
            if seat not in turn.fallback:
                verb = action[0]
                note(found[seat], plays=verb == "play", hints=verb == "hint", discards=verb == "discard")
                if verb == "play":
                    note(found[seat], fits=state.table.fits(state.hands[seat][_place(action)]))
    return found


def _place(action: Any) -> int:
    return int(action[1])


HANABI: Final = Measured(
    (
        Indicator("points", "Points", "number", "The score of a game; 0 once the last life is lost."),
        Indicator("height", "Height", "number", "Cards in the fireworks at the end."),
        Indicator("lost", "Lost all lives", "share", "Share of games.", low_is_good=True),
        Indicator(
            "fits", "Plays that fit", "share", "Share of the player's played cards that fit a firework."
        ),
        Indicator("plays", "Plays", "share", "Share of all actions."),
        Indicator("hints", "Hints", "share", "Share of all actions."),
        Indicator("discards", "Discards", "share", "Share of all actions."),
    ),
    hanabi,
)


def air_land_sea(played: Played) -> list[Measurements]:
    """Shares of the points as GameBench counts them, and battles left early."""
    found = seats_of(played)
    shares = share_of("air_land_sea", played.match.scores, ((0,), (1,)))
    for own, share, points in zip(found, shares, played.match.scores, strict=True):
        note(own, share=share, points=points)
    for state, turn in played.turns():
        for seat, action in turn.moves.items():
            if seat not in turn.fallback and action == ("withdraw",):
                cards = len(state.hands[seat])
                note(found[seat], given=withdrawal(state.table, seat, cards))
    for own in found:
        note(own, withdrawals=len(own.get("given", ())))
    return found


AIR_LAND_SEA: Final = Measured(
    (
        Indicator("share", "Share of points", "share", "Share of both players' points, as GameBench scores."),
        Indicator("points", "Points", "number", "At the end of a match."),
        Indicator("withdrawals", "Withdrawals per match", "number", "Battles that the player left early."),
        Indicator(
            "given",
            "Points given by withdrawing",
            "number",
            "Points that the opponent got per withdrawal.",
            True,
        ),
    ),
    air_land_sea,
)


def arctic_scavengers(played: Played) -> list[Measurements]:
    """The size of the tribe, and how far it is ahead."""
    found, scores = seats_of(played), played.match.scores
    for seat, own in enumerate(found):
        note(own, people=scores[seat], lead=scores[seat] - scores[1 - seat])
    return found


ARCTIC: Final = Measured(
    (
        Indicator("people", "People", "number", "In the tribe at the end."),
        Indicator(
            "lead", "Lead", "number", "How many more people the player's tribe has than the opponent's."
        ),
    ),
    arctic_scavengers,
)


def pit(played: Played) -> list[Measurements]:
    """Points, shares of the points, and corners of the market."""
    found, scores, end = seats_of(played), played.match.scores, played.end
    shares = share_of("pit", scores, [(seat,) for seat in range(len(scores))])
    for own, share, points in zip(found, shares, scores, strict=True):
        note(own, share=share, points=points)
    for _, event in end.log:
        if event[0] == "cornered":
            for seat, own in enumerate(found):
                note(own, corners=seat == event[1])
    return found


PIT: Final = Measured(
    (
        Indicator("points", "Points", "number", "At the end of a match."),
        Indicator("share", "Share of points", "share", "Share of all players' points, as GameBench scores."),
        Indicator(
            "corners",
            "Corners",
            "share",
            "Share of the hands with a corner in which the corner was the player's.",
        ),
    ),
    pit,
)
