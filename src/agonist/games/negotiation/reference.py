"""A player who gives way over the rounds, where it costs them little and seems to help the others most."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.games.negotiation.rules import NONE, Negotiation, View
from agonist.games.negotiation.scores import WHOLE, Deal, Rows, Table, all_deals, points

CLAIMED: Final = 3.0
"""How many times the weight of another issue one is believed to have that its party claims to matter most."""

LEAST: Final = 3
"""The points over the BATNA that it wants until the last round."""


def by_concession(game: Negotiation, view: View, ask: Ask, rng: Random) -> Any:
    """Propose the deal that seems best for the others among those worth what it wants; accept what is worth
    that, and in the last round whatever is better than the BATNA.

    What it wants falls evenly from the best deal to a little more than the BATNA. It claims its own most
    important issue, and believes such claims of others.
    """
    del rng
    assert view.seat is not None
    table = view.tables[view.seat]
    assert table is not None
    mine = table.rows
    said = (game.names[table.weights.index(max(table.weights))], "") if game.talk else ()
    if ask.about == "proposal":
        return (*best_proposal(game, view, mine, wanted(game, view.round, table)), *said)
    assert view.deal is not None
    value = points(mine, view.deal)
    enough = view.round == game.rounds or value >= wanted(game, view.round, table)
    vote = "accept" if enough and value * game.left(view.round) > table.batna else "reject"
    return (vote, *said) if game.talk else vote


def wanted(game: Negotiation, number: int, table: Table) -> float:
    """The points that it wants in a round; sooner less where time costs points."""
    patience = (1 - game.discount / 100) * (1 - game.breakdown / 100)
    rounds = game.rounds if patience == 1 else min(game.rounds, 1 + round(1 / (1 - patience)))
    past = min(1.0, (number - 1) / max(1, rounds - 1))
    least = min(WHOLE, table.batna + LEAST)
    return WHOLE - (WHOLE - least) * past


def best_proposal(game: Negotiation, view: View, mine: Rows, least: float) -> Deal:
    """Of the deals worth that much, the one that seems best for the other who gets least by it, then for all;
    if none is, the most valuable one."""
    others = [seat for seat in range(game.seats) if seat != view.seat]
    beliefs = [believed(game, view, seat) for seat in others]
    worth = {deal: points(mine, deal) for deal in all_deals(game.issues, game.choices)}
    enough = [deal for deal, value in worth.items() if value >= min(least, WHOLE)]
    if not enough:
        return max(worth, key=worth.__getitem__)

    def kindness(deal: Deal) -> tuple[float, float, int]:
        theirs = [sum(row[option - 1] for row, option in zip(of, deal, strict=True)) for of in beliefs]
        return min(theirs), sum(theirs), worth[deal]

    return max(enough, key=kindness)


def believed(game: Negotiation, view: View, seat: Seat) -> list[list[float]]:
    """What another party's points may be: by issue and option, 1 in all at its favourites.

    The first proposal has its favourites; an issue counts for more the longer its proposals stay there, and
    if it is claimed.
    """
    offers = [event[3] for event in view.log if event[0] == "proposed" and event[2] == seat]
    claims = [event[4] for event in view.log if event[0] in ("proposed", "answered") and event[2] == seat]
    weights = []
    for nth, name in enumerate(game.names):
        stays = sum(offer[nth] == offers[0][nth] for offer in offers) / len(offers) if offers else 1
        claimed = bool(claims) and claims[-1] == name != NONE
        weights.append((0.5 + stays) * (CLAIMED if claimed else 1))
    whole = sum(weights)
    found = []
    for nth, weight in enumerate(weights):
        favourites = _favourites(game, offers, seat, nth)
        row = [
            sum(_closeness(option, each, game.choices) for each in favourites) / len(favourites)
            for option in range(1, game.choices + 1)
        ]
        found.append([weight / whole * close for close in row])
    return found


def _favourites(game: Negotiation, offers: Sequence[Deal], seat: Seat, nth: int) -> Sequence[int]:
    if game.preferences == "opposed":
        return (game.choices if seat % 2 else 1,)
    return (offers[0][nth],) if offers else range(1, game.choices + 1)


def _closeness(option: int, favourite: int, choices: int) -> float:
    return 1 - abs(option - favourite) / max(favourite - 1, choices - favourite)
