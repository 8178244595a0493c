"""What a sample of Inspect holds: before it runs the planned match, and afterwards its record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from agonist.match import Fixture, Step
from agonist.metrics.results import block_of
from agonist.players.model_call_record import ModelCall
from agonist.store import StoredMatch
from agonist.store.runs.damage import Damaged
from agonist.store.runs.match_as_json import match_from_json, match_to_json
from agonist.store.runs.row_conversion import fixture_from
from agonist.store.runs.serialization import pack

KEY: Final = "agonist"
"""Where a sample keeps its match: in its metadata as planned, in its store as played."""


@dataclass(frozen=True, slots=True)
class PlannedMatch:
    """A match that a sample is to play. `seats` are those of the player who is evaluated; `suite` is empty
    for a game, and `entry` what the suite was asked for, as JSON."""

    fixture: Fixture
    seats: tuple[int, ...]
    suite: str = ""
    entry: Mapping[str, Any] | None = None

    def metadata(self) -> dict[str, Any]:
        """The metadata of the sample. Samples with one `deal` are one piece of evidence."""
        more = {"suite": self.suite, "entry": self.entry} if self.suite else {}
        return {
            "deal": block_of(StoredMatch(0, "", 0, self.fixture, "planned")),
            KEY: {"fixture": self.fixture.plain(), "seats": list(self.seats), **more},
        }

    @classmethod
    def of(cls, metadata: Mapping[str, Any]) -> PlannedMatch:
        """What `metadata` wrote."""
        plain = metadata[KEY]
        fixture = fixture_from(pack(plain["fixture"]))
        return cls(fixture, tuple(plain["seats"]), plain.get("suite", ""), plain.get("entry"))

    def of_epoch(self, epoch: int) -> PlannedMatch:
        """The match of this epoch, from 1: later ones have deals of their own."""
        if epoch == 1:
            return self
        return replace(self, fixture=replace(self.fixture, seed=f"{self.fixture.seed}/epoch {epoch}"))


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that a sample has played, to its end or not, and whom it evaluates.

    Its `id` is the sample's; that of a match that an exported log holds is its own, after the id of its run.
    """

    id: str
    match: StoredMatch
    steps: Sequence[Step]
    seats: tuple[int, ...]
    suite: str = ""
    entry: Mapping[str, Any] | None = None

    @property
    def player(self) -> str:
        """The name of the player that is evaluated."""
        return self.match.fixture.players[self.seats[0]]

    @property
    def run(self) -> str:
        """The run that it was exported from; empty if a sample played it."""
        run, slash, _ = self.id.rpartition("/")
        return run if slash else ""

    def plain(self, *, calls: bool = True) -> dict[str, Any]:
        """It as JSON. Without `calls`: of requests only what was wrong with the answers."""
        steps = self.steps if calls else [replace(step, calls=_errors(step)) for step in self.steps]
        more = {"suite": self.suite, "entry": self.entry} if self.suite else {}
        return {
            "id": self.id,
            "match": match_to_json(self.match, steps),
            "seats": list(self.seats),
            **more,
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> PlayedMatch:
        """What `plain` wrote. Raises `Damaged` for what it cannot have written."""
        try:
            match, steps = match_from_json(plain["match"])
            seats, known = tuple(plain["seats"]), plain["id"]
        except (LookupError, TypeError) as error:
            raise Damaged(f"is no record of a match ({type(error).__name__}: {error})") from None
        if not set(seats) <= set(range(len(match.fixture.players))):
            raise Damaged(f"has as the seats that are evaluated {seats}")
        if type(known) is not str:
            raise Damaged(f"has as its id {known!r}")
        return cls(known, match, steps, seats, plain.get("suite", ""), plain.get("entry"))


def _errors(step: Step) -> tuple[ModelCall, ...]:
    return tuple(
        ModelCall(seat=call.seat, attempt=call.attempt, probe=call.probe, error=call.error)
        for call in step.calls
        if call.error
    )
