"""The questions that people at a table have to answer: moves, and hidden questions of a suite."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from agonist.arena.match_visibility import OVER, people
from agonist.arena.replay.shown_match import Replay
from agonist.core import Ask, Seat
from agonist.match import checked_game
from agonist.match.probe import due
from agonist.store import Store
from agonist.store.platform.answers_of_people import AskKey
from agonist.store.platform.human_tables import events_of
from agonist.suites.registry import games_of

LATE: Final = "late"
"""Event at a table: a person ran out of time, and the policy answers for them."""


@dataclass(frozen=True, slots=True)
class OpenAsk:
    """A question to a person that waits for an answer: a move, or the hidden question `probe`."""

    step: int
    seat: Seat
    ask: Ask
    view: Any
    probe: str = ""

    @property
    def key(self) -> AskKey:
        """What its answer is stored under."""
        return AskKey(self.step, self.seat, self.probe)


def open_asks(store: Store, replay: Replay, answered: Collection[AskKey]) -> list[OpenAsk]:
    """The questions that people have not answered yet. Hidden ones come first, as in a terminal."""
    stored, game, step = replay.stored, replay.game, replay.last
    if stored.status in OVER or step >= len(replay.states):
        return []
    asks, sitting = checked_game.turn(game, replay.state(step)), people(stored)
    if not asks:
        return []

    def view(at: int, seat: Seat) -> Any:
        return checked_game.observe(game, replay.state(at), seat) if at >= 0 else None

    found = []
    if stored.fixture.probes:
        probes = games_of(store, stored.run).probes_of(stored.fixture.probes)
        before, now = ([view(at, seat) for seat in range(game.seats)] for at in (step - 1, step))
        found = [
            OpenAsk(step, seat, ask, now[seat], probe.name)
            for probe, seat, ask in due(probes, before, now)
            if seat in sitting
        ]
    found += [OpenAsk(step, seat, ask, view(step, seat)) for seat, ask in asks.items() if seat in sitting]
    return [each for each in found if each.key not in answered]


def late(store: Store, match: int) -> set[tuple[int, Seat]]:
    """The steps at which people ran out of time, with their seats."""
    events = events_of(store, match, LATE)
    return {(event.words["step"], event.seat) for event in events if event.seat is not None}
