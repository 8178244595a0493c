"""Playing the fixtures of a run, and going on with one that was broken off."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from agonist.core import AgonistError, GameError
from agonist.match import Fixture, RecordError, play
from agonist.match.record import game_of
from agonist.models.errors import BudgetSpent, ProviderError
from agonist.players.agents import AgentError
from agonist.players.player import Paused
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import with_style
from agonist.store import Store, StoredMatch, StoreError
from agonist.tournament.executor import Executor
from agonist.tournament.target import GameRegistry, expect_words

PATIENCE: Final = 5
"""So many matches in a row suspended by their provider, and the run stops: the endpoint is down."""


@dataclass
class Progress:
    """How far a run is."""

    total: int
    finished: int = 0
    suspended: int = 0
    broken: int = 0


@dataclass
class RunStatus:
    """How a run ended: its status, what stopped it, what went wrong with single matches."""

    run: str
    status: str
    progress: Progress
    stopped_by: AgonistError | None = None
    errors: list[AgonistError] = field(default_factory=list)

    @property
    def exit_code(self) -> int:
        """0 if every match was played; else that of what came in the way."""
        if self.stopped_by is not None:
            return self.stopped_by.exit_code
        return self.errors[0].exit_code if self.errors else 0


def check(fixtures: Iterable[Fixture], player_registry: PlayerRegistry, game_registry: GameRegistry) -> None:
    """Refuse, before the first move, what cannot be played as it is planned; nothing is asked of anyone.

    Raises `UsageError`, `ProviderError` for a missing key, `RecordError` where rules or words have changed.
    """
    tried = set[tuple[str, str]]()
    fixtures = list(fixtures)
    if fixtures:
        expect_words(game_registry.prompts, (game_registry.kit(fixture.game).name for fixture in fixtures))
    for fixture in fixtures:
        kit = game_registry.kit(fixture.game, fixture.wording)
        game = game_of(fixture.game, fixture.version, fixture.options, game_registry.kit)
        game_registry.probes_of(fixture.probes)
        if kit.words.prompts.digest != fixture.prompts:
            raise RecordError(
                f"the wording of {fixture.game} has changed since these matches were planned; "
                "go back to it, or start a new run"
            )
        fixture.policy.check(kit)
        for seat, spec in enumerate(map(fixture.spec, fixture.players)):
            if (fixture.game, spec) not in tried:
                tried.add((fixture.game, spec))
                player_registry.try_out(spec, kit, game, seat)


class _Stop(Exception):
    """Ends the workers of a run; the reason is kept beside it."""


class Runner:
    """Plays what is left of one run."""

    def __init__(
        self,
        store: Store,
        run: str,
        player_registry: PlayerRegistry,
        game_registry: GameRegistry,
        on_change: Callable[[Progress], None] = lambda _progress: None,
    ) -> None:
        self._store, self._run, self._player_registry, self._game_registry = (
            store,
            run,
            player_registry,
            game_registry,
        )
        self._on_change = on_change
        self._in_a_row = 0
        self._stopped_by: AgonistError | None = None
        self._errors: list[AgonistError] = []
        self._progress = Progress(0)

    async def play(self, executor: Executor) -> RunStatus:
        """Play all matches that are not finished; returns when all are, or when going on makes no sense.

        A budget that is spent, a person who leaves, a store that cannot write, a missing key or model, or an
        endpoint that is down stop the run; what is finished stays. Left by a person, or cancelled from
        outside, the run is marked as interrupted; the cancellation goes on.
        """
        matches = self._store.matches(self._run)
        left = [match for match in matches if match.status not in ("finished", "void")]
        self._progress = Progress(len(matches), finished=len(matches) - len(left))
        check([match.fixture for match in left], self._player_registry, self._game_registry)
        self._store.set_status(self._run, "running")
        self._on_change(self._progress)
        status = "interrupted"
        try:
            await executor.each(left, self._one)
            status = "broken" if self._progress.broken else "finished"
            status = "suspended" if self._progress.suspended else status
        except _Stop:
            match self._stopped_by:
                case BudgetSpent():
                    status = "partial"
                case StoreError():
                    raise self._stopped_by from None
                case Paused():
                    pass
                case _:
                    status = "suspended"
        finally:
            if not isinstance(self._stopped_by, StoreError):
                self._store.flush()
                self._store.set_status(self._run, status, str(self._stopped_by or ""))
        return RunStatus(self._run, status, self._progress, self._stopped_by, self._errors)

    async def _one(self, stored: StoredMatch) -> None:
        fixture, store = stored.fixture, self._store
        began = time.monotonic()
        try:
            store.begin(stored.id)
            kit = self._game_registry.kit(fixture.game, fixture.wording)
            match = await play(
                kit,
                game_of(fixture.game, fixture.version, fixture.options, self._game_registry.kit),
                [
                    self._player_registry.factory(with_style(fixture.spec(player), fixture.style))
                    for player in fixture.players
                ],
                seed=fixture.seed,
                name=fixture.game,
                players=fixture.players,
                match=f"{stored.run}-{stored.id}",
                policy=fixture.policy,
                script=fixture.script,
                probes=self._game_registry.probes_of(fixture.probes),
                steps=store.steps(stored.id) if stored.status != "planned" else (),
                on_step=lambda nth, step: store.add_step(stored.id, nth, step),
                on_broken_off=lambda calls: store.add_broken_off(stored.id, calls),
            )
            store.finish(stored.id, match, time.monotonic() - began)
        except StoreError as error:
            self._stop(error)
        except GameError as error:
            self._progress.broken += 1
            self._errors.append(error)
            store.suspend(stored.id, "broken", str(error))
        except AgonistError as error:
            self._suspend(stored, error)
        else:
            self._in_a_row = 0
            self._progress.finished += 1
        self._on_change(self._progress)

    def _suspend(self, stored: StoredMatch, error: AgonistError) -> None:
        self._progress.suspended += 1
        self._errors.append(error)
        self._store.suspend(stored.id, "suspended", str(error))
        if isinstance(error, BudgetSpent | Paused) or (isinstance(error, ProviderError) and error.fatal):
            self._stop(error)
        if isinstance(error, AgentError):
            return  # one agent's code failed: no endpoint is down, and others play on
        self._in_a_row += 1
        if self._in_a_row >= PATIENCE:
            self._stop(error)

    def _stop(self, error: AgonistError) -> None:
        if self._stopped_by is None or isinstance(error, StoreError):
            self._stopped_by = error
        raise _Stop
