"""Finished games with what they say about each seat: hits and trials for all indicators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from agonist.games.who_is_spy.indicators import Count, SeatCounts
from agonist.games.who_is_spy.rules import State
from agonist.metrics.run_matches import Played


@dataclass(frozen=True)
class SeatFacts(SeatCounts):
    """One seat of one game."""

    game: GameFacts

    @property
    def player(self) -> str:
        return self.game.played.players[self.seat]

    @property
    def won(self) -> Count:
        """The team's win: those who are out win with it."""
        return int(self.game.played.match.ranks[self.seat] == 1), 1

    @property
    def score(self) -> float:
        return float(self.game.played.match.scores[self.seat])

    @property
    def votes_by_round(self) -> Count:
        """Votes for the spy out of rounds taken part in, as the paper counts: a round without a vote, because
        of a foul, is a miss."""
        return (0, 0) if self.is_spy else (self.votes[0], self.rounds)


@dataclass(frozen=True)
class GameFacts:
    """One game."""

    played: Played

    @property
    def deal(self) -> str:
        """Games of one deal are one piece of evidence."""
        return self.played.deal

    @cached_property
    def end(self) -> State:
        end = self.played.end
        assert isinstance(end, State)
        return end

    def seats(self) -> Iterator[SeatFacts]:
        for seat in range(len(self.played.players)):
            yield SeatFacts(self.end, seat, self)
