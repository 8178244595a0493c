"""Playing the fixtures of a run, from the start or from where it was interrupted."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from agonist.core import AgonistError, GameError
from agonist.match import Fixture, Match, Step
from agonist.models.errors import BudgetSpent
from agonist.models.spending import Spending
from agonist.players.model_call import ModelCall
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player
from agonist.store import StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.tournament.budget_admission import Admission, Place
from agonist.tournament.checks import check
from agonist.tournament.claims import Claimed, Claims
from agonist.tournament.executor import Executor
from agonist.tournament.forecast import Forecast, forecast_of
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.prior_usage import PriorUsage, prior_usage_of
from agonist.tournament.progress import ExpectedUsage, Progress
from agonist.tournament.reference_likeness import Comparison
from agonist.tournament.set_aside import SetAside
from agonist.tournament.stored_play import play_stored, terms_of
from agonist.tournament.time_limit import TimeLimit

if TYPE_CHECKING:
    from agonist.store import Store


@dataclass
class RunStatus:
    """How a run ended: its status, what stopped it, and errors of single matches."""

    run: str
    status: str
    progress: Progress
    stopped_by: AgonistError | None = None
    errors: list[AgonistError] = field(default_factory=list)
    set_aside: Mapping[str, AgonistError] = field(default_factory=dict)
    """Players whose matches were not played to the end, and why."""

    @property
    def reasons(self) -> list[AgonistError]:
        """The problems of the run, the most serious first; empty if every match was played."""
        stopped = [] if self.stopped_by is None else [self.stopped_by]
        return [*stopped, *self.set_aside.values(), *self.errors]

    @property
    def exit_code(self) -> int:
        """0 if every match was played; otherwise that of the most serious problem."""
        return self.reasons[0].exit_code if self.reasons else 0


_LOG: Final = logging.getLogger(__name__)


MatchKind: TypeAlias = tuple[str, tuple[str, ...]]
"""The part of the run and the players of a match, which together say what it is expected to use."""


class _Stop(Exception):
    """Ends the workers of a run; the reason is kept beside it."""


class Runner:
    """Plays the unfinished matches of one run."""

    def __init__(
        self,
        store: Store,
        run: str,
        player_registry: PlayerRegistry,
        game_registry: GameRegistry,
        on_change: Callable[[Progress], None] = lambda _progress: None,
        *,
        keep_going: bool = False,
        already: Spending | None = None,
        limit: TimeLimit | None = None,
    ) -> None:
        self._store, self._run = store, run
        self._player_registry, self._game_registry = player_registry, game_registry
        self._on_change = on_change
        self._limit = limit
        self._stopped_by: AgonistError | None = None
        self._errors: list[AgonistError] = []
        self._progress = Progress(0, meter=player_registry.meter, already=already or Spending())
        self._set_aside = SetAside(self._stop_matches_of, keep_going=keep_going)
        self._admission = Admission(player_registry.budget, self._likely)
        self._playing: dict[asyncio.Task[Match], Claimed] = {}
        self._taken_over: list[Claimed] = []
        self._claims: Claims | None = None
        self._earlier: Mapping[str, PriorUsage] | None = None
        self._left = Counter[MatchKind]()
        self._under_way: set[Place[MatchKind]] = set()
        self._forecast: Forecast | None = None
        self._factories: dict[str, PlayerFactory] = {}

    async def play(
        self,
        executor: Executor,
        *,
        more: Callable[[], Sequence[Fixture]] = lambda: (),
        lease: float | None = None,
    ) -> RunStatus:
        """Play all unfinished matches; returns when all are finished, or when the run has to stop.

        A player whose endpoint refuses or is down is set aside with its matches; the others play to the end.
        A budget that is spent, a person who leaves and a store that cannot write stop the run; what is
        finished stays. However it ends, requests in flight are waited for, and their answers recorded. Left
        by a person, or cancelled from outside, the run is marked as interrupted; the cancellation goes on. A
        second cancellation cancels the requests in flight.

        `more` gives the matches that are added once all are finished; `lease` is as in `Claims`.
        """
        await self._prepare()
        self._claims = claims = Claims(
            self._store,
            self._run,
            on_lost=self._lost,
            on_stop=self._stopped_elsewhere,
            at_once=executor.concurrency,
            seconds=lease,
        )
        await claims.join()
        self._on_change(self._progress)
        status = "interrupted"
        alarm = None if self._limit is None else self._limit.alarm(self._stop_all)
        try:
            while await self._round(executor, claims) == "finished" and (added := more()):
                self._store.add_fixtures(self._run, added)
                await self._prepare()
            status = self._status()
        except _Stop:
            match self._stopped_by:
                case BudgetSpent():
                    status = "partial"
                case Paused():
                    pass
                case _:
                    status = "suspended"
        finally:
            if alarm is not None:
                alarm.cancel()
            await self._end(claims, status)
        if isinstance(self._stopped_by, StoreError):
            raise self._stopped_by
        aside = self._set_aside.errors
        return RunStatus(self._run, status, self._progress, self._stopped_by, self._errors, aside)

    async def _prepare(self) -> None:
        """Check the matches that are left, and estimate what they take."""
        left, total = self._store.left(self._run), self._store.run(self._run).matches
        fixtures = [fixture for fixture, _ in left]
        check(fixtures, self._player_registry, self._game_registry, self._set_aside)
        self._left.clear()
        for fixture, many in left:
            self._left[fixture.part, fixture.players] += many
        self._progress.total, self._progress.finished = total, total - self._left.total()
        if self._earlier is None:
            self._earlier = prior_usage_of(self._store, self._run)
            for player, usage in self._earlier.items():
                self._set_aside.recall(player, usage.valid, usage.invalid)
        self._forecast = await forecast_of(fixtures, self._game_registry, self._progress, self._earlier)
        self._progress.expected = self._expected
        _LOG.info("run %s: %s of %s matches are left", self._run, self._left.total(), total)

    async def _round(self, executor: Executor, claims: Claims) -> str:
        """Play what is there; returns what that makes the run."""
        await executor.each(claims.next, self._one)
        status = self._status()
        if status == "finished":
            self._stopped_by = None  # the time may have run out during the last match
        if self._stopped_by is not None:
            raise _Stop
        return status

    def _status(self) -> str:
        """What the matches of the run make it; others may have played some."""
        found, progress = self._store.statuses(self._run), self._progress
        progress.finished = found.get("finished", 0) + found.get("void", 0)
        if progress.finished == progress.total:
            return "finished"
        return "suspended" if found.get("suspended") else "broken" if found.get("broken") else "interrupted"

    async def _end(self, claims: Claims, status: str) -> None:
        """Wait for the requests in flight, give back what is not finished, and store the run's status."""
        claims.close()
        under_way = self._player_registry.under_way
        try:
            if len(under_way):
                self._progress.draining = len(under_way)
                self._on_change(self._progress)
                await under_way.drained()
        finally:
            self._progress.draining = 0
            if not isinstance(self._stopped_by, StoreError):
                self._store.flush()
                claims.leave()
                reasons = [self._stopped_by] if self._stopped_by else self._set_aside.errors.values()
                why = "; ".join(map(str, reasons))
                self._store.set_status(self._run, status, why)
                _LOG.info("run %s is %s%s", self._run, status, f": {why}" if why else "")
            else:
                claims.abandon()

    async def _one(self, claimed: Claimed) -> None:
        stored, store = claimed
        fixture = stored.fixture
        async with self._admission.place((fixture.part, fixture.players)) as place:
            if self._stopped_by is not None:
                raise _Stop
            player = self._set_aside.one_of(fixture.players)
            if player is not None:
                self._suspend_set_aside(claimed, player)
                return
            try:
                task = asyncio.create_task(self._match(claimed, place))
                self._playing[task] = claimed
                try:
                    match = await task
                finally:
                    del self._playing[task]
                if self._forecast is not None:
                    self._forecast.finished(fixture.part, fixture.players, match.record.moves)
                if _LOG.isEnabledFor(logging.INFO):
                    scores = ", ".join(f"{score:g}" for score in match.outcome.scores)
                    _LOG.info("match %s (%s) finished: %s", stored.id, fixture.part or fixture.game, scores)
            except asyncio.CancelledError:
                if is_cancelled():
                    raise
                if claimed in self._taken_over:
                    self._taken_over.remove(claimed)
                    return
                self._suspend_stopped(claimed)
                player = self._set_aside.one_of(fixture.players)
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
                self._progress.broken += 1
                self._errors.append(error)
                store.suspend(stored.id, "broken", str(error))
                _LOG.info("match %s (%s) is broken: %s", stored.id, fixture.game, error)
            except AgonistError as error:
                self._suspend(claimed, error)
            else:
                self._progress.finished += 1
                self._left[fixture.part, fixture.players] -= 1
            self._on_change(self._progress)

    async def _match(self, claimed: Claimed, place: Place[MatchKind]) -> Match:
        fixture, players = claimed.match.fixture, claimed.match.fixture.players
        comparison: Comparison | None = None
        if self._forecast is not None:
            kit, game, _ = terms_of(fixture, self._game_registry)
            comparison = self._forecast.comparison(fixture.part, players, kit, game)

        def on_step(nth: int, step: Step) -> None:
            if comparison is not None:
                comparison.step_played(nth, step)

        def on_call(call: ModelCall) -> None:
            place.use(Spending(call.cost or 0.0, call.usage.total, call.tries))

        self._under_way.add(place)
        try:
            return await play_stored(
                claimed.store,
                claimed.match,
                self._game_registry,
                lambda seat, spec: self._factory(players[seat], spec),
                on_step=on_step,
                on_call=on_call,
                on_answer=lambda seat, call: self._judged(players[seat], call),
                on_failure=lambda seat, error: self._set_aside.failed(players[seat], error),
            )
        finally:
            self._under_way.discard(place)

    def _factory(self, player: str, spec: str) -> PlayerFactory:
        """The player's factory. A model's is made once for all matches: reading its options takes long."""
        parsed = parse_player(spec)
        if parsed.is_model or parsed.is_agent or parsed.address:
            self._progress.names.setdefault(player, set()).add(parsed.text)
        if parsed.is_model:
            self._progress.models.add(player)
        if spec not in self._factories:
            factory = self._player_registry.factory(spec)
            if not parsed.is_model:
                return factory
            self._factories[spec] = factory
        return self._factories[spec]

    def _judged(self, player: str, call: ModelCall) -> None:
        self._progress.answers[player] += 1
        self._progress.invalid[player] += bool(call.error)
        if self._forecast is not None:
            self._forecast.answered(player, call)
            if self._progress.answers[player].bit_count() == 1:  # 1, 2, 4, …: more early than late
                self._admission.reconsider()
        self._set_aside.judged(player, call)

    def _likely(self, kind: MatchKind) -> Spending:
        """The usage expected for a match of this part and these players."""
        if self._forecast is None:
            return Spending()
        return self._forecast.of(*kind, cautious=True)

    def _expected(self) -> ExpectedUsage | None:
        """The usage expected for the whole run."""
        if self._forecast is None:
            return None
        usual = low = high = self._progress.spent
        whole = {kind: self._forecast.of(*kind) for kind in self._left}
        rest = {kind: whole[kind].times(number) for kind, number in self._left.items()}
        for place in self._under_way:
            each, used = whole[place.kind], place.used
            rest[place.kind] -= Spending(
                min(used.usd, each.usd), min(used.tokens, each.tokens), min(used.requests, each.requests)
            )
        for kind, left in rest.items():
            factor = self._forecast.factor(*kind, self._left[kind])
            usual, low, high = usual + left, low + left.times(1 / factor), high + left.times(factor)
        return ExpectedUsage(usual, low, high)

    def _suspend_set_aside(self, claimed: Claimed, player: str) -> None:
        """Suspend a match because one of its players is set aside."""
        self._progress.suspended += 1
        why = self._set_aside.errors[player]
        claimed.store.suspend(claimed.match.id, "suspended", f"{player} is set aside: {why}")
        self._on_change(self._progress)

    def _suspend_stopped(self, claimed: Claimed) -> None:
        """Suspend a match because the whole run has stopped, if it has."""
        if self._stopped_by is not None:
            self._suspend(claimed, self._stopped_by)

    def _stop_matches_of(self, player: str) -> None:
        for task, claimed in self._playing.items():
            if player in claimed.match.fixture.players:
                task.cancel()

    def _lost(self) -> None:
        """Others have taken over what is being played here."""
        for task, claimed in self._playing.items():
            self._taken_over.append(claimed)
            task.cancel()

    def _stopped_elsewhere(self, why: str | StoreError) -> None:
        self._stop_all(
            why if isinstance(why, StoreError) else Paused(f"the run was stopped elsewhere: it is {why}")
        )

    def _stop_all(self, error: AgonistError) -> None:
        """Stop the run for this reason, and the matches that are being played."""
        self._stopped_by = error
        if self._claims is not None:
            self._claims.close()
        for task in self._playing:
            task.cancel()

    def _suspend(self, claimed: Claimed, error: AgonistError) -> None:
        stored = claimed.match
        self._progress.suspended += 1
        claimed.store.suspend(stored.id, "suspended", str(error))
        _LOG.info("match %s (%s) is suspended: %s", stored.id, stored.fixture.game, error)
        if isinstance(error, BudgetSpent | Paused):
            self._stop(error)
        if self._set_aside.one_of(stored.fixture.players) is None:
            self._errors.append(error)

    def _stop(self, error: AgonistError) -> None:
        if self._stopped_by is None or isinstance(error, StoreError):
            self._stopped_by = error
        raise _Stop


def is_cancelled() -> bool:
    """Whether the running task itself was cancelled, and not one that it waits for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
