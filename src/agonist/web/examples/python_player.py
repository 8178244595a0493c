"""A player in Python: it answers with one of the legal answers, and remembers what it has played.

In the folder of this file: agonist run prisoners_dilemma --player python_player:Varied --player random
"""

from collections import Counter


class Varied:
    """Plays the answer that it has given least often. One instance plays one seat of one match."""

    def __init__(self, first: int = 0) -> None:
        self.first = first  # an option: python_player:Varied?first=1
        self.played: Counter[str] = Counter()

    def answer(self, observation: str, legal: list[str] | None) -> str:
        """`observation` is the rules, the situation and the question, in words."""
        if legal is None:  # there are too many answers to list them: read the observation
            return "I pass."
        order = legal[self.first % len(legal) :] + legal[: self.first % len(legal)]
        choice = min(order, key=self.played.__getitem__)
        self.played[choice] += 1
        return choice
