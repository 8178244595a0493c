"""A player that leaves enough for the stock to regrow fully, as long as the others do."""

from __future__ import annotations

from math import ceil
from random import Random
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.games.commons.rules import NOBODY, Commons, View

TOLERANCE: Final = 1.2
"""Players raid the stock if they take more than this many times what may be taken."""


def by_escapement(game: Commons, view: View, ask: Ask, rng: Random) -> Any:
    """Take an equal part of what may be taken, or what was pledged; everything, once others raid the stock.
    Inspect and fine nobody: both cost, and a raid is answered by a raid.

    What may be taken is all that isn't needed for the stock to regrow fully. In the last month, if players
    know that it is the last, that is everything.
    """
    del rng
    match ask.about:
        case "quota":
            return allowed(game, view) // game.seats
        case "harvest":
            return min(game.most(view.stock, view.quota), harvest(game, view))
        case "inspect" | "fine":
            return NOBODY
    return pledge(game, view), ""


def allowed(game: Commons, view: View) -> int:
    """What all together may take from the stock now."""
    if game.told_rounds and view.played == game.rounds - 1:
        return view.stock
    needed = ceil(game.capacity / game.factor)
    return max(0, view.stock - needed)


def harvest(game: Commons, view: View) -> int:
    """What this player takes."""
    assert view.seat is not None
    may = allowed(game, view)
    if may == view.stock or raided(game, view):
        return view.stock
    pledged = last_pledges(view)
    if pledged and sum(pledged.values()) <= may:
        return pledged[view.seat]
    share = may // game.seats
    return share if view.quota is None else min(share, view.quota)


def raided(game: Commons, view: View) -> bool:
    """Whether more was taken last month than may be, and nobody has promised better since.

    A promise counts if its player has kept all earlier ones.
    """
    if not view.played:
        return False
    taken, stock = last_month(game, view)
    before = max(0, stock - ceil(game.capacity / game.factor))
    if taken <= TOLERANCE * before:
        return False
    pledged = last_pledges(view)
    trusted = not liars(view)
    return not (pledged and trusted and sum(pledged.values()) <= allowed(game, view))


def last_month(game: Commons, view: View) -> tuple[int, int]:
    """What all took in the last month, of what stock."""
    taken, stocks = 0, [game.capacity]
    for event in view.log:
        match event:
            case ("harvest", _, amounts):
                taken = sum(amounts)
            case ("total", _, total):
                taken = total
            case ("regrew", _, _, stock):
                stocks.append(stock)
    return taken, stocks[view.played - 1]


def last_pledges(view: View) -> dict[Seat, int]:
    """What each seat has pledged for the harvest that comes."""
    return {event[2]: event[3] for event in view.log if event[0] == "said" and event[1] == view.played}


def liars(view: View) -> set[Seat]:
    """Who was seen to take more than they had pledged."""
    found: set[Seat] = set()
    pledged: dict[tuple[int, Seat], int] = {}
    for event in view.log:
        match event:
            case ("said", month, seat, amount, _):
                pledged[month + 1, seat] = amount
            case ("harvest", month, amounts):
                found |= {s for s, got in enumerate(amounts) if got > pledged.get((month, s), got)}
            case ("inspected", month, _, seat, amount) if amount > pledged.get((month, seat), amount):
                found.add(seat)
    return found


def pledge(game: Commons, view: View) -> int:
    """An equal part of what the pledges so far leave; the last ones take what can't be divided."""
    said = last_pledges(view)
    left = max(0, allowed(game, view) - sum(said.values()))
    return left // (game.seats - len(said))
