"""Counting repeated matches: deterministic players repeat themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agonist.metrics.results import part_of
from agonist.reports.printable import shown_game

if TYPE_CHECKING:
    from agonist.store import StoredMatch


class Repetitions:
    """Counts finished matches, and how many of them are distinct, by game.

    Two matches are the same if the same players in the same seats, and chance, made the same moves.
    """

    def __init__(self) -> None:
        self._games: dict[str, list[tuple[tuple[str, ...], int]]] = {}

    def add(self, match: StoredMatch, course: int) -> None:
        """A match with the digest of its moves."""
        if match.status == "finished":
            self._games.setdefault(part_of(match), []).append((match.fixture.players, course))

    def distinct(self, part: str) -> tuple[int, int]:
        """The numbers of distinct matches and of all matches of a game with its options."""
        games = self._games.get(part, [])
        return len(set(games)), len(games)

    def warnings(self) -> list[str]:
        """A warning for each game in which at most half of the matches are distinct."""
        found = []
        for part in self._games:
            distinct, count = self.distinct(part)
            if count >= 4 and distinct <= count / 2:
                found.append(
                    f"{shown_game(part)}: only {distinct} of {count} matches are distinct. Players "
                    "without chance repeat themselves, and intervals take repetitions for evidence."
                )
        return found
