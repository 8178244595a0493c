"""Playing a run that others play, too: `join_run`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from agonist.api.settings_of_resumed_run import config_to_resume, more_matches, spent_in
from agonist.core import UsageError
from agonist.models.amounts_spent import Spending
from agonist.models.event_loop import blocking
from agonist.run_config import RunConfig
from agonist.store import Store, StoreError
from agonist.store.engines.opening import is_server
from agonist.suites.registry import games_of
from agonist.text.prompt_files import forget_words
from agonist.tournament import LocalExecutor, Progress, Runner, RunStatus

if TYPE_CHECKING:
    from agonist.store.runs.match_claims import Role


def join_run(
    name: str,
    *,
    db: str,
    config: RunConfig | None = None,
    lease: float | None = None,
    on_change: Callable[[Progress], None] = lambda _progress: None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Play a run with all who play it already, from any machine, until nothing is left of it.

    What the run has of budget, rates and players set aside holds for all of them. The one that leads the run
    says how it ended; if nobody leads it, the last that plays does.

    Args:
        name: The id of the run, the beginning of one, or `latest`.
        db: The URL of the PostgreSQL database that holds it.
        config: As in `resume`; `concurrency` is that of this process.
        lease: Seconds after which others take over what this process plays, if it does not say that it goes
            on. By default 20.
        on_change: Called with this process's `Progress` at the start and after each match.
        on_start: Called with the id of the run, once.

    Raises:
        UsageError: For an unknown run, and for a database that is a file.
        RecordError: If rules or words differ from those with which it was planned.
        StoreError: For a database that cannot be used.
    """
    if not is_server(db):
        raise UsageError(
            f"{db} is a file, which one machine plays: give agonist run --workers N, or play the run in a "
            "database of PostgreSQL (--db postgresql://…), which any number of machines can join"
        )
    forget_words()
    with Store.open(db, must_exist=True) as store:
        found = store.run(name)
        if "ladder" in found.plan:
            raise UsageError(f"run {found.id} is a ladder: agonist worker without --run plays it")
        config = config_to_resume(found.plan, config or RunConfig())
        already = Spending() if store.workers(found.id).alive else spent_in(store, found.id)
        players, games = config.player_registry(already), games_of(store, found.id)
        on_start(found.id)

        async def played(role: Role) -> RunStatus:
            runner = Runner(
                *(store, found.id, players, games, on_change),
                keep_going=config.keep_going,
                already=already,
            )
            return await runner.play(
                LocalExecutor(config.concurrency),
                more=partial(more_matches, store, found.id, runner.say),
                role=role,
                shared=True,
                lease=lease,
            )

        try:
            while True:
                status = blocking(played("joined"))
                if status.stopped_by is not None:
                    _end_if_last(store, found.id, status.status, str(status.stopped_by))
                    return status
                with suppress(StoreError), store.claim(found.id):
                    return blocking(played("inherits"))
                now = store.run(found.id).status
                if now != "running":  # another process led it, and has said how it ended
                    status.status = now
                    return status
        except KeyboardInterrupt:
            _end_if_last(store, found.id, "interrupted")
            raise


def _end_if_last(store: Store, run: str, status: str, why: str = "") -> None:
    """Say how a run ended if nobody plays it any more."""
    with suppress(StoreError), store.claim(run):
        if store.run(run).status == "running" and not store.workers(run).alive:
            store.set_status(run, status, why)
