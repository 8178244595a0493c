"""Indicators of a negotiation: deals, and how good they are beside all deals that there are."""

from __future__ import annotations

from typing import Final

from agonist.core import Seat
from agonist.games.negotiation.deal_values import (
    all_deals,
    best_nash_product,
    halfway,
    is_pareto,
    most_together,
    nash_product,
    points,
)
from agonist.games.negotiation.rules import Negotiation, State
from agonist.kit.indicators import Course, Indicator, Indicators, Measurements, note, shares_of


def measure(course: Course) -> list[Measurements]:
    """Deals, gains over the BATNA, and the deal beside the Pareto front and the Nash solution."""
    found, game, end = course.nothing(), course.game, course.end
    gains = [score - table.batna for score, table in zip(course.scores, end.tables, strict=True)]
    for seat, (values, gain) in enumerate(zip(found, gains, strict=True)):
        note(values, value=course.scores[seat], gain=gain)
        note(values, **{f"gain_as_{role_in(game, seat)}": gain})
        if end.agreed:
            note(values, below=gain < 0, rounds=end.round, share=shares_of(gains)[seat])
    for values in found:
        for key, value in _of_the_deal(game, end).items():
            note(values, **{key: value})
    return found


def role_in(game: Negotiation, seat: Seat) -> str:
    """The role of a seat: in votes where all but one must accept, else in who opens the talks."""
    if game.agreement == "all_but_one":
        return ("proposer", "vetoer", "party")[min(seat, 2)]
    return "opener" if seat == game.proposer(1) else "responder"


def _of_the_deal(game: Negotiation, end: State) -> dict[str, float]:
    """What is measured once for all: a deal where one was possible, and how good it is for all together."""
    of, batnas = [table.rows for table in end.tables], [table.batna for table in end.tables]
    found: dict[str, float] = {}
    if end.agreed or is_possible(game, end):
        found["deals"] = end.agreed
    best = best_nash_product(of, batnas, game.choices)
    if best:
        product = nash_product(of, batnas, end.deal) if end.agreed and end.deal is not None else 0
        found["nash"] = (product / best) ** (1 / game.seats)
    if end.agreed and end.deal is not None:
        found["pareto"] = is_pareto(of, end.deal, game.choices)
        together = [sum(points(each, deal) for each in of) for deal in (end.deal, halfway(end.tables))]
        most = most_together(of)
        if most > together[1]:
            found["logrolling"] = min(1.0, max(0.0, (together[0] - together[1]) / (most - together[1])))
    return found


def is_possible(game: Negotiation, end: State) -> bool:
    """Whether some deal is better than their BATNA for enough parties, if it is made at once."""
    of = [table.rows for table in end.tables]
    return any(
        game.enough({s for s, table in enumerate(end.tables) if points(of[s], deal) > table.batna})
        for deal in all_deals(game.issues, game.choices)
    )


INDICATORS: Final = Indicators(
    (
        Indicator(
            "deals",
            "Deals",
            "share",
            "Share of matches in which some deal was better than their BATNA for enough parties.",
            once=True,
        ),
        Indicator(
            "value", "Points", "number", "Points of the deal, or the BATNA.", digits=1, bounds=(0, 100)
        ),
        Indicator("gain", "Gain", "number", "Points over the BATNA; 0 without a deal.", digits=1),
        Indicator("gain-as-opener", "Gain as the first to propose", "number", short="Gain", digits=1),
        Indicator("gain-as-responder", "Gain as the first to answer", "number", short="Gain", digits=1),
        Indicator("gain-as-proposer", "Gain as proposer", "number", short="Gain", digits=1),
        Indicator("gain-as-vetoer", "Gain as vetoer", "number", short="Gain", digits=1),
        Indicator("gain-as-party", "Gain as another party", "number", short="Gain", digits=1),
        Indicator("share", "Share of the surplus", "share", "The player's share of all gains by a deal."),
        Indicator(
            "below", "Deals below the BATNA", "share", "Share of the player's deals.", low_is_good=True
        ),
        Indicator(
            "pareto",
            "Pareto-efficient deals",
            "share",
            "Share of deals such that no other is better for one party and worse for none.",
            once=True,
        ),
        Indicator(
            "nash",
            "Nash product",
            "share",
            "The geometric mean of the gains, as a share of that of the Nash solution; 0 without a deal.",
            once=True,
        ),
        Indicator(
            "logrolling",
            "Logrolling",
            "share",
            "What trading issues added for all together over a deal halfway on each issue, as a share of the "
            "most that it could add.",
            once=True,
        ),
        Indicator("rounds", "Rounds to a deal", "number", digits=1, once=True),
    ),
    measure,
    version=2,
)
