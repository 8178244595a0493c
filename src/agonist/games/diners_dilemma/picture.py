"""The diner's dilemma as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.diners_dilemma.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """What is known of the last rounds."""
    del ask
    results = [event[1:] for event in view.log if event[0] == "result"]
    mine = [event[1:] for event in view.log if event[0] == "own"]
    lines = [
        ("costly dishes, all players", {number: str(costly) for number, costly in results}),
        ("your dish", {number: dish for number, (dish, _) in enumerate(mine, start=1)}),
    ]
    return rounds_picture("Diner's Dilemma", lines, view.seat)
