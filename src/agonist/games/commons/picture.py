"""A commons as a picture."""

from __future__ import annotations

from agonist.core import Ask, player_name
from agonist.games.commons.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """The stock, the limits, what this seat knows of harvests, the last pledges, and costs so far."""
    del ask
    seats = range(len(view.costs))
    harvests: dict[int, str] = {}
    left: dict[int, str] = {}
    taken, pledged = [dict[int, str]() for _ in seats], [dict[int, str]() for _ in seats]
    limits: dict[int, str] = {}
    for event in view.log:
        match event:
            case ("quota", month, _, limit):
                limits[month] = str(limit)
            case ("harvest", month, amounts):
                harvests[month] = str(sum(amounts))
                for seat, amount in enumerate(amounts):
                    taken[seat][month] = str(amount)
            case ("total", month, total):
                harvests[month] = str(total)
            case ("own", month, amount):
                assert view.seat is not None
                taken[view.seat][month] = str(amount)
            case ("inspected", month, _, seat, amount):
                taken[seat][month] = str(amount)
            case ("regrew" | "collapsed", month, stock, *_):
                left[month] = str(stock)
            case ("said", month, seat, amount, _):
                pledged[seat][month + 1] = str(amount)
    lines = [("limit for each", limits)] if limits else []
    lines += [("harvested in all", harvests), ("left in the stock", left)]
    for seat in seats:
        name = player_name(seat)
        lines += [(f"{name} pledged", pledged[seat]), (f"{name} harvested", taken[seat])]
    costs = f", costs by player {', '.join(map(str, view.costs))}" if any(view.costs) else ""
    return rounds_picture(f"Commons, stock {view.stock}{costs}", lines, view.seat)
