"""The indicators of section 4.1, pooled over games (as the paper's printed counts show), with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from agonist.games.who_is_spy.indicators import Count
from agonist.ratings import clustered_mean
from agonist.ratings.share_intervals import NO_SPAN, Span, rate_of
from agonist.suites.wis.facts import SeatFacts

Seats = Sequence[SeatFacts]

STAKE: Final = 1
"""What a game costs on the points ladder."""
START_POINTS: Final = 100


def share(seats: Seats, count: Callable[[SeatFacts], Count]) -> Span:
    """A share pooled over seats, where games of one deal are one piece of evidence."""
    return rate_of((seat.game.deal, count(seat)) for seat in seats)


def average(seats: Seats, value: Callable[[SeatFacts], float]) -> Span:
    """A mean over seats, where games of one deal are one piece of evidence."""
    if not seats:
        return NO_SPAN
    return Span(*clustered_mean((seat.game.deal, value(seat)) for seat in seats), len(seats))


def win_rate(seats: Seats) -> Span:
    return share(seats, lambda seat: seat.won)


def foul_rate(seats: Seats) -> Span:
    """Speeches that were fouls, of speeches due."""
    return share(seats, lambda seat: seat.fouls)


def vote_accuracy(seats: Seats) -> Span:
    """Votes for the spy, of votes cast as a civilian; abstentions count as cast."""
    return share(seats, lambda seat: seat.votes)


def vote_accuracy_published(seats: Seats) -> Span:
    """Votes for the spy, of rounds taken part in as a civilian: what Tables 3 and 4 print."""
    return share(seats, lambda seat: seat.votes_by_round)


def score(seats: Seats) -> Span:
    return average(seats, lambda seat: seat.score)


def survival(seats: Seats) -> Span:
    """Rounds at whose end the seat was still in."""
    return average(seats, lambda seat: seat.survived)


def points(seats: Seats) -> float:
    """The points ladder: 100 at the start; each game costs 1 and adds its score.

    A game gives 2 a seat on average, so activity is rewarded.
    """
    return START_POINTS + sum(seat.score for seat in seats) - STAKE * len(seats)


def spies(seats: Seats) -> Seats:
    return [seat for seat in seats if seat.is_spy]


def civilians(seats: Seats) -> Seats:
    return [seat for seat in seats if not seat.is_spy]


PERCENT: Final[Mapping[str, Callable[[Seats], Span]]] = {
    "win rate": win_rate,
    "win rate as spy": lambda seats: win_rate(spies(seats)),
    "win rate as civilian": lambda seats: win_rate(civilians(seats)),
    "vote accuracy": vote_accuracy,
    "vote accuracy, by round": vote_accuracy_published,
    "foul rate": foul_rate,
    "foul rate as spy": lambda seats: foul_rate(spies(seats)),
    "foul rate as civilian": lambda seats: foul_rate(civilians(seats)),
}
NUMBERS: Final[Mapping[str, Callable[[Seats], Span]]] = {
    "score": score,
    "score as spy": lambda seats: score(spies(seats)),
    "score as civilian": lambda seats: score(civilians(seats)),
    "rounds survived": survival,
    "rounds survived as spy": lambda seats: survival(spies(seats)),
    "rounds survived as civilian": lambda seats: survival(civilians(seats)),
}
