"""Playing the fixtures of a run, from the start or from where it was interrupted."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from agonist.core import AgonistError, GameError
from agonist.match import Fixture
from agonist.models.amounts_spent import Spending
from agonist.models.errors import BudgetSpent
from agonist.players.player import Paused
from agonist.players.registry import PlayerRegistry
from agonist.store import StoreError
from agonist.tournament.checks import check
from agonist.tournament.claimed_play import ClaimedPlay, Stopped
from agonist.tournament.executor import Executor
from agonist.tournament.game_spec import GameRegistry
from agonist.tournament.kept_prompts import KeptPrompts
from agonist.tournament.other_workers import Helpers, OtherWorkers
from agonist.tournament.programs_of_run import ProgramsOfRun
from agonist.tournament.progress import Progress
from agonist.tournament.run_status import RunStatus
from agonist.tournament.time_limit import TimeLimit
from agonist.tournament.usage_before_resuming import PriorUsage, prior_usage_of

if TYPE_CHECKING:
    from agonist.store import Store
    from agonist.store.runs.match_claims import Role


_LOG: Final = logging.getLogger(__name__)


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
        player_registry.programs.kept = ProgramsOfRun(store, run)
        self._player_registry, self._game_registry = player_registry, game_registry
        self._on_change = on_change
        self._limit = limit
        self._progress = Progress(0, meter=player_registry.meter, already=already or Spending())
        self._play = ClaimedPlay(
            *(player_registry, game_registry, self._progress, on_change), keep_going=keep_going
        )
        self.forecast = self._play.forecast
        self._others: OtherWorkers | None = None
        self._leads, self._over = True, False
        self._earlier: Mapping[str, PriorUsage] | None = None

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
        others = self._others = OtherWorkers(
            *(self._store, self._run, self._play, self._player_registry.budget),
            at_once=executor.concurrency,
            role=role,
            shared=shared,
            helpers=helpers,
            lease=lease,
            on_stop=self.stop,
            on_end=self.end,
        )
        claims = others.claims
        self._leads = claims.leads
        if self._over:
            claims.close()  # who leads has said so meanwhile
        await claims.join(self._progress.already)
        self._on_change(self._progress)
        status = "interrupted"
        alarm = None if self._limit is None else self._limit.alarm(self.stop)
        try:
            others.begin_helpers()
            while await self._round(executor, others) == "finished" and self._leads and (added := more()):
                self._store.add_fixtures(self._run, added)
                claims.look_again()
                await self._prepare()
            status = self._status()
        except Stopped:
            match self._play.stopped_by:
                case BudgetSpent():
                    status = "partial"
                case Paused():
                    pass
                case _:
                    status = "suspended"
        finally:
            if alarm is not None:
                alarm.cancel()
            await self._end(others, status)
        if isinstance(self._play.stopped_by, StoreError):
            raise self._play.stopped_by
        aside, errors = self._play.set_aside.errors, self._play.errors
        if self._leads and status != "finished":
            deadly = self._store.deadly_matches(self._run)
            self._progress.broken += len(deadly)
            errors += map(GameError, deadly)
        return RunStatus(self._run, status, self._progress, self._play.stopped_by, errors, aside)

    async def _prepare(self) -> None:
        """Check the matches that are left, and estimate what they take."""
        left, run = self._store.left(self._run), self._store.run(self._run)
        fixtures = [fixture for fixture, _ in left]
        check(fixtures, self._player_registry, self._game_registry, self._play.set_aside)
        if self._earlier is None:
            self._play.prompts = KeptPrompts(run.plan.get("keep", "all"))
            if run.plan.get("token_ids"):
                self._play.asked_for_ids = {*run.plan["players"], *run.plan["seats"].values()}
            self._earlier = prior_usage_of(self._store, self._run)
            for player, usage in self._earlier.items():
                self._play.set_aside.recall(player, usage.valid, usage.invalid)
        await self.forecast.begin(left, self._game_registry, self._earlier)
        many = self.forecast.left.total()
        self._progress.total, self._progress.finished = run.matches, run.matches - many
        _LOG.info("run %s: %s of %s matches are left", self._run, many, run.matches)

    async def _round(self, executor: Executor, others: OtherWorkers) -> str:
        """Play what is there; returns what that makes the run."""
        await executor.each(others.claims.next, self._play.play)
        self._over = True
        status = self._status()
        if status == "finished":
            self._play.stopped_by = None  # the time may have run out during the last match
        if self._play.stopped_by is not None:
            raise Stopped
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

    async def _end(self, others: OtherWorkers, status: str) -> None:
        """Wait for the requests in flight, give back what is not finished, and store the run's status."""
        others.claims.close()
        under_way, stopped_by = self._player_registry.under_way, self._play.stopped_by
        try:
            others.stop_helpers(None if status == "finished" else stopped_by, at_end=self._over)
            if len(under_way):
                self._progress.draining = len(under_way)
                self._on_change(self._progress)
                await under_way.drained()
            await others.helpers_ended()
        finally:
            self._progress.draining = 0
            failed = isinstance(self._play.stopped_by, StoreError)
            await others.leave(failed=failed)
            if self._leads and not failed:
                self._write(status)

    def _write(self, status: str) -> None:
        stopped_by = self._play.stopped_by
        reasons = [stopped_by] if stopped_by else self._play.set_aside.errors.values()
        why = "; ".join(map(str, reasons))
        self._store.set_status(self._run, status, why)
        _LOG.info("run %s is %s%s", self._run, status, f": {why}" if why else "")

    def end(self) -> None:
        """Take no more matches; those that are being played go on."""
        self._over = True
        if self._others is not None:
            self._others.claims.close()

    def stop(self, error: AgonistError) -> None:
        """Stop the run for this reason, and the matches that are being played."""
        self.end()
        self._play.stop(error)

    def say(self, text: str) -> None:
        """Tell whoever watches the run, and its log."""
        _LOG.info("run %s: %s", self._run, text)
        self._progress.said.append(text)
        self._on_change(self._progress)

    @property
    def progress(self) -> Progress:
        """How far the run is, as known here."""
        return self._progress

    @property
    def worker(self) -> str:
        """The name of this process among the workers of the run; empty before it plays."""
        return "" if self._others is None else self._others.claims.name
