"""A commons as a picture."""

from __future__ import annotations

from agonist.core import Ask, player_name
from agonist.games.commons.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """The stock, what this seat knows of the harvests, and the last pledges, by month."""
    del ask
    stocks: dict[int, str] = {}
    lines: dict[str, dict[int, str]] = {"left after it": stocks, "all harvests": {}}
    for event in view.log:
        match event:
            case ("harvest", month, amounts):
                lines["all harvests"][month] = str(sum(amounts))
                for seat, amount in enumerate(amounts):
                    lines.setdefault(player_name(seat), {})[month] = str(amount)
            case ("total", month, total):
                lines["all harvests"][month] = str(total)
            case ("own", month, amount) if view.seat is not None:
                lines.setdefault(player_name(view.seat), {})[month] = str(amount)
            case ("inspected", month, _, seat, amount):
                lines.setdefault(player_name(seat), {})[month] = str(amount)
            case ("regrew" | "collapsed", month, left, *_):
                stocks[month] = str(left)
            case ("said", month, seat, pledged, _):
                lines.setdefault(f"{player_name(seat)} pledged", {})[month + 1] = str(pledged)
    return rounds_picture(f"Commons, stock {view.stock}", sorted(lines.items()), view.seat)
