"""Evaluations: `run`, `arun`, `run_entry`, `resume`."""

from __future__ import annotations

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ParamSpec

from agonist.api.equal_cost import expect_counted
from agonist.api.estimates import expect_budget
from agonist.api.helper_processes import helpers_of
from agonist.api.plan import plan_of
from agonist.api.ray_workers import play_by_ray
from agonist.api.settings_of_resumed_run import config_to_resume, more_matches, spent_in, with_players
from agonist.core import UsageError
from agonist.match import Fixture
from agonist.models.amounts_spent import Spending
from agonist.models.event_loop import blocking
from agonist.players.player import Paused
from agonist.players.python_agents import specs_of
from agonist.players.registry import PlayerRegistry
from agonist.reports.notebook import notebook_progress
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.store.engines.opening import is_server
from agonist.suites.registry import game_registry, games_of
from agonist.text.prompt_files import forget_words
from agonist.tournament import LocalExecutor, Progress, Runner, RunStatus, check
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Folders, folders, one_spelling
from agonist.tournament.kept_prompts import Keep
from agonist.tournament.pairing import Deals, Pairing
from agonist.tournament.time_limit import TimeLimit

P = ParamSpec("P")


def _with_keywords_of(
    run: Callable[P, RunStatus],
) -> Callable[[Callable[..., Coroutine[Any, Any, RunStatus]]], Callable[P, Coroutine[Any, Any, RunStatus]]]:
    """Give a coroutine the parameters of `run`, for editors, type checkers and `help`."""

    def with_keywords(
        function: Callable[..., Coroutine[Any, Any, RunStatus]],
    ) -> Callable[P, Coroutine[Any, Any, RunStatus]]:
        setattr(function, "__signature__", inspect.signature(run))  # noqa: B010  mypy knows no such name
        return function

    return with_keywords


def run(
    targets: Sequence[str] | str,
    players: Any,
    *,
    opponents: Any = (),
    matches: int | None = None,
    seed: int = 0,
    db: str | Path = "agonist.db",
    quick: bool = False,
    seats: Mapping[int, Any] | None = None,
    sweep: str = "",
    profile: str = "",
    policy: str | None = None,
    equal: str = "",
    prompts: Folders = None,
    pairing: Pairing = "round-robin",
    deals: Deals = "own",
    until: str = "",
    keep: Keep = "all",
    token_ids: bool = False,
    weights: Mapping[str, float] | None = None,
    config: RunConfig | None = None,
    on_change: Callable[[Progress], None] | None = None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Play an evaluation and store it; everything that was played stays stored even if this raises.

    An endpoint that fails, a spent budget or a person who leaves does not raise: `RunStatus.reasons` has the
    errors, and `resume` continues the run.

    Args:
        targets: Games with options, and suites; one or a sequence.
        players: One player or a sequence, each a specification or an agent (a class, a function or an
            object), or a mapping from names to either. An agent that cannot be imported by its name, such as
            one of a notebook, must be given again to `resume`.
        opponents: Players that only meet `players`, and not each other; given in the same ways. Without any,
            all players meet as `pairing` says; a single one plays itself.
        matches: For each table of players and game, in rotations of the seats, from 1 to 1,000,000. By
            default 20, or 4 if `quick`; for suites as in their papers.
        seed: The same seed and answers give the same matches.
        db: A file of SQLite or an address of PostgreSQL; it is made if it does not exist.
        quick: A first impression: fewer matches, unless `matches` says how many.
        seats: Fixes the players of these seats, numbered from 0, whatever the design says.
        sweep: A sweep of a suite, such as `temperatures`.
        profile: How a suite plays and scores, such as `paper`.
        policy: What happens after invalid answers, such as `strict` or `default?retries=1`; by default that
            of the suite, and for games `default`: two retries, then a random legal move.
        equal: What each player may spend a match (each seat of it), such as `usd=0.02/match`,
            `tokens=5000/match` or `seconds=60/match`; once that is spent, the policy moves for it. Empty for
            no limit.
        prompts: A folder with your own prompts, as `GAME/*.md`. Of several, each is a wording in which every
            deal is played, and with `until` the next ones are taken as they are needed.
        pairing: Who meets whom: `round-robin` (every pair), `balanced` (everyone meets equally many others),
            `connected` (the fewest tables that connect everyone) or `informative` (a ring first, then the
            pairs whose results say most). For games; suites have schedules of their own.
        deals: `own`: separate deals for each pair or table; `shared`: the same deals for all.
        until: Adds matches until `width=POINTS` (no rating's interval is wider, in Elo) or `decided` (the
            order of every two players is known), at most seven times as many as planned. Empty: as planned.
        keep: What is kept of finished matches: `all`, or `prompts=first` and `prompts=none` without the
            prompts of all but the first matches, or of all. Replies and moves are always kept.
        token_ids: Whether models are asked for the ids of all tokens, which are kept with their calls; then
            `agonist export RUN --format rollouts` writes what a trainer learns from.
        weights: What games count in the board of all games, by their names among `targets`: numbers above
            0, and 1 for games without one. By default all games count the same.
        config: Budget, cache of answers, connections and terminal; `None` for no limits, 64 matches at once.
        on_change: Called with the run's `Progress` at the start and after each match; by default a notebook
            shows it.
        on_start: Called with the id of the run, once.

    Raises:
        UsageError: For wrong names and options, before anything is stored.
        NoKey: For a model without a key.
        StoreError: For a database that cannot be used.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     status = run("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    >>> status.status, status.progress.finished
    ('finished', 2)
    """
    objects: dict[str, Any] = {}
    entry = Entry(
        players=specs_of(players, objects),
        opponents=specs_of(opponents, objects),
        seats={seat: specs_of([player], objects)[0] for seat, player in (seats or {}).items()},
        sweep=sweep,
        profile=profile,
        matches=matches,
        quick=quick,
        seed=seed,
        policy=policy,
        equal=equal,
        prompts=folders(prompts),
        pairing=pairing,
        deals=deals,
        until=until,
        keep=keep,
        token_ids=token_ids,
        weights=weights or {},
    )
    named = [targets] if isinstance(targets, str) else list(targets)
    return run_entry(
        named,
        entry,
        db=db,
        config=config,
        on_change=on_change or notebook_progress() or (lambda _progress: None),
        on_start=on_start,
        objects=objects,
    )


@_with_keywords_of(run)
async def arun(targets: Sequence[str] | str, players: Any, **options: Any) -> RunStatus:
    """`run` for programs and notebooks with an event loop.

    The run has a separate thread and loop. If the task is cancelled, the run stops after the next finished
    match and is marked as interrupted; `resume` continues it.

    Args:
        targets: As in `run`.
        players: As in `run`.
        **options: The other parameters of `run`. `on_change` and `on_start` are called in that thread.

    Raises:
        UsageError: As in `run`, and so do `NoKey` and `StoreError`.

    >>> from tempfile import TemporaryDirectory
    >>> async def evaluation(folder):
    ...     return await arun("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    >>> with TemporaryDirectory() as folder:
    ...     print(asyncio.run(evaluation(folder)).status)
    finished
    """
    stopped = threading.Event()
    heard = options.pop("on_change", None) or notebook_progress() or (lambda _progress: None)

    def on_change(progress: Progress) -> None:
        if stopped.is_set():
            raise Paused("the task was cancelled")
        heard(progress)

    running = asyncio.ensure_future(asyncio.to_thread(run, targets, players, on_change=on_change, **options))
    try:
        return await asyncio.shield(running)
    except asyncio.CancelledError:
        stopped.set()
        with suppress(Paused):
            await running
        raise


def run_entry(
    targets: Sequence[str],
    entry: Entry,
    *,
    db: str | Path = "agonist.db",
    config: RunConfig | None = None,
    on_change: Callable[[Progress], None] = lambda _progress: None,
    on_start: Callable[[str], None] = lambda _run: None,
    objects: Mapping[str, Any] | None = None,
) -> RunStatus:
    """`run` for an `Entry`, which holds players and options and can be shared by several calls.

    Args:
        targets: Games with options, and suites.
        entry: Players, opponents, seats, and the options of `run` from `matches` to `until`.
        db: As in `run`.
        config: As in `run`.
        on_change: Called with the run's `Progress` at the start and after each match.
        on_start: Called with the id of the run, once.
        objects: The Python objects among the players, by the names that the entry has for them.

    Raises:
        UsageError: As in `run`, and so do `NoKey` and `StoreError`.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     entry = Entry(("random",), ("reference",), matches=2)
    ...     run_entry(["tictactoe"], entry, db=f"{folder}/agonist.db").progress.finished
    2
    """
    config = config or RunConfig()
    entry, fixtures, plan, player_registry = _planned(targets, entry, config, objects)
    with Store.open(db) as store:
        started = store.start_run(plan, fixtures)
        on_start(started)
        if config.workers == 0:
            return RunStatus(started, "running", Progress(len(fixtures)))
        return play_run(store, started, player_registry, config, on_change, db=db)


def plan_run(store: Store, targets: Sequence[str], entry: Entry, *, config: RunConfig | None = None) -> str:
    """Check an evaluation like `run` and store it as a run, for `resume` to play; returns its id.

    Nothing is stored if any part of it cannot be played.
    """
    _, fixtures, plan, _ = _planned(targets, entry, config or RunConfig(), None)
    return store.start_run(plan, fixtures)


def _planned(
    targets: Sequence[str], entry: Entry, config: RunConfig, objects: Mapping[str, Any] | None
) -> tuple[Entry, list[Fixture], dict[str, Any], PlayerRegistry]:
    forget_words()
    targets = [one_spelling(text) for text in targets]
    entry = replace(
        entry,
        prompts=tuple(folder.absolute() for folder in entry.prompts),
        weights={one_spelling(game): weight for game, weight in entry.weights.items()},
    )
    fixtures, entries = plan_of(targets, entry)
    player_registry = config.player_registry(objects=objects)
    check(fixtures, player_registry, game_registry(entry.prompts, entries))
    expect_counted(fixtures, config)
    expect_budget(config, targets, entry)
    plan = {
        **entry.as_dict(),
        "targets": targets,
        "suites": {name: each.as_dict() for name, each in entries.items()},
        "budget": {"usd": config.usd, "tokens": config.tokens, "requests": config.requests},
    }
    return entry, fixtures, plan, player_registry


def resume(
    name: str,
    *,
    db: str | Path = "agonist.db",
    config: RunConfig | None = None,
    players: Mapping[str, Any] | None = None,
    more_players: Any = (),
    on_change: Callable[[Progress], None] = lambda _progress: None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Continue a run: nothing is played twice, and nothing is lost.

    A player whose key is missing is set aside: `RunStatus.reasons` has the error.

    Args:
        name: The id of the run, the beginning of one, or `latest`.
        db: The database that holds it.
        config: As in `run`; give headers again, since they are not stored. Limits of the budget that it does
            not set are those of the start; what the run has spent counts.
        players: The Python objects among its players that cannot be imported, by name.
        more_players: Players to add to the run, given as those of `run`: each meets whom it would have met
            from the start, its opponents if it has any. One that it has already adds nothing.
        on_change: Called with the run's `Progress` at the start and after each match.
        on_start: Called with the id of the run, once.

    Raises:
        UsageError: For an unknown run, and for players that cannot play or be added.
        RecordError: If rules or words have changed since it was planned.
        StoreError: For a database that cannot be used.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     db = f"{folder}/agonist.db"
    ...     first = run("tictactoe", ["random", "reference"], matches=2, db=db)
    ...     resume("latest", db=db).run == first.run
    True
    """
    forget_words()
    config = config or RunConfig()
    if config.workers == 0:
        raise UsageError("0 workers plan a run, and this one is planned: 1 or more continue it")
    with Store.open(db, must_exist=True) as store:
        found = store.run(name)
        config = config_to_resume(found.plan, config)
        already = spent_in(store, found.id)
        objects = dict(players or {})
        added = specs_of(more_players, objects)
        player_registry = config.player_registry(already, objects)
        if added:
            _add_players(store, found.id, added, player_registry, config)
        on_start(found.id)
        return play_run(store, found.id, player_registry, config, on_change, already, db=db)


def _add_players(
    store: Store, run: str, players: Sequence[str], player_registry: PlayerRegistry, config: RunConfig
) -> None:
    """Store the matches of more players of a run, all or none; raises what `run` raises for its players."""
    with store.claim(run):
        before = store.run(run).plan
        entry, plan, fixtures = with_players(before, players)
        entries = {name: Entry.from_dict(each) for name, each in plan["suites"].items()}
        check(fixtures, player_registry, game_registry(entry.prompts, entries))
        expect_budget(config, plan["targets"], entry)
        if fixtures:
            store.add_fixtures(run, fixtures, plan)


def play_run(
    store: Store,
    name: str,
    player_registry: PlayerRegistry,
    config: RunConfig,
    on_change: Callable[[Progress], None],
    already: Spending | None = None,
    *,
    db: str | Path,
) -> RunStatus:
    """Play a stored run to its end, with the matches that are added to it; `already`: what it has spent."""
    if config.executor == "ray":
        return play_by_ray(store, name, config, on_change, db=db)
    if config.ray_address:
        raise UsageError("--ray-address names a cluster of Ray: add --executor ray")
    helpers = helpers_of(store, db, name, config, on_change)

    async def played() -> RunStatus:
        runner = Runner(
            *(store, name, player_registry, games_of(store, name)),
            on_change if helpers is None else helpers.heard,
            keep_going=config.keep_going,
            already=already,
            limit=TimeLimit(config.max_time) if config.max_time else None,
        )
        status = await runner.play(
            LocalExecutor(config.concurrency if helpers is None else helpers.matches),
            more=lambda: more_matches(store, name, runner.say),
            # Helpers that nobody asked for come where no player waits: there are no limits to share.
            shared=is_server(db) or (helpers is not None and config.workers is not None),
            helpers=helpers,
        )
        return status if helpers is None else helpers.joined(status)

    with store.claim(name):
        return blocking(played())
