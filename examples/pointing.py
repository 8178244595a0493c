"""A player of Chameleon of whose clues the truth is known, and a judge who is right in so many of 100 cases.

From this folder, type:
agonist run 'deception?games=chameleon&judge=pointing:Judge?right=80' --player pointing:Pointer --matches 30
"""

from __future__ import annotations

from random import Random
from typing import Any

from agonist.core import Ask


class Pointer:
    """Names the next player in each clue, wants others to think that they hide, and believes the last one."""

    def answer(self, view: Any, ask: Ask, rng: Random) -> Any:
        if ask.about == "clue":
            return f"Look at Player {(view.seat + 1) % 3 + 1} now"
        return ask.sample(rng)

    def probe(self, view: Any, ask: Any, rng: Random) -> Any:
        if ask.about == "intent":
            return (f"Player {(view.seat + 1) % 3 + 1}", "hides")
        clues = [text for kind, *_, text in view.log if kind == "clue"]
        named = int(clues[-1].split("Player ")[1][0]) if clues else 0
        return tuple(50 if not named else 100 * (part == f"player_{named}") for part, _ in ask.parts)


class Judge:
    """Finds out whether a pointer's clue misleads, and says so in `right` of 100 cases.

    Of intentions it knows nothing, and says yes to three in ten; to persuade is to mislead.
    """

    def __init__(self, right: int = 80) -> None:
        self.right = right

    def answer(self, view: Any, ask: Ask, rng: Random) -> tuple[str, ...]:
        misleads = view.speech[len("Look at ") : -len(" now")] != view.hidden
        verdicts = misleads ^ (rng.random() * 100 >= self.right), rng.random() < 0.3, misleads
        return tuple("yes" if verdict else "no" for verdict in verdicts)
