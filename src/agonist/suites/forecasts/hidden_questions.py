"""The hidden questions: in a commons about this month's harvest, in a negotiation about the other parties."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from agonist.core import Amount, Ask, Choice, Form, Seat
from agonist.games.commons import View as CommonsView
from agonist.games.negotiation import View as NegotiationView
from agonist.games.negotiation.deal_values import ISSUES, WHOLE
from agonist.match import Probe

FORECAST: Final = "forecast"
ESTIMATES: Final = "estimates"

GAMES: Final[Mapping[str, str]] = {
    "commons": f"forecasts_{FORECAST}",
    "negotiation": f"forecasts_{ESTIMATES}",
}
"""The games of the suite, with the name of the hidden question of each."""

WOULD: Final = ("yes", "no")
"""Whether the player would pay to fine somebody who takes too much."""


def forecast(stock: int) -> Ask:
    """What all others together will harvest this month, and whether one would pay to fine a raider."""
    return Form(
        (("others", Amount(0, stock, about="others")), ("fine", Choice(WOULD, "fine"))), about=FORECAST
    )


def _forecast_due(before: CommonsView | None, now: CommonsView) -> Ask | None:
    """Before each harvest."""
    if now.phase != "harvest" or (before and (before.phase, before.played) == (now.phase, now.played)):
        return None
    return forecast(now.stock)


def others_of(view: NegotiationView) -> tuple[Seat, ...]:
    """The other parties."""
    return tuple(seat for seat in range(len(view.tables)) if seat != view.seat)


def estimates(view: NegotiationView) -> Ask:
    """The BATNA of each other party, and the issue that matters most to it."""
    assert view.seat is not None
    table = view.tables[view.seat]
    assert table is not None
    issues = ISSUES[: len(table.weights)]
    parts: list[tuple[str, Ask]] = []
    for other in others_of(view):
        parts.append((f"batna_{other + 1}", Amount(0, WHOLE, about="batna")))
        parts.append((f"issue_{other + 1}", Choice(issues, "issue")))
    return Form(tuple(parts), about=ESTIMATES)


def _estimates_due(before: NegotiationView | None, now: NegotiationView) -> Ask | None:
    """At the beginning of each round."""
    began = now.phase == "propose" and (before is None or before.phase != "propose")
    return estimates(now) if began and now.seat is not None else None


DUE: Final[Mapping[str, Any]] = {"commons": _forecast_due, "negotiation": _estimates_due}

PROBES: Final[Mapping[str, Probe]] = {name: Probe(name, DUE[game]) for game, name in GAMES.items()}
