"""Playing the fixtures of a run, from the start or from where it was interrupted."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol

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
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.presence import Presence
from agonist.tournament.prior_usage import PriorUsage, prior_usage_of
from agonist.tournament.progress import Progress
from agonist.tournament.run_forecast import MatchKind, RunForecast
from agonist.tournament.run_status import RunStatus
from agonist.tournament.set_aside import SetAside
from agonist.tournament.stored_play import play_stored, terms_of
from agonist.tournament.time_limit import TimeLimit

if TYPE_CHECKING:
    from agonist.store import Store
    from agonist.store.runs.match_claims import Role


_LOG: Final = logging.getLogger(__name__)


class Helpers(Protocol):
    """Further processes that play a run, as long as it is played here; `many` of them."""

    many: int

    def begin(self, runner: Runner) -> None:
        """Start them."""

    def stop(self, error: AgonistError | None, *, at_end: bool) -> None:
        """Tell them to stop for this reason, or as if interrupted; `at_end`: nothing is left to play."""

    async def ended(self) -> None:
        """Wait until all have left the run."""

    def close(self) -> None:
        """End those that are still there."""


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
        self.forecast = RunForecast(self._progress)
        self._admission = Admission(player_registry.budget, self.forecast.likely)
        self._playing: dict[asyncio.Task[Match], Claimed] = {}
        self._taken_over: list[Claimed] = []
        self._claims: Claims | None = None
        self._presence: Presence | None = None
        self._helpers: Helpers | None = None
        self._leads, self._shared, self._over = True, False, False
        self._earlier: Mapping[str, PriorUsage] | None = None
        self._factories: dict[str, PlayerFactory] = {}

    async def play(
        self,
        executor: Executor,
        *,
        more: Callable[[], Sequence[Fixture]] = lambda: (),
        role: Role = "leads",
        shared: bool = False,
        helpers: Helpers | None = None,
        lease: float | None = None,
    ) -> RunStatus:
        """Play all unfinished matches; returns when all are finished, or when the run has to stop.

        A player whose endpoint refuses or is down is set aside with its matches; the others play to the end.
        A budget that is spent, a person who leaves and a store that cannot write stop the run; what is
        finished stays. However it ends, requests in flight are waited for, and their answers recorded. Left
        by a person, or cancelled from outside, the run is marked as interrupted; the cancellation goes on. A
        second cancellation cancels the requests in flight.

        `more` gives the matches that are added once all are finished. Who leads the run writes how it ended;
        `shared`: other processes play it too, of which the `helpers` end with this one. `role` and `lease`
        are as in `Claims`.
        """
        await self._prepare()
        claims = self._claims = Claims(
            *(self._store, self._run, executor.concurrency, role),
            on_begun=self._begun,
            on_lost=self._lost,
            on_stop=self._stopped_elsewhere,
            seconds=lease,
            among=1 if helpers is None else helpers.many + 1,
        )
        self._leads, self._shared, self._helpers = claims.leads, shared, helpers
        if self._over:
            claims.close()  # who leads has said so meanwhile
        await claims.join(self._progress.already)
        self._on_change(self._progress)
        status = "interrupted"
        alarm = None if self._limit is None else self._limit.alarm(self.stop)
        try:
            if helpers is not None:
                helpers.begin(self)
            while await self._round(executor, claims) == "finished" and self._leads and (added := more()):
                self._store.add_fixtures(self._run, added)
                claims.look_again()
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

    async def _begun(self, worker: str) -> None:
        """This process is a worker of this name from now on."""
        if self._presence is not None:
            self._presence.begin_anew(worker)
            return
        self._presence = Presence(
            *(self._store, self._run, self._progress, self._set_aside, self._player_registry.budget),
            alone=not self._shared,
            worker=worker,
            on_failure=self._failed,
        )
        await self._presence.join()

    async def _prepare(self) -> None:
        """Check the matches that are left, and estimate what they take."""
        left, total = self._store.left(self._run), self._store.run(self._run).matches
        fixtures = [fixture for fixture, _ in left]
        check(fixtures, self._player_registry, self._game_registry, self._set_aside)
        if self._earlier is None:
            self._earlier = prior_usage_of(self._store, self._run)
            for player, usage in self._earlier.items():
                self._set_aside.recall(player, usage.valid, usage.invalid)
        await self.forecast.begin(left, self._game_registry, self._earlier)
        many = self.forecast.left.total()
        self._progress.total, self._progress.finished = total, total - many
        _LOG.info("run %s: %s of %s matches are left", self._run, many, total)

    async def _round(self, executor: Executor, claims: Claims) -> str:
        """Play what is there; returns what that makes the run."""
        await executor.each(claims.next, self._one)
        self._over = True
        status = self._status()
        if status == "finished":
            self._stopped_by = None  # the time may have run out during the last match
        if self._stopped_by is not None:
            raise _Stop
        return status

    def _status(self) -> str:
        """What the matches of the run make it; others may have played some."""
        found, progress = self._store.statuses(self._run), self._progress
        over = found.get("finished", 0) + found.get("void", 0)
        if self._leads:
            progress.finished, progress.total = over, sum(found.values())
        if over == sum(found.values()):
            return "finished"
        return "suspended" if found.get("suspended") else "broken" if found.get("broken") else "interrupted"

    async def _end(self, claims: Claims, status: str) -> None:
        """Wait for the requests in flight, give back what is not finished, and store the run's status."""
        claims.close()
        under_way = self._player_registry.under_way
        try:
            if self._helpers is not None:
                self._helpers.stop(None if status == "finished" else self._stopped_by, at_end=self._over)
            if len(under_way):
                self._progress.draining = len(under_way)
                self._on_change(self._progress)
                await under_way.drained()
            if self._helpers is not None:
                await self._helpers.ended()
        finally:
            self._progress.draining = 0
            if self._helpers is not None:
                self._helpers.close()
            if self._presence is not None:
                await self._presence.leave()
            if isinstance(self._stopped_by, StoreError):
                claims.abandon()
            else:
                self._store.flush()
                claims.leave()
                if self._leads:
                    self._write(status)

    def _write(self, status: str) -> None:
        reasons = [self._stopped_by] if self._stopped_by else self._set_aside.errors.values()
        why = "; ".join(map(str, reasons))
        self._store.set_status(self._run, status, why)
        _LOG.info("run %s is %s%s", self._run, status, f": {why}" if why else "")

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
                self.forecast.finished(place.kind, match.record.moves)
            self._on_change(self._progress)

    async def _match(self, claimed: Claimed, place: Place[MatchKind]) -> Match:
        fixture, players = claimed.match.fixture, claimed.match.fixture.players
        kit, game, _ = terms_of(fixture, self._game_registry)
        comparison = self.forecast.comparison(fixture.part, players, kit, game)

        def on_step(nth: int, step: Step) -> None:
            if comparison is not None:
                comparison.step_played(nth, step)

        def on_call(call: ModelCall) -> None:
            place.use(Spending(call.cost or 0.0, call.usage.total, call.tries))

        with self.forecast.under_way(place):
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

    def _factory(self, player: str, spec: str) -> PlayerFactory:
        """The player's factory, made once for all matches: reading options takes long. Agents, and people at
        a terminal, have one for each match."""
        parsed = parse_player(spec)
        if parsed.is_model or parsed.is_agent or parsed.address:
            self._progress.names.setdefault(player, set()).add(parsed.text)
        if parsed.is_model:
            self._progress.models.add(player)
        if spec not in self._factories:
            factory = self._player_registry.factory(spec)
            if parsed.is_agent or parsed.name == "human":
                return factory
            self._factories[spec] = factory
        return self._factories[spec]

    def _judged(self, player: str, call: ModelCall) -> None:
        self._progress.answers[player] += 1
        self._progress.invalid[player] += bool(call.error)
        if self.forecast.answered(player, call) and self._progress.answers[player].bit_count() == 1:
            self._admission.reconsider()  # after 1, 2, 4, … answers: more early than late
        self._set_aside.judged(player, call)

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
        if why == "finished":
            self.end()
        else:
            stopped = Paused(f"the run was stopped elsewhere: it is {why}")
            self.stop(why if isinstance(why, StoreError) else stopped)

    def _failed(self, error: StoreError) -> None:
        if not isinstance(error, LeaseLost):  # then the claims begin anew
            self.stop(error)

    def end(self) -> None:
        """Take no more matches; those that are being played go on."""
        self._over = True
        if self._claims is not None:
            self._claims.close()

    @property
    def progress(self) -> Progress:
        """How far the run is, as known here."""
        return self._progress

    @property
    def worker(self) -> str:
        """The name of this process among the workers of the run; empty before it plays."""
        return "" if self._claims is None else self._claims.name

    def free(self, worker: str) -> None:
        """Let others play what a worker had whose process has ended."""
        if self._claims is not None and worker:
            self._claims.free(worker)

    def stop(self, error: AgonistError) -> None:
        """Stop the run for this reason, and the matches that are being played."""
        self._stopped_by = error
        self.end()
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
