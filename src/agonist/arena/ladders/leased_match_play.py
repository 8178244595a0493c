"""Playing one leased match of a ladder."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, Final

from agonist.arena.ladders.failures_as_invalid_answers import forfeiting_on_failure
from agonist.arena.ladders.matchmaker import LENT_SHARE, MOMENT_SECONDS
from agonist.arena.ladders.payers import paid_players
from agonist.core import AgonistError, GameError
from agonist.players.player import Player, PlayerFactory, Question
from agonist.players.registry import PlayerRegistry
from agonist.players.wrapped import WrappedPlayer
from agonist.store import Store, StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.store.platform.answer_times import note_paces
from agonist.store.platform.ladder_match_closing import close_matches
from agonist.store.platform.leases import Lease
from agonist.suites.registry import games_of
from agonist.tournament.stored_match_play import play_stored

_LOG: Final = logging.getLogger(__name__)


async def play_leased(store: Store, lease: Lease, players: PlayerRegistry) -> None:
    """Play a match to its end, unless the lease is lost before; each step is stored when it is played.

    A failure of a player is a forfeit. A game that breaks its contract leaves the match broken, any other
    error of the platform makes it void. Raises `StoreError` if the database fails.
    """
    number = lease.match
    stored = await asyncio.to_thread(store.match, number)
    took = dict.fromkeys(range(len(stored.fixture.players)), 0.0)
    try:
        factories = await asyncio.to_thread(paid_players, store, stored, players)
        games = await asyncio.to_thread(games_of, store, stored.run)
        await play_stored(
            store.under(lease),
            stored,
            games,
            lambda seat, _: _timed(forfeiting_on_failure(factories[seat]), took, seat),
        )
        if stored.status == "planned":
            # Before the match is closed, since then its agents are free for the next.
            await asyncio.to_thread(
                note_paces, store, lease.ladder, number, took, share=LENT_SHARE, least=MOMENT_SECONDS
            )
    except LeaseLost:
        _LOG.info("match %s was taken over by another process", number)
        return
    except StoreError:
        raise
    except GameError as error:
        _suspend(store, lease, "broken", str(error))
    except AgonistError as error:
        _suspend(store, lease, "void", f"a fault of the platform: {error}")
    except Exception as error:  # noqa: BLE001  a defect in one match must not end the others
        _LOG.exception("match %s", number)
        _suspend(store, lease, "void", f"a bug in Agonist: {type(error).__name__}: {error}")
    await asyncio.to_thread(store.flush)
    await asyncio.to_thread(close_matches, store)


def _suspend(store: Store, lease: Lease, status: str, why: str) -> None:
    _LOG.warning("match %s is %s: %s", lease.match, status, why)
    store.under(lease).suspend(lease.match, status, why)


class _TimedPlayer(WrappedPlayer):
    """Wraps a player; the seconds of its answers are added to `took`."""

    def __init__(self, inner: Player, took: dict[int, float], seat: int) -> None:
        super().__init__(inner)
        self._took, self._seat = took, seat

    async def answer(self, question: Question) -> Any:
        began = time.monotonic()
        try:
            return await self._inner.answer(question)
        finally:
            self._took[self._seat] += time.monotonic() - began


def _timed(make: PlayerFactory, took: dict[int, float], seat: int) -> PlayerFactory:
    return lambda context: _TimedPlayer(make(context), took, seat)
