"""Counting repeated matches: deterministic players repeat themselves."""

from __future__ import annotations

import numpy as np

from agonist.metrics.results import by_part
from agonist.reports.safe_text import shown_game
from agonist.store.runs.matches_as_arrays import MatchColumns


def distinct(matches: MatchColumns) -> int:
    """How many of these matches are distinct; their moves have been counted.

    Two matches are the same if the same players in the same seats, and chance, made the same moves.
    """
    players = np.array([hash(case.fixture.players) for case in matches.cases], dtype=np.int64)
    return len(np.unique(matches.courses ^ players[matches.case]))


def repetition_warnings(matches: MatchColumns) -> list[str]:
    """A warning for each game in which at most half of these matches are distinct."""
    found = []
    for part, some in by_part(matches).items():
        count = len(some)
        if count >= 4 and (different := distinct(some)) <= count / 2:
            found.append(
                f"{shown_game(part)}: only {different} of {count} matches are distinct. Players "
                "without chance repeat themselves, and intervals take repetitions for evidence."
            )
    return found
