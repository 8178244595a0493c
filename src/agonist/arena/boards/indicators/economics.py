"""Measures of economic games: scores of γ-Bench, and measures of MAgIC and LLMArena."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from agonist.arena.boards.indicators.columns import Indicator, Measured, Measurements, Reader, note, seats_of
from agonist.core import Seat
from agonist.games.bargain.goods import WHOLE
from agonist.games.bargain.rules import worths
from agonist.metrics.played import Played
from agonist.suites.gamabench.results import seats_by_player
from agonist.suites.gamabench.scoring import choices_of, score
from agonist.suites.llmarena.bidding import deviation

GAMMA: Final = Indicator(
    "gamma",
    "γ-Bench score",
    "number",
    "From 0 to 100, over the player's seats in a match.",
    digits=1,
    once=True,
)
"""As the suite scores its profile. Illegal choices can lower it below 0, so the interval is not bounded."""


class Chosen(NamedTuple):
    """A move that a player chose themselves, and the state before it."""

    game: Any
    state: Any
    move: Any
    seat: Seat


def gamma(own: Callable[[Chosen], Mapping[str, float]]) -> Reader:
    """A function that measures the suite's score, and each move by `own`."""

    def read(played: Played) -> list[Measurements]:
        found, game = seats_of(played), played.record.game
        choices = choices_of(played.record)
        for seats in seats_by_player(played.players).values():
            value = score(choices, "updated", seats).value
            if value is not None:
                # One number per player and match, as the suite scores groups of seats.
                note(found[seats[0]], gamma=value)
        for state, turn in played.turns():
            for seat, move in turn.moves.items():
                if seat not in turn.fallback:
                    note(found[seat], **own(Chosen(game, state, move, seat)))
        return found

    return read


GUESSES: Final = Measured(
    (GAMMA, Indicator("guess", "Mean number", "number", "The mean of the numbers chosen.", True, digits=1)),
    gamma(lambda one: {"guess": one.move}),
)
BAR: Final = Measured(
    (GAMMA, Indicator("goes", "Evenings out", "share", "Share of all evenings.")),
    gamma(lambda one: {"goes": one.move == "go"}),
)
DOLLAR: Final = Measured(
    (
        GAMMA,
        Indicator("bid", "Mean bid", "number", "The mean bid for the golds of a round.", digits=1),
        Indicator(
            "fair", "Bids up to a fair part", "share", "Share of bids of at most an equal part of the golds."
        ),
    ),
    gamma(lambda one: {"bid": one.move, "fair": one.move * one.game.seats <= one.game.golds}),
)
GOODS: Final = Measured(
    (
        GAMMA,
        Indicator("put", "Mean contribution", "number", "Tokens put into the pot in a round.", digits=1),
        Indicator(
            "free",
            "Rounds without a contribution",
            "share",
            "Share of rounds in which the player put nothing into the pot.",
        ),
    ),
    gamma(lambda one: {"put": one.move, "free": one.move == 0}),
)
DINNER: Final = Measured(
    (GAMMA, Indicator("costly", "Costly dishes", "share", "Share of the dishes that the player ordered.")),
    gamma(lambda one: {"costly": one.move == "costly"}),
)


def _bid(one: Chosen) -> dict[str, float]:
    off = deviation(one.move, one.state.valuations[one.seat])
    return {} if off is None else {"off": off}


def _buyers(played: Played, found: list[Measurements]) -> list[Measurements]:
    for auction in played.end.rounds:
        for seat, own in enumerate(found):
            note(own, won=seat == auction.winner)
    return found


AUCTION: Final = Measured(
    (
        GAMMA,
        Indicator(
            "off", "Bid against half the value", "number",
            "0: half of the item's value, as in the equilibrium of two bidders; 1: all of it; -1: no bid.",
        ),
        Indicator("won", "Auctions won", "share", "Share of all rounds."),
    ),
    lambda played: _buyers(played, gamma(_bid)(played)),
)  # fmt: skip


BATTLE: Final = Measured(
    (
        GAMMA,
        Indicator("survived", "Survived", "share", "Share of games in which the player was left at the end."),
        Indicator("misses", "Missed on purpose", "share", "Share of the player's shots."),
    ),
    lambda played: _survivors(played, gamma(lambda one: {"misses": one.move == "nobody"})(played)),
)


def _survivors(played: Played, found: list[Measurements]) -> list[Measurements]:
    alive = played.end.alive
    for seat, own in enumerate(found):
        note(own, survived=seat in alive)
    return found


def _pirate(one: Chosen) -> dict[str, float]:
    return {"accepts": one.move == "accept"} if one.move in ("accept", "reject") else {}


def _sailors(played: Played, found: list[Measurements]) -> list[Measurements]:
    end = played.end
    for seat, own in enumerate(found):
        note(own, overboard=seat < end.overboard, gold=max(0.0, played.match.scores[seat]))
        if seat <= end.overboard:
            note(own, plans=seat == end.overboard)
    return found


PIRATES: Final = Measured(
    (
        GAMMA,
        Indicator("gold", "Gold", "number", "Mean gold per game; 0 for a player thrown overboard.", digits=1),
        Indicator("plans", "Plans accepted", "share", "Share of the plans that the player proposed."),
        Indicator("accepts", "Votes to accept", "share", "Share of the player's votes on others' plans."),
        Indicator("overboard", "Overboard", "share", "Share of games.", low_is_good=True),
    ),
    lambda played: _sailors(played, gamma(_pirate)(played)),
)


def prisoners_dilemma(played: Played) -> list[Measurements]:
    """Defections as MAgIC's rationality counts them, and points a round."""
    found, end = seats_of(played), played.end
    for seat, own in enumerate(found):
        note(own, a_round=played.match.scores[seat] / len(end.rounds))
    for _, turn in played.turns():
        for seat, move in turn.moves.items():
            if seat not in turn.fallback:
                note(found[seat], defections=move == "defect")
    return found


PRISONERS: Final = Measured(
    (
        Indicator("a-round", "Points per round", "number"),
        Indicator("defections", "Defections", "share", "Share of all decisions; MAgIC's rationality."),
    ),
    prisoners_dilemma,
)


def cost_sharing(played: Played) -> list[Measurements]:
    """Agreements, whose proposals were agreed on, and payments: MAgIC's cooperation and coordination."""
    found, end = seats_of(played), played.end
    for seat, own in enumerate(found):
        agreed = end.agreed is not None
        note(own, agreed=agreed, own_plan=agreed and seat in end.votes)
        if agreed:
            note(own, paid=end.agreed[seat])
    return found


COSTS: Final = Measured(
    (
        Indicator("agreed", "Agreements", "share", "Share of games; MAgIC's cooperation."),
        Indicator(
            "own-plan", "Agreements on their own proposal", "share", "Share of games; MAgIC's coordination."
        ),
        Indicator(
            "paid",
            "Part paid, %",
            "number",
            "The player's part of the costs, in games with an agreement.",
            True,
            (0, 100),
            1,
        ),
    ),
    cost_sharing,
)


def bargain(played: Played) -> list[Measurements]:
    """Agreements, and their value to both sides."""
    found, end = seats_of(played), played.end
    worth = worths(end.table, end.values) if end.table.agreed else (0, 0)
    for seat, own in enumerate(found):
        note(own, deals=end.table.agreed, value=worth[seat])
        if end.table.agreed:
            note(
                own, share=worth[seat] / sum(worth) if sum(worth) else 0.5, rounds=(end.table.turns + 1) // 2
            )
    return found


BARGAIN: Final = Measured(
    (
        Indicator("deals", "Deals", "share", "Share of all games."),
        Indicator(
            "value", "Value", "number", f"What the player got, of {WHOLE}; 0 without a deal.", seen=(0, WHOLE)
        ),
        Indicator(
            "share",
            "Share of the value",
            "share",
            "The player's share of what a deal is worth to both sides.",
        ),
        Indicator("rounds", "Rounds to a deal", "number"),
    ),
    bargain,
)
