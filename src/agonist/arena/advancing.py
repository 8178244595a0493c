"""Playing on with matches that people sit at, until somebody is asked."""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Any, Final

from agonist.arena import clocks
from agonist.arena.agents.paying import charged
from agonist.arena.agents.seating import factory_of
from agonist.arena.audience import OVER, people
from agonist.arena.person import NoTerminal, PersonElsewhere
from agonist.core import AgonistError, GameError, Seat
from agonist.match import Match, Step, border, play
from agonist.match.record import game_of
from agonist.match.transcript import given_up
from agonist.models.errors import ProviderError
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.reports.turns import record_of
from agonist.run_config import RunConfig
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.answers import kept_answers
from agonist.store.seats import Table, asked, events_of, note_event, table_of
from agonist.tournament import GameRegistry

RESIGNED: Final = "resigned"
LATE: Final = "late"
"""Events at a table: somebody has given up; somebody's time ran out, and the policy answers."""


def registry() -> PlayerRegistry:
    """Makes the players that sit with people; keys come from the environment."""
    return RunConfig(console=NoTerminal).player_registry()


async def advance(store: Store, number: int, players: PlayerRegistry) -> float | None:
    """Play on until the match is over or a person is asked, each step stored as it is played.

    Nothing happens while a seat is free. Returns after how many seconds somebody's clock will have run out,
    if one runs: it is to be called again then.

    Raises `StoreError` if the database fails, or another process plays this match.
    """
    run = store.match(number).run
    with store.claim(run):
        stored, table = store.match(number), table_of(store, number)
        if stored.status in OVER or (table is not None and table.free):
            return None
        began, status, note = time.monotonic(), "suspended", ""
        try:
            if table is not None:
                _settle(store, stored, table)
            with charged(store, [stored]):
                played = await _played(store, stored, players)
            store.finish(number, played, time.monotonic() - began)
            status = "finished"
        except StoreError:
            raise
        except AgonistError as error:
            note = f"{error.kind}: {error}" if isinstance(error, ProviderError) else str(error)
            broken = isinstance(error, GameError)
            status = "interrupted" if isinstance(error, Paused) else "broken" if broken else "suspended"
            store.suspend(number, "broken" if broken else "suspended", note)
        store.flush()
        store.set_status(run, status, note)
        return _deadline(store, store.match(number)) if table is not None else None


def _settle(store: Store, stored: StoredMatch, table: Table) -> None:
    """Write down who has given up, and whose time is over."""
    steps = store.steps(stored)
    if steps and not steps[-1].moves:
        return
    for event in events_of(store, stored.id, RESIGNED):
        if event.seat is not None:
            store.add_step(stored, len(steps), given_up(event.seat, "resigned"))
            return
    now = time.time()
    for seat in clocks.overdue(table, _asked(store, stored, steps), now):
        if table.on_time == "forfeit":
            store.add_step(stored, len(steps), given_up(seat, "out of time"))
            return
        note_event(store, stored.id, LATE, seat, now, {"step": len(steps)})
        clocks.stop(store, table, seat, now)


def _deadline(store: Store, stored: StoredMatch) -> float | None:
    """Note that questions are open now; the seconds until a clock has run out, if one runs."""
    if stored.status in OVER:
        return None
    steps = store.steps(stored)
    asked_now = _asked(store, stored, steps)
    if not asked_now:
        return None
    asked(store, stored.id, len(steps), time.time())
    table = table_of(store, stored.id)
    return clocks.next_deadline(table, asked_now, time.time()) if table is not None else None


def _asked(store: Store, stored: StoredMatch, steps: Sequence[Step]) -> list[Seat]:
    """The people who are asked after these steps and have neither answered nor run out of time."""
    kit = GameRegistry().kit(stored.fixture.game, stored.fixture.wording)
    record = record_of(stored, steps, lambda _name: kit)
    with border.rules_of(record.game):
        *_, state = record.states()
    done = {*kept_answers(store, stored.id), *_late(store, stored.id)}
    asks, sitting = border.turn(record.game, state), people(stored)
    return [seat for seat in asks if seat in sitting and (len(steps), seat) not in done]


def _late(store: Store, match: int) -> set[tuple[int, Seat]]:
    """Which questions somebody's time ran out at, by step and seat."""
    events = events_of(store, match, LATE)
    return {(event.words["step"], event.seat) for event in events if event.seat is not None}


async def _played(store: Store, stored: StoredMatch, players: PlayerRegistry) -> Match:
    fixture, sitting = stored.fixture, set(people(stored))
    kit = GameRegistry().kit(fixture.game, fixture.wording)
    answers, late = kept_answers(store, stored.id), _late(store, stored.id)
    factories: list[PlayerFactory] = [
        partial(_person, seat, answers, late)
        if seat in sitting
        else factory_of(store, fixture, player, players)
        for seat, player in enumerate(fixture.players)
    ]
    store.begin(stored)
    return await play(
        kit,
        game_of(fixture.game, fixture.version, fixture.options, lambda _name: kit),
        factories,
        seed=fixture.seed,
        name=fixture.game,
        players=fixture.players,
        match=f"{stored.run}-{stored.id}",
        policy=fixture.policy,
        steps=store.steps(stored),
        recorded=store.recorded(stored),
        on_step=lambda nth, step: store.add_step(stored, nth, step),
        on_call=lambda step, nth, call: store.add_call(stored, step, nth, call),
        on_broken_off=lambda calls: store.add_broken_off(stored, calls),
    )


def _person(
    seat: Seat,
    answers: Mapping[tuple[int, Seat], Any],
    late: Collection[tuple[int, Seat]],
    _context: Any,
) -> PersonElsewhere:
    return PersonElsewhere(seat, answers, late)
