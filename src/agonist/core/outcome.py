"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass

from agonist.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    >>> Outcome(scores=(1, -1, 1), reason="the undercover was voted out").ranks
    (1, 3, 1)
    """

    scores: tuple[float, ...]
    """The score of each seat, in the game's unit; more is better."""

    reason: str
    """Why the match is over, as a phrase for people."""

    teams: tuple[tuple[Seat, ...], ...] = ()
    """The seats that win and lose together by the rules; empty if each plays alone."""

    @property
    def ranks(self) -> tuple[int, ...]:
        """The place of each seat: 1 for the best, shared on equal scores."""
        return tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
