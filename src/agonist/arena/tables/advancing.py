"""Advancing matches with people until a person has to answer."""

from __future__ import annotations

import asyncio
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final

from agonist.arena.agents.player_factories import factory_of
from agonist.arena.agents.spending import charged
from agonist.arena.ladders.failures_as_invalid_answers import forfeiting_on_failure
from agonist.arena.ladders.payers import paid_players
from agonist.arena.match_visibility import OVER, people
from agonist.arena.remote_person import PersonElsewhere
from agonist.arena.replay.shown_match import Replay
from agonist.arena.tables import clocks
from agonist.arena.tables.open_asks import LATE, late, open_asks
from agonist.core import AgonistError, GameError, Seat
from agonist.match import Step
from agonist.match.match_and_steps import given_up
from agonist.match.record import Ending
from agonist.models.errors import ProviderError
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.store import Store, StoredMatch, StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.store.platform.answers_of_people import AskKey, kept_answers
from agonist.store.platform.human_tables import Table, events_of, note_asked, note_event, table_of
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.leases import (
    SECONDS,
    Lease,
    NoDollars,
    is_held,
    is_leased,
    release,
    renew,
    take_table,
)
from agonist.suites.registry import games_of
from agonist.tournament.stored_match_play import PlayerOf, play_stored

RESIGNED: Final = "resigned"
"""Event at a table: a person resigned."""

RECHECK_SECONDS: Final = 1.0
"""Seconds until a ladder match is checked again, if another process plays it or one of its agents is busy."""

HOLDER: Final = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(3)}"
"""The name of this process in leases."""


async def advance(store: Store, number: int, players: PlayerRegistry) -> float | None:
    """Advance a match until it is over or a person is asked; each step is stored as it is played.

    Does nothing while a seat is free. Returns the seconds after which to call it again, since a clock will
    have run out or a ladder match has to wait; `None` if that is not necessary.

    Raises `StoreError` if the database fails, or another process plays this match.
    """
    stored, table = store.match(number), table_of(store, number)
    if stored.status in OVER or (table is not None and table.free):
        return None
    if is_leased(store, number):
        return await _advance_on_ladder(store, number, players)
    with store.claim(stored.run):
        stored, table = store.match(number), table_of(store, number)
        if stored.status in OVER:
            return None
        status, note = "suspended", ""
        try:
            if table is not None:
                stored = _settled(store, stored, table)
            names = stored.fixture.players
            with charged(store, [stored]) as reserved:
                await _play(
                    store,
                    stored,
                    lambda seat, _: factory_of(store, stored, names[seat], players, reserved),
                )
            status = "finished"
        except StoreError:
            raise
        except AgonistError as error:
            note = f"{error.kind}: {error}" if isinstance(error, ProviderError) else str(error)
            broken = isinstance(error, GameError)
            status = "interrupted" if isinstance(error, Paused) else "broken" if broken else "suspended"
            store.suspend(number, "broken" if broken else "suspended", note)
        store.flush()
        store.set_status(stored.run, status, note)
        return _deadline(store, store.match(number)) if table is not None else None


def is_under_way(store: Store, stored: StoredMatch) -> bool:
    """Whether a process is playing this match at this moment."""
    if is_leased(store, stored.id):
        return is_held(store, stored.id)
    return store.is_playing(stored.run)


async def _advance_on_ladder(store: Store, number: int, players: PlayerRegistry) -> float | None:
    """Advance a ladder match under a lease, which only one process gets. An agent that fails forfeits, and
    its owner pays.
    """
    try:
        lease = await asyncio.to_thread(take_table, store, HOLDER, number)
    except NoDollars as error:
        store.suspend(number, "void", str(error))
        await asyncio.to_thread(close_matches, store)
        return None
    if lease is None:
        return RECHECK_SECONDS
    try:
        async with _renewed(store, lease):
            return await _played_on_ladder(store.under(lease), lease.match, players)
    except LeaseLost:
        return RECHECK_SECONDS
    finally:
        await asyncio.to_thread(release, store, [lease])


async def _played_on_ladder(store: Store, number: int, players: PlayerRegistry) -> float | None:
    stored, table = store.match(number), table_of(store, number)
    if stored.status in OVER:
        return None
    try:
        if table is not None:
            stored = _settled(store, stored, table)
        agents = await asyncio.to_thread(paid_players, store, stored, players)
        await _play(store, stored, lambda seat, _: forfeiting_on_failure(agents[seat]))
    except StoreError:
        raise
    except Paused as error:
        store.suspend(number, "suspended", str(error))
    except GameError as error:
        store.suspend(number, "broken", str(error))
    except AgonistError as error:
        store.suspend(number, "void", f"a fault of the platform: {error}")
    await asyncio.to_thread(store.flush)
    await asyncio.to_thread(close_matches, store)
    return _deadline(store, store.match(number))


@asynccontextmanager
async def _renewed(store: Store, lease: Lease) -> AsyncIterator[None]:
    """A context in which the lease is renewed."""

    async def hold() -> None:
        while True:
            await asyncio.sleep(SECONDS / 3)
            await asyncio.to_thread(renew, store, HOLDER, [lease])

    holding = asyncio.create_task(hold())
    try:
        yield
    finally:
        holding.cancel()
        await asyncio.gather(holding, return_exceptions=True)


def _settled(store: Store, stored: StoredMatch, table: Table) -> StoredMatch:
    """Store resignations and time-outs; returns the match with them."""
    steps = store.steps(stored)
    if steps and not steps[-1].moves:
        return stored
    for event in events_of(store, stored.id, RESIGNED):
        if event.seat is not None:
            return _given_up(store, stored, len(steps), event.seat, "resigned")
    now = time.time()
    for seat in clocks.overdue(table, _unanswered(store, stored, steps), now):
        if table.on_time == "forfeit":
            return _given_up(store, stored, len(steps), seat, "out of time")
        note_event(store, stored.id, LATE, seat, now, {"step": len(steps)})
        clocks.stop(store, table, seat, now)
    return stored


def _given_up(store: Store, stored: StoredMatch, nth: int, seat: Seat, how: Ending) -> StoredMatch:
    """Store that a seat gives up at a step, perhaps before the match has begun."""
    store.begin(stored)
    store.add_step(stored, nth, given_up(seat, how))
    return store.match(stored.id)


def _deadline(store: Store, stored: StoredMatch) -> float | None:
    """Store that questions are open; returns the seconds until the first clock runs out, if one runs."""
    if stored.status in OVER:
        return None
    steps = store.steps(stored)
    asked_now = _unanswered(store, stored, steps)
    if not asked_now:
        return None
    note_asked(store, stored.id, len(steps), time.time())
    table = table_of(store, stored.id)
    return clocks.next_deadline(table, asked_now, time.time()) if table is not None else None


def _unanswered(store: Store, stored: StoredMatch, steps: Sequence[Step]) -> list[Seat]:
    """The people who are asked after these steps and have neither answered nor run out of time."""
    replay = Replay(stored, steps, games_of(store, stored.run).kit)
    gone = late(store, stored.id)
    found = open_asks(store, replay, kept_answers(store, stored.id))
    return list(dict.fromkeys(each.seat for each in found if (each.step, each.seat) not in gone))


async def _play(store: Store, stored: StoredMatch, agent_of: PlayerOf) -> None:
    """Play a match on with the stored answers of people; all other seats are as `agent_of` says."""
    answers, gone = kept_answers(store, stored.id), late(store, stored.id)
    sitting, games = set(people(stored)), games_of(store, stored.run)

    def player_of(seat: Seat, spec: str) -> PlayerFactory:
        return partial(_person, seat, answers, gone) if seat in sitting else agent_of(seat, spec)

    await play_stored(store, stored, games, player_of)


def _person(
    seat: Seat,
    answers: Mapping[AskKey, Any],
    gone: Collection[tuple[int, Seat]],
    _context: Any,
) -> PersonElsewhere:
    return PersonElsewhere(seat, answers, gone)
