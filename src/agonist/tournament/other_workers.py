"""This process among those that play a run: helpers, which end with it, and workers from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from agonist.core import AgonistError
from agonist.players.player import Paused
from agonist.store import StoreError
from agonist.store.engines.failure import LeaseLost
from agonist.tournament.claims import Claims
from agonist.tournament.presence import Presence

if TYPE_CHECKING:
    from agonist.models.budget import Budget
    from agonist.store import Store
    from agonist.store.runs.match_claims import Role
    from agonist.tournament.claimed_play import ClaimedPlay
    from agonist.tournament.run_usage_forecast import RunForecast


class Helpers(Protocol):
    """Further processes that play a run, as long as it is played here; `many` of them."""

    many: int

    def begin(self, worker: OtherWorkers) -> None:
        """Start them, for this worker, which hears of them."""

    def stop(self, error: AgonistError | None, *, at_end: bool) -> None:
        """Tell them to stop for this reason, or as if interrupted; `at_end`: nothing is left to play."""

    async def ended(self) -> None:
        """Wait until all have left the run."""

    def close(self) -> None:
        """End those that are still there."""


class OtherWorkers:
    """This process as one of those that play a run, until it leaves; `claims` are the matches it takes.

    `shared`: others may play it, of which the `helpers` end with this one; `role` and `lease` are as in
    `Claims`. `on_stop` is called, in the loop, when this process has to stop, and `on_end` when nothing is
    left to play.
    """

    def __init__(
        self,
        store: Store,
        run: str,
        play: ClaimedPlay,
        budget: Budget | None,
        *,
        at_once: int,
        role: Role,
        shared: bool,
        helpers: Helpers | None,
        lease: float | None,
        on_stop: Callable[[AgonistError], None],
        on_end: Callable[[], None],
    ) -> None:
        self._store, self._run, self._play, self._budget = store, run, play, budget
        self._shared, self._helpers = shared, helpers
        self._on_stop, self._on_end = on_stop, on_end
        self._presence: Presence | None = None
        self.claims = Claims(
            *(store, run, at_once, role),
            on_begun=self._begun,
            on_lost=play.leave_to_others,
            on_stop=self._stopped,
            seconds=lease,
            among=1 if helpers is None else helpers.many + 1,
        )

    async def _begun(self, worker: str) -> None:
        """This process is a worker of this name from now on."""
        if self._presence is not None:
            self._presence.begin_anew(worker)
            return
        self._presence = Presence(
            *(self._store, self._run, self._play.progress, self._play.set_aside, self._budget),
            alone=not self._shared,
            worker=worker,
            on_failure=self._failed,
        )
        await self._presence.join()

    def _stopped(self, why: str | StoreError) -> None:
        """Others have stopped the run, with this status, or the database has failed."""
        if why == "finished":
            self._on_end()
        elif isinstance(why, StoreError):
            self._on_stop(why)
        else:
            self._on_stop(Paused(f"the run was stopped elsewhere: it is {why}"))

    def _failed(self, error: StoreError) -> None:
        if not isinstance(error, LeaseLost):  # then the claims begin anew
            self._on_stop(error)

    @property
    def forecast(self) -> RunForecast:
        """What the run is expected to use, for which helpers count."""
        return self._play.forecast

    def free(self, worker: str) -> None:
        """Let others play what a worker had whose process has died."""
        if worker:
            self.claims.free(worker)

    def stop(self, error: AgonistError) -> None:
        """A helper had to stop for this reason: so must this process."""
        self._on_stop(error)

    def begin_helpers(self) -> None:
        """Start the helpers."""
        if self._helpers is not None:
            self._helpers.begin(self)

    def stop_helpers(self, error: AgonistError | None, *, at_end: bool) -> None:
        """Tell the helpers to stop, as in `Helpers`."""
        if self._helpers is not None:
            self._helpers.stop(error, at_end=at_end)

    async def helpers_ended(self) -> None:
        """Wait until the helpers have left the run."""
        if self._helpers is not None:
            await self._helpers.ended()

    async def leave(self, *, failed: bool) -> None:
        """Give back what is not finished, unless the store has `failed`."""
        if self._helpers is not None:
            self._helpers.close()
        if self._presence is not None:
            await self._presence.leave()
        if failed:
            self.claims.abandon()
        else:
            self._store.flush()
            self.claims.leave()
