"""A player in Python: it answers with a legal action, and remembers what it has played.

In the folder of this file: agonist run prisoners_dilemma --player python_player:Varied --player random
"""

from collections import Counter
from random import Random
from typing import Any


class Varied:
    """Plays the action that it has played least often. One instance plays one seat of one match."""

    def __init__(self, first: int = 0) -> None:
        self.first = first  # an option: python_player:Varied?first=1
        self.played: Counter[Any] = Counter()

    def answer(self, ask: Any, rng: Random) -> Any:
        """`ask` is the question: it lists the legal actions, unless there are over 1,000."""
        legal = ask.options()
        if legal is None:  # a text or a plan: any that is legal
            return ask.sample(rng)
        order = [*legal[self.first % len(legal) :], *legal[: self.first % len(legal)]]
        choice = min(order, key=self.played.__getitem__)
        self.played[choice] += 1
        return choice
