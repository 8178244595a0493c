"""A player that gives way over the rounds to what is fair, and further only as far as the others do.

Concessions in time, and in answer to concessions, are two of the tactics of Faratin, Sierra and Jennings
(1998, sections 4.1 and 4.3).
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any, Final, TypeAlias

from agonist.core import Ask, Seat
from agonist.games.negotiation.deal_values import WHOLE, Deal, Rows, Table, all_deals, points
from agonist.games.negotiation.rules import NONE, Negotiation, View

CLAIMED: Final = 3.0
"""How many times the weight of another issue one is believed to have that its party claims to matter most."""

LEAST: Final = 3
"""The points over the BATNA without which it makes no deal."""

HELD: Final = 0.3
"""The part of its gain by a fair deal that it wants in the end from parties that have met it."""

MET: Final = 0.75
"""The other party has met it if its proposals have come so far from the first one to a fair deal."""

Belief: TypeAlias = Sequence[Sequence[float]]
"""By issue, what each option may be worth to another party, 1 in all at its favourites."""


def by_concession(game: Negotiation, view: View, ask: Ask, rng: Random) -> Any:
    """Propose the deal that seems best for the others among those worth what it wants, and accept what is
    worth that.

    What it wants falls evenly from the best deal to the least that it takes: to a fair deal if the others
    stay where they began, to a part of that gain if they come to meet it. It claims its own most important
    issue, and believes such claims of others.
    """
    del rng
    assert view.seat is not None
    table = view.tables[view.seat]
    assert table is not None
    said = (game.names[table.weights.index(max(table.weights))], "") if game.talk else ()
    beliefs = [believed(game, view, seat) for seat in range(game.seats) if seat != view.seat]
    least = wanted(game, view, table, fair_points(game, view, table, beliefs))
    if ask.about == "proposal":
        return (*best_proposal(game, beliefs, table.rows, least), *said)
    assert view.deal is not None
    value = points(table.rows, view.deal)
    vote = "accept" if value >= least and value * game.left(view.round) > table.batna else "reject"
    return (vote, *said) if game.talk else vote


def fair_points(game: Negotiation, view: View, table: Table, beliefs: Sequence[Belief]) -> int:
    """What the deal is worth to this party by which whoever gains least gains most, for all that it knows."""
    left, batna = float(game.left(view.round)), (game.batna_low + game.batna_high) / 2

    def least_gain(deal: Deal) -> float:
        mine = points(table.rows, deal) * left - table.batna
        return min(mine, *(WHOLE * worth(each, deal) * left - batna for each in beliefs))

    return points(table.rows, max(all_deals(game.issues, game.choices), key=least_gain))


def wanted(game: Negotiation, view: View, table: Table, fair: int) -> float:
    """The points that it wants in this round; sooner less where time costs points."""
    left = float(game.left(view.round))
    held = 1 - (1 - HELD) * conceded(view, table, fair)
    least = min(WHOLE, (table.batna + max(LEAST, held * (fair * left - table.batna))) / left)
    patience = (1 - game.discount / 100) * (1 - game.breakdown / 100)
    rounds = game.rounds if patience == 1 else min(game.rounds, 1 + round(1 / (1 - patience)))
    past = 1.0 if view.round == game.rounds else min(1.0, (view.round - 1) / max(1, rounds - 1))
    return WHOLE - (WHOLE - least) * past


def conceded(view: View, table: Table, fair: int) -> float:
    """How far the party that has given way most has come from its first proposal to a fair deal, from 0 to 1.

    A single proposal may have come about by chance, so that the mean of its last two counts. Of several
    parties each gives way to all others, and so less to each.
    """
    found = []
    for seat in range(len(view.tables)):
        offers = [
            points(table.rows, event[3]) for event in view.log if event[0] == "proposed" and event[2] == seat
        ]
        if seat == view.seat:
            continue
        if not offers:
            found.append(0.0)
        elif offers[0] >= fair:
            found.append(1.0)
        else:
            found.append(
                (fmean(offers[-2:]) - offers[0]) / (MET / (len(view.tables) - 1) * (fair - offers[0]))
            )
    return min(1.0, max(0.0, max(found)))


def worth(of: Belief, deal: Deal) -> float:
    """What a deal may be worth to a party, 1 at most."""
    return sum(row[option - 1] for row, option in zip(of, deal, strict=True))


def best_proposal(game: Negotiation, beliefs: Sequence[Belief], mine: Rows, least: float) -> Deal:
    """Of the deals worth that much, the one that seems best for the other who gets least by it, then for all;
    if none is, the most valuable one."""
    value = {deal: points(mine, deal) for deal in all_deals(game.issues, game.choices)}
    enough = [deal for deal, found in value.items() if found >= min(least, WHOLE)]
    if not enough:
        return max(value, key=value.__getitem__)

    def kindness(deal: Deal) -> tuple[float, float, int]:
        theirs = [worth(each, deal) for each in beliefs]
        return min(theirs), sum(theirs), value[deal]

    return max(enough, key=kindness)


def believed(game: Negotiation, view: View, seat: Seat) -> Belief:
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
        weights.append((0.1 + stays**2) * (CLAIMED if claimed else 1))
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
