"""What a database gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from agonist.core import Moves, Seat
from agonist.match import Fixture, ProbeAnswer

RunState: TypeAlias = Literal["running", "finished", "interrupted", "suspended", "partial", "broken"]
MatchStatus: TypeAlias = Literal["planned", "playing", "finished", "suspended", "broken", "void"]


@dataclass(frozen=True, slots=True)
class Run:
    """A tournament as it was planned, and how far it is."""

    id: str
    created: str
    """ISO 8601, UTC."""
    plan: Mapping[str, Any]
    status: str
    note: str
    matches: int
    """How many there are in all."""
    finished: int


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match of a run. What it ended with is empty until it is finished.

    `nth` counts the matches of its run from 0. `playing` is also what a killed process leaves behind.
    """

    id: int
    run: str
    nth: int
    fixture: Fixture
    status: str
    error: str = ""
    forfeits: tuple[Seat, ...] = ()
    """The seats whose invalid answers ended the match."""
    scores: tuple[float, ...] = ()
    ranks: tuple[int, ...] = ()
    teams: tuple[tuple[Seat, ...], ...] = ()
    reason: str = ""
    fallback: tuple[Seat, ...] = ()
    """The seats that at some move did not play for themselves, in order."""
    seconds: float = 0.0
    ended: float | None = None
    """When its end was written, in seconds since 1970 (UTC)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A complete step of a match without what was said: a run's conversations would not fit into memory."""

    moves: Moves
    fallback: tuple[Seat, ...]
    """The seats whose answers could not be played, so that the policy's was."""
    probes: tuple[ProbeAnswer, ...]
    errors: tuple[str, ...]
    """The classes of the invalid answers there were, those to hidden questions left out."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What one match took from one seat.

    Requests, tokens, dollars and seconds include those of probes and of incomplete steps; `invalid`
    (how many answers of each class) includes neither.
    """

    match: int
    seat: Seat
    requests: int
    """Answers a model gave, from the cache too."""
    prompt: int
    cached: int
    completion: int
    reasoning: int
    cost: float | None
    """Dollars; `None` if the price of any request is unknown. What came from the cache is free."""
    seconds: float
    tries: int
    """Requests that were sent, those that failed or were never answered too."""
    estimated: int = 0
    """Calls whose tokens and cost are an estimate: not counted by the endpoint, or never answered."""
    estimated_cost: float = 0.0
    """The part of the cost that is an estimate."""
    resent: int = 0
    """Requests that failed and were sent again, in complete steps."""
    invalid: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answers:
    """How the answers of one seat of one match were judged, in complete steps and without hidden questions.

    `invalid` counts those refused for which a model was asked, `valid` those that were played.
    """

    match: int
    seat: Seat
    judged: int
    invalid: int
    valid: int
