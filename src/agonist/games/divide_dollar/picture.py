"""Divide the dollar as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.divide_dollar.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """What is known of the last rounds."""
    del ask
    results = [event[1:] for event in view.log if event[0] == "result"]
    mine = [event[1:] for event in view.log if event[0] == "own"]
    lines = [
        ("all bids together", {number: str(total) for number, total in results}),
        ("your bid", {number: str(bid) for number, (bid, _) in enumerate(mine, start=1)}),
        ("you received", {number: str(paid) for number, (_, paid) in enumerate(mine, start=1)}),
    ]
    return rounds_picture("Divide the Dollar", lines, view.seat)
