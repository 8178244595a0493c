"""The values that queries return."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias

from agonist.core import Moves, Seat
from agonist.match import Fixture, ProbeAnswer

SCHEMA: Final = 21
"""The version of the tables of runs that this program reads and writes."""

BROKEN_OFF: Final = -1
"""The step number of calls that belong to no step: answers that came too late or were not needed."""

RunState: TypeAlias = Literal["running", "finished", "interrupted", "suspended", "partial", "broken"]
MatchStatus: TypeAlias = Literal["planned", "playing", "finished", "suspended", "broken", "void"]


@dataclass(frozen=True, slots=True)
class Run:
    """A run as planned, and its status."""

    id: str
    created: str
    """ISO 8601, UTC."""
    plan: Mapping[str, Any]
    status: str
    note: str
    matches: int
    """The number of matches in all."""
    finished: int


# Not frozen, which would take most of the time that it takes to make one.
@dataclass(slots=True)
class StoredMatch:
    """A match of a run. The fields about its end are empty until it is finished.

    `nth` counts the matches of its run from 0. `playing` is also what a killed process leaves behind.
    """

    id: int
    run: str
    nth: int
    fixture: Fixture
    status: str
    error: str = ""
    forfeits: tuple[Seat, ...] = ()
    """The seats that forfeited the match."""
    scores: tuple[float, ...] = ()
    ranks: tuple[int, ...] = ()
    """Who won, as `agonist.core.Outcome.ranks` says: 1 for the winners, shared by a team and in a draw."""
    teams: tuple[tuple[Seat, ...], ...] = ()
    reason: str = ""
    fallback: tuple[Seat, ...] = ()
    """The seats with at least one fallback move, in order."""
    seconds: float = 0.0
    ended: float | None = None
    """When it ended, in seconds since 1970 (UTC)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A complete step of a match without its calls: a run's conversations would not fit into memory."""

    moves: Moves
    fallback: tuple[Seat, ...]
    """The seats with a fallback move, since their own answers could not be played."""
    probes: tuple[ProbeAnswer, ...]
    errors: tuple[str, ...]
    """The classes of invalid answers, without those to hidden questions."""


@dataclass(frozen=True, slots=True)
class SeatUsage:
    """What one seat of one match has taken.

    Calls, requests, tokens, dollars and seconds include those of probes and of incomplete steps; `invalid`
    (how many answers of each class) includes neither.
    """

    match: int
    seat: Seat
    requests: int
    """Answers of models, cached ones included."""
    prompt: int
    cached: int
    completion: int
    reasoning: int
    cost: float | None
    """Dollars; `None` if the price of any request is unknown. Cached answers are free."""
    seconds: float
    tries: int
    """Requests sent, including those that failed or were never answered."""
    estimated: int = 0
    """Answers whose tokens and cost are estimated, since the endpoint did not count them."""
    estimated_cost: float = 0.0
    """The part of the cost that is an estimate."""
    closed_tokens: int = 0
    """What requests that were closed without an answer may have used: counted by a budget, and in none of the
    numbers above."""
    charged: float = 0.0
    """Dollars that a budget or an owner's limit counts: all known prices, and what closed requests may have
    cost."""
    invalid: Mapping[str, int] = field(default_factory=dict)
    calls: int = 0
    """Answers, refused ones and those of code included."""


@dataclass(frozen=True, slots=True)
class Tally(SeatUsage):
    """The same with what was sent again, for which the texts of all calls are searched."""

    resent: int = 0
    """Requests that failed and were sent again, in complete steps."""
    forms: Mapping[str, int] = field(default_factory=dict)
    """How many questions had an answer of each form (one of `agonist.players.model_call_record.FORMS`, or
    `unknown`), hidden questions and those without a form left out."""


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers of one seat of one match, in complete steps and without hidden questions.

    `valid` counts those that were played, `invalid` the refused ones for which a model was asked.
    """

    match: int
    seat: Seat
    judged: int
    invalid: int
    valid: int
