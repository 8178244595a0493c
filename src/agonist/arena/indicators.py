"""What a game measures beside who won, by player: columns of its leaderboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from agonist.metrics.played import Played, TurnReader
from agonist.ratings.spans import Span
from agonist.store import Store
from agonist.store.failure import DamagedMatch, StoreError
from agonist.suites.wis import indicators as wis
from agonist.suites.wis.facts import Count, GameFacts, SeatFacts

WIS: Final = "who_is_spy"


@dataclass(frozen=True, slots=True)
class Indicator:
    """A column. `kind`: share (0 to 1, with an interval), number (with an interval) or points."""

    key: str
    title: str
    kind: str
    of: Callable[[Sequence[Any]], Span]
    low_is_good: bool = False


INDICATORS: Final[Mapping[str, Sequence[Indicator]]] = {
    WIS: (
        Indicator("points", "Points", "points", lambda own: Span(wis.points(own), None, None, len(own))),
        Indicator("average", "Average score", "number", wis.score),
        Indicator("win-as-spy", "Win rate as spy", "share", wis.PERCENT["win rate as spy"]),
        Indicator("win-as-civilian", "Win rate as civilian", "share", wis.PERCENT["win rate as civilian"]),
        Indicator("votes", "Vote accuracy", "share", wis.vote_accuracy),
        Indicator("fouls", "Foul rate", "share", wis.foul_rate, low_is_good=True),
        Indicator(
            "survived-as-spy", "Rounds survived as spy", "number", lambda own: wis.survival(wis.spies(own))
        ),
        Indicator(
            "survived-as-civilian", "Rounds survived as civilian", "number",
            lambda own: wis.survival(wis.civilians(own)),
        ),
    ),
}  # fmt: skip
"""By game. Any of them can sort the board."""


@dataclass(frozen=True, slots=True)
class _Deal:
    deal: str


@dataclass(frozen=True, slots=True)
class Seat:
    """What one seat of a finished game says, in a small space: the fields that indicators read."""

    player: str
    seat: int
    game: _Deal
    is_spy: bool
    won: Count
    score: float
    rounds: int
    survived: int
    fouls: Count
    votes: Count
    votes_by_round: Count

    @classmethod
    def of(cls, facts: SeatFacts, deal: _Deal) -> Seat:
        """The same of a game whose moves have been read."""
        return cls(
            facts.player, facts.seat, deal, facts.is_spy, facts.won, facts.score, facts.rounds,
            facts.survived, facts.fouls, facts.votes, facts.votes_by_round,
        )  # fmt: skip


class Facts:
    """What the seats of finished games say; each game is replayed once."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seats: dict[int, list[Seat]] = {}

    def of(self, game: str, matches: Sequence[int]) -> dict[int, list[Seat]]:
        """The seats of these matches of a game, by match; empty for a game without indicators.

        Matches that cannot be replayed are left out.
        """
        if game not in INDICATORS:
            return {}
        missing = [match for match in matches if match not in self._seats]
        for first in range(0, len(missing), 200):
            self._add(missing[first : first + 200])
        return {match: self._seats[match] for match in matches if self._seats.get(match)}

    def _add(self, matches: Sequence[int]) -> None:
        stored = [self._store.match(match) for match in matches]
        reader = TurnReader(self._store, stored)
        for match in stored:
            self._seats[match.id] = []
            try:
                facts = GameFacts(Played(self._store, match, reader))
                deal = _Deal(facts.deal)
                self._seats[match.id] = [Seat.of(seat, deal) for seat in facts.seats()]
            except (DamagedMatch, AssertionError):
                continue
            except StoreError:
                # One damaged match of those that are read at once: they are read one by one.
                reader = TurnReader(self._store, [match])
