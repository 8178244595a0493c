"""What a process does with each match of a run that it has taken, and what becomes of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from typing import Final

from agonist.core import AgonistError, GameError
from agonist.match import Match, Step
from agonist.models.amounts_spent import Spending
from agonist.models.errors import BudgetSpent
from agonist.players.model_call_record import ModelCall
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player, with_style
from agonist.store import StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.tournament.budget_admission import Admission, Place
from agonist.tournament.claims import Claimed
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.kept_prompts import KeptPrompts
from agonist.tournament.players_set_aside import SetAside
from agonist.tournament.progress import Progress
from agonist.tournament.run_usage_forecast import MatchKind, RunForecast
from agonist.tournament.stored_match_play import play_stored

_LOG: Final = logging.getLogger(__name__)


class Stopped(Exception):
    """The run has to stop; `ClaimedPlay.stopped_by` says why."""


class ClaimedPlay:
    """Plays matches that this process has taken, as its `progress` says, and suspends what cannot go on."""

    def __init__(
        self,
        player_registry: PlayerRegistry,
        game_registry: GameRegistry,
        progress: Progress,
        on_change: Callable[[Progress], None],
        *,
        keep_going: bool,
    ) -> None:
        self._player_registry, self._game_registry = player_registry, game_registry
        self.progress, self._on_change = progress, on_change
        self.set_aside = SetAside(self._stop_matches_of, keep_going=keep_going)
        self.forecast = RunForecast(progress)
        self._admission = Admission(player_registry.budget, self.forecast.likely)
        self.stopped_by: AgonistError | None = None
        self.errors: list[AgonistError] = []
        """What single matches met."""
        self._playing: dict[asyncio.Task[Match], Claimed] = {}
        self._taken_over: list[Claimed] = []
        self._factories: dict[tuple[str, str], PlayerFactory] = {}
        self.prompts = KeptPrompts("all")
        """Which of the matches that begin keep their prompts."""
        self.asked_for_ids: Collection[str] = ()
        """The players that are asked for the ids of tokens."""

    async def play(self, claimed: Claimed) -> None:
        """Play a match, or suspend it; raises `Stopped` when the run has to stop."""
        stored, store = claimed
        fixture = stored.fixture
        async with self._admission.place((fixture.part, fixture.players)) as place:
            if self.stopped_by is not None:
                raise Stopped
            player = self.set_aside.one_of(fixture.players)
            if player is not None:
                self._suspend_set_aside(claimed, player)
                return
            try:
                # A task of its own, and so a context: what a player's code sets there ends with the match.
                task = asyncio.create_task(self._match(claimed, place))
                self._playing[task] = claimed
                try:
                    match = await task
                finally:
                    del self._playing[task]
                if _LOG.isEnabledFor(logging.INFO):
                    scores = ", ".join(f"{score:g}" for score in match.outcome.scores)
                    _LOG.info("match %s (%s) finished: %s", stored.id, fixture.part or fixture.game, scores)
            except asyncio.CancelledError:
                if _is_cancelled():
                    raise
                if claimed in self._taken_over:
                    self._taken_over.remove(claimed)
                    return
                self._suspend_stopped(claimed)
                player = self.set_aside.one_of(fixture.players)
                if player is None:
                    raise
                self._suspend_set_aside(claimed, player)
                return
            except LeaseLost:
                _LOG.info("match %s was taken over by another process", stored.id)
                return
            except StoreError as error:
                self._stop(error)
            except GameError as error:
                self.progress.broken += 1
                self.errors.append(error)
                store.suspend(stored.id, "broken", str(error))
                _LOG.info("match %s (%s) is broken: %s", stored.id, fixture.game, error)
            except AgonistError as error:
                self._suspend(claimed, error)
            else:
                self.progress.finished += 1
                self.forecast.finished(place.kind, match.record.moves)
            self._on_change(self.progress)

    async def _match(self, claimed: Claimed, place: Place[MatchKind]) -> Match:
        fixture, players = claimed.match.fixture, claimed.match.fixture.players
        comparison = self.forecast.comparison(fixture, self._game_registry)

        def on_step(nth: int, step: Step) -> None:
            if comparison is not None:
                comparison.step_played(nth, step)

        def on_call(call: ModelCall) -> None:
            place.use(Spending(call.cost or 0.0, call.usage.total, call.tries))

        self.forecast.under_way.add(place)
        try:
            return await play_stored(
                claimed.store,
                claimed.match,
                self._game_registry,
                lambda seat, spec: self._factory(players[seat], spec),
                keeps_prompts=self.prompts.of(fixture),
                on_step=on_step,
                on_call=on_call,
                on_answer=lambda seat, call: self._judged(players[seat], call),
                on_failure=lambda seat, error: self.set_aside.failed(players[seat], error),
            )
        finally:
            self.forecast.under_way.discard(place)

    def _factory(self, player: str, spec: str) -> PlayerFactory:
        """The player's factory, made once for all matches: reading options takes long. Agents, and people at
        a terminal, have one for each match."""
        key = player, spec
        if (known := self._factories.get(key)) is not None:
            return known
        if player in self.asked_for_ids:
            spec = with_style(spec, {"token_ids": "yes"})
        parsed = parse_player(spec)
        if parsed.is_model or parsed.is_agent or parsed.address:
            self.progress.names.setdefault(player, set()).add(parsed.text)
        if parsed.is_model:
            self.progress.models.add(player)
        factory = self._player_registry.factory(spec)
        if not (parsed.is_agent or parsed.name == "human"):
            self._factories[key] = factory
        return factory

    def _judged(self, player: str, call: ModelCall) -> None:
        self.progress.answers[player] += 1
        self.progress.invalid[player] += bool(call.error)
        if self.forecast.answered(player, call) and self.progress.answers[player].bit_count() == 1:
            self._admission.reconsider()  # after 1, 2, 4, … answers: more early than late
        self.set_aside.judged(player, call)

    def _suspend_set_aside(self, claimed: Claimed, player: str) -> None:
        """Suspend a match because one of its players is set aside."""
        self.progress.suspended += 1
        why = self.set_aside.errors[player]
        claimed.store.suspend(claimed.match.id, "suspended", f"{player} is set aside: {why}")
        self._on_change(self.progress)

    def _suspend_stopped(self, claimed: Claimed) -> None:
        """Suspend a match because the whole run has stopped, if it has."""
        if self.stopped_by is not None:
            self._suspend(claimed, self.stopped_by)

    def _stop_matches_of(self, player: str) -> None:
        for task, claimed in self._playing.items():
            if player in claimed.match.fixture.players:
                task.cancel()

    def leave_to_others(self) -> None:
        """Others have taken over what is being played here."""
        for task, claimed in self._playing.items():
            self._taken_over.append(claimed)
            task.cancel()

    def stop(self, error: AgonistError) -> None:
        """Stop what is being played, for this reason."""
        self.stopped_by = error
        for task in self._playing:
            task.cancel()

    def _suspend(self, claimed: Claimed, error: AgonistError) -> None:
        stored = claimed.match
        self.progress.suspended += 1
        claimed.store.suspend(stored.id, "suspended", str(error))
        _LOG.info("match %s (%s) is suspended: %s", stored.id, stored.fixture.game, error)
        if isinstance(error, BudgetSpent | Paused):
            self._stop(error)
        if self.set_aside.one_of(stored.fixture.players) is None:
            self.errors.append(error)

    def _stop(self, error: AgonistError) -> None:
        if self.stopped_by is None or isinstance(error, StoreError):
            self.stopped_by = error
        raise Stopped


def _is_cancelled() -> bool:
    """Whether the running task itself was cancelled, and not one that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
