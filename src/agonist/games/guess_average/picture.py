"""Guessing a share of the average, as a picture."""

from __future__ import annotations

from agonist.core import Ask
from agonist.games.guess_average.rules import View
from agonist.kit.picture import Picture
from agonist.kit.rounds_picture import rounds_picture


def picture(view: View, ask: Ask | None) -> Picture:
    """What is known of the last rounds."""
    del ask
    results = [event[1:] for event in view.log if event[0] == "result"]
    mine = [event[1:] for event in view.log if event[0] == "own"]
    lines = [
        ("all numbers together", {number: str(total) for number, total, _ in results}),
        ("winning number", {number: " and ".join(map(str, best)) for number, _, best in results}),
        ("your number", {number: str(guess) for number, (guess, _) in enumerate(mine, start=1)}),
        ("you won", {number: "yes" if won else "no" for number, (_, won) in enumerate(mine, start=1)}),
    ]
    return rounds_picture("Guess 2/3 of the Average", lines, view.seat)
