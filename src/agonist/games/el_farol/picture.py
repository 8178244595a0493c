"""El Farol as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.el_farol.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """What is known of the last rounds."""
    del ask
    results = [event[1:] for event in view.log if event[0] == "result"]
    mine = [event[1:] for event in view.log if event[0] == "own"]
    lines = [
        ("went, of all players", {number: str(went) for number, went in results}),
        ("you", {number: decision for number, decision, _ in mine}),
        ("your gain", {number: str(gain) for number, _, gain in mine}),
    ]
    return rounds_picture("El Farol Bar", lines, view.seat)
