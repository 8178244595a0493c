"""The indicators of section 4.1, pooled over games (as the paper's printed counts show), with intervals."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Final, TypeAlias

from agonist.games.who_is_spy.indicators import Count
from agonist.metrics.pooled_indicators import STAKE, START_POINTS
from agonist.ratings import clustered_mean
from agonist.ratings.share_intervals import NO_SPAN, Span, rate_of
from agonist.suites.wis.hits_and_trials import SeatFacts

Seats = Sequence[SeatFacts]

Measure: TypeAlias = Callable[[Seats], Span]
"""An indicator of some seats, with its interval."""


def share(seats: Seats, count: Callable[[SeatFacts], Count]) -> Span:
    """A share pooled over seats, where games of one deal are one piece of evidence."""
    return rate_of((seat.game.deal, count(seat)) for seat in seats)


def average(seats: Seats, value: Callable[[SeatFacts], float]) -> Span:
    """A mean over seats, where games of one deal are one piece of evidence."""
    if not seats:
        return NO_SPAN
    return Span(*clustered_mean((seat.game.deal, value(seat)) for seat in seats), len(seats))


win_rate: Measure = partial(share, count=attrgetter("won"))

foul_rate: Measure = partial(share, count=attrgetter("fouls"))
"""Speeches that were fouls, of speeches due."""

vote_accuracy: Measure = partial(share, count=attrgetter("votes"))
"""Votes for the spy, of votes cast as a civilian; abstentions count as cast."""

vote_accuracy_published: Measure = partial(share, count=attrgetter("votes_by_round"))
"""Votes for the spy, of rounds taken part in as a civilian: what Tables 3 and 4 print."""

score: Measure = partial(average, value=attrgetter("score"))

survival: Measure = partial(average, value=attrgetter("survived"))
"""Rounds at whose end the seat was still in."""


def points(seats: Seats) -> float:
    """The points ladder: 100 at the start; each game costs 1 and adds its score.

    A game gives 2 a seat on average, so activity is rewarded.
    """
    return START_POINTS + sum(seat.score for seat in seats) - STAKE * len(seats)


def spies(seats: Seats) -> Seats:
    return [seat for seat in seats if seat.is_spy]


def civilians(seats: Seats) -> Seats:
    return [seat for seat in seats if not seat.is_spy]


def _by_role(name: str, measure: Measure) -> dict[str, Measure]:
    """A measure of all seats, of those of spies, and of those of civilians."""
    return {
        name: measure,
        f"{name} as spy": lambda seats: measure(spies(seats)),
        f"{name} as civilian": lambda seats: measure(civilians(seats)),
    }


PERCENT: Final[Mapping[str, Measure]] = {
    **_by_role("win rate", win_rate),
    "vote accuracy": vote_accuracy,
    "vote accuracy, by round": vote_accuracy_published,
    **_by_role("foul rate", foul_rate),
}
NUMBERS: Final[Mapping[str, Measure]] = {**_by_role("score", score), **_by_role("rounds survived", survival)}
