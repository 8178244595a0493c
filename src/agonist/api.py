"""The platform in three lines of Python: `make` a game, `play` a match, `run` an evaluation.

>>> import agonist
>>> game = agonist.make("connect_four?rows=5")
>>> match = agonist.play("tictactoe", ["random", "reference"], seed=1)
>>> match.outcome.ranks
(2, 1)
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

from agonist.core import AgonistError, Game, GameError, UsageError, nearest
from agonist.games import game_names
from agonist.kit import option_texts
from agonist.match import Fixture, Match, Policy, Step
from agonist.match import play as play_match
from agonist.match.policy import parse_policy
from agonist.models.budget import Spending
from agonist.models.estimate import Estimate
from agonist.models.family import family_of
from agonist.models.prices import load_prices
from agonist.models.protocol import Usage
from agonist.models.providers import PROVIDERS
from agonist.players.agents import specs_of
from agonist.players.names import name_player
from agonist.players.player import Paused, PlayerFactory
from agonist.players.registry import PlayerRegistry
from agonist.players.spec import parse_player
from agonist.reports.notebook import notebook_progress
from agonist.run_config import RunConfig, blocking
from agonist.store import Store, StoreError
from agonist.text import parse_spec
from agonist.text.prompts import forget_words
from agonist.tournament import (
    GameRegistry,
    LocalExecutor,
    Progress,
    Runner,
    RunStatus,
    check,
    parse_target,
    schedule,
)
from agonist.tournament.estimate import estimates_of
from agonist.tournament.forecast import price_of
from agonist.tournament.pairing import Pairing
from agonist.tournament.schedule import Dealing, Deals, schedule_in_words
from agonist.tournament.suite import Entry
from agonist.tournament.target import expect_words

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Method
    from agonist.reports.figures import Figure
    from agonist.reports.page_matches import Replays
    from agonist.reports.report import Report
    from agonist.tournament.suite import Suite

# Suites, reports and the rules for adding matches load numpy and scipy, which takes long. They are
# imported where they are used, so that a single match or a list does not wait for them.

T = TypeVar("T")

MATCHES: Final = 20
QUICK: Final = 4
"""Matches for each table of players and game, unless told; and for a first impression."""


def make(target: str) -> Game[Any, Any]:
    """The game for a name with options, such as `connect_four?rows=6`. Raises `UsageError`."""
    return parse_target(target).game


def play(
    target: str,
    players: Sequence[str | PlayerFactory | Any],
    *,
    seed: int | str = 0,
    policy: Policy | None = None,
    prompts: Path | None = None,
    config: RunConfig | None = None,
    db: str | Path | None = None,
    on_start: Callable[[str], None] = lambda _run: None,
    on_step: Callable[[int, Step], None] = lambda _nth, _step: None,
) -> Match:
    """One match, from beginning to end; the same seed and answers give the same match.

    `players`: for each seat a specification, an agent (a class, a function, an object), or a function that
    makes a `Player` for a `SeatContext`. `db`: a database that keeps the match as a run of its own, which
    `resume` goes on with if it is broken off; the players are then specifications. `on_start` hears the id of
    that run, `on_step` each step as soon as it is played.
    Raises `UsageError` for what cannot be, `ProviderError` for a model that cannot be reached.
    """
    forget_words()
    chosen = parse_target(target, prompts)
    expect_words(prompts, [chosen.kit.name])
    player_registry = (config or RunConfig()).player_registry()
    specs: dict[str, str] = {}
    # Naming refuses two players of one name.
    names = [name_player(player, specs) if isinstance(player, str) else "" for player in players]
    factories = [player_registry.factory_of(player) for player in players]

    def match(kept: Mapping[str, Any]) -> Match:
        return blocking(
            play_match(
                chosen.kit,
                chosen.game,
                factories,
                seed=str(seed),
                name=chosen.name,
                players=names,
                policy=policy or Policy(),
                **{"on_step": on_step, **kept},
            )
        )

    if db is None:
        return match({})
    if "" in names:
        raise UsageError(
            "a match that is kept is played by specifications; run an evaluation of objects instead"
        )
    fixture = Fixture(
        chosen.name,
        chosen.game.version,
        option_texts(chosen.game),
        str(seed),
        tuple(names),
        policy or Policy(),
        chosen.kit.words.prompts.digest,
        part=target,
        specs=specs,
    )
    folder = None if prompts is None else prompts.absolute()
    if len(names) != chosen.game.seats:
        raise UsageError(f"{chosen.name} has {chosen.game.seats} seats, and {len(names)} players are named")
    typed = list(map(str, players))
    entry = Entry(tuple(dict.fromkeys(typed)), seats=dict(enumerate(typed)), matches=1, prompts=folder)
    plan = {**entry.as_dict(), "targets": [target], "suites": {}, "seed": seed}
    with Store.open(db) as store:
        return _kept(store, plan, fixture, match, on_start, on_step)


def _kept(
    store: Store,
    plan: Mapping[str, Any],
    fixture: Fixture,
    match: Callable[[Mapping[str, Any]], Match],
    on_start: Callable[[str], None],
    on_step: Callable[[int, Step], None],
) -> Match:
    """Play a match as a run of its own, each step stored as it is played."""
    run = store.start_run(plan, [fixture])
    (stored,) = store.matches(run)

    def step_played(nth: int, step: Step) -> None:
        store.add_step(stored.id, nth, step)
        on_step(nth, step)

    with store.claim(run):
        on_start(run)
        store.begin(stored.id)
        status, note, began = "interrupted", "", time.monotonic()
        try:
            played = match(
                {
                    "match": f"{run}-{stored.id}",
                    "on_step": step_played,
                    "on_call": lambda step, number, call: store.add_call(stored.id, step, number, call),
                    "on_broken_off": lambda calls: store.add_broken_off(stored.id, calls),
                }
            )
            store.finish(stored.id, played, time.monotonic() - began)
            status = "finished"
        except StoreError:
            raise
        except AgonistError as error:
            broken = isinstance(error, GameError)
            note = str(error)
            store.suspend(stored.id, "broken" if broken else "suspended", note)
            status = "interrupted" if isinstance(error, Paused) else "broken" if broken else "suspended"
            raise
        finally:
            store.flush()
            store.set_status(run, status, note)
    return played


def run(
    targets: Sequence[str] | str,
    players: Sequence[Any] | Mapping[str, Any],
    *,
    opponents: Sequence[Any] | Mapping[str, Any] = (),
    matches: int | None = None,
    seed: int = 0,
    db: str | Path = "agonist.db",
    quick: bool = False,
    seats: Mapping[int, Any] | None = None,
    sweep: str = "",
    profile: str = "",
    policy: str | None = None,
    prompts: Path | None = None,
    pairing: Pairing = "round-robin",
    deals: Deals = "own",
    until: str = "",
    config: RunConfig | None = None,
    on_change: Callable[[Progress], None] | None = None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Play an evaluation and store all of it; what is stored is there even if this raises.

    `targets`: games with options, and suites. `players`: specifications and agents (classes, functions,
    objects), or a mapping from names to either. An agent that cannot be imported by its name, such as one of
    a notebook, must be given again to `resume`. `matches`: how many for each table of players and game, in
    rotations of the seats; 20 unless told, 4 if `quick`, and for suites what their papers say. `seats`: a
    player for a seat, whatever else would sit there. `sweep` and `profile`: those of a suite.
    `policy`: what becomes of invalid answers, such as `strict` or `default?retries=1`.
    `pairing`, `deals`, `until`: the design, whether all tables share their deals, and when to stop, as in
    `agonist run --help`.
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
        prompts=prompts,
        pairing=pairing,
        deals=deals,
        until=until,
    )
    named = [targets] if isinstance(targets, str) else list(targets)
    return evaluate(
        named,
        entry,
        db=db,
        config=config,
        on_change=on_change or notebook_progress() or (lambda _progress: None),
        on_start=on_start,
        objects=objects,
    )


async def arun(
    targets: Sequence[str] | str, players: Sequence[Any] | Mapping[str, Any], **options: Any
) -> RunStatus:
    """`run`, for programs and notebooks that have an event loop of their own; takes the same options.

    The run has a thread and a loop of its own. If the task is cancelled, it stops after the match that is
    finished next, marked as interrupted: `resume` goes on with it.
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


def evaluate(
    targets: Sequence[str],
    entry: Entry,
    *,
    db: str | Path = "agonist.db",
    config: RunConfig | None = None,
    on_change: Callable[[Progress], None] = lambda _progress: None,
    on_start: Callable[[str], None] = lambda _run: None,
    objects: Mapping[str, Any] | None = None,
) -> RunStatus:
    """`run`, for those who have put together what is asked. `objects`: Python objects that play, by name."""
    forget_words()
    config = config or RunConfig()
    entry = replace(entry, prompts=None if entry.prompts is None else entry.prompts.absolute())
    fixtures, entries = plan_of(targets, entry)
    player_registry = config.player_registry(objects=objects)
    check(fixtures, player_registry, game_registry(entry.prompts, entries))
    _expect_budget(config, targets, entry)
    plan = {
        **entry.as_dict(),
        "targets": list(targets),
        "suites": {name: each.as_dict() for name, each in entries.items()},
        "budget": {"usd": config.usd, "tokens": config.tokens, "requests": config.requests},
    }
    with Store.open(db) as store:
        started = store.start_run(plan, fixtures)
        on_start(started)
        return _play(store, started, player_registry, entry.prompts, config, on_change)


def with_settings(targets: Sequence[str], settings: Path | None) -> list[str]:
    """These targets, with a file of settings for the suites that take one.

    Raises `UsageError` if none does.
    """
    if settings is None:
        return list(targets)
    takers = {name for name, suite in _suites().items() if "settings" in suite.options}
    found = [
        f"{target}{'&' if '?' in target else '?'}settings={settings}"
        if parse_spec(target)[0] in takers
        else target
        for target in targets
    ]
    if found == list(targets):
        raise UsageError(f"none of {', '.join(targets)} takes settings; {', '.join(sorted(takers))} does")
    return found


def plan_of(targets: Sequence[str], entry: Entry) -> tuple[list[Fixture], dict[str, Entry]]:
    """All matches of an evaluation, and what is asked of each suite among the targets."""
    fixtures: list[Fixture] = []
    entries: dict[str, Entry] = {}
    for text in targets:
        name, options = parse_spec(text)
        if name in _suites():
            entries[name] = replace(entry, options=options)
            _suites()[name].check(entries[name])
            fixtures += _suites()[name].schedule(entries[name])
            continue
        if ":" not in name and name not in (known := game_names()):
            raise UsageError(nearest("game or suite", name, [*known, *_suites()]))
        fixtures += schedule(
            parse_target(text, entry.prompts),
            entry.players,
            entry.opponents,
            matches=matches_of(entry),
            seed=entry.seed,
            policy=parse_policy(entry.policy or "default"),
            seats=entry.seats,
            specs=entry.specs,
            pairing=entry.pairing,
            deals=entry.deals,
        )
    if entry.until:
        from agonist.tournament.growth import parse_until

        parse_until(entry.until)
    if entries and (entry.pairing, entry.deals, entry.until) != ("round-robin", "own", ""):
        raise UsageError("suites have schedules of their own: --pairing, --deals and --until are for games")
    if not entries and (entry.sweep or entry.profile):
        raise UsageError("sweeps and profiles belong to suites, and no suite is named")
    return fixtures, entries


def notes(targets: Sequence[str], entry: Entry) -> list[str]:
    """What the suites among the targets say about an evaluation before it starts."""
    named = [(name, replace(entry, options=options)) for name, options in map(parse_spec, targets)]
    return [note for name, asked in named if name in _suites() for note in _suites()[name].notes(asked)]


def plan_in_words(targets: Sequence[str], entry: Entry) -> list[str]:
    """What is planned of each game among the targets, a line each: the design and the number of matches."""
    fixtures, suites = plan_of(targets, entry)
    return [
        schedule_in_words(text, fixtures, entry.pairing)
        for text in targets
        if parse_spec(text)[0] not in suites
    ]


def resume(
    name: str,
    *,
    db: str | Path = "agonist.db",
    config: RunConfig | None = None,
    players: Mapping[str, Any] | None = None,
    on_change: Callable[[Progress], None] = lambda _progress: None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Go on with a run that was broken off: nothing is played twice, and nothing is lost.

    `players`: the Python objects among its players that cannot be imported, by name. A budget that is not
    given anew is the one the run was started with; what it has spent counts.
    """
    forget_words()
    config = config or RunConfig()
    with Store.open(db, must_exist=True) as store:
        found = store.run(name)
        prompts, budget = found.plan.get("prompts"), found.plan.get("budget", {})
        config = replace(
            config, **{key: limit for key, limit in budget.items() if getattr(config, key) is None}
        )
        already = _spent(store, found.id)
        player_registry = config.player_registry(already, players)
        folder = None if prompts is None else Path(prompts)
        on_start(found.id)
        return _play(store, found.id, player_registry, folder, config, on_change, already)


def report(
    run: str = "latest",
    *,
    db: str | Path = "agonist.db",
    method: Method = "bradley-terry",
    profile: str = "",
) -> Report:
    """All numbers of a run, with the tables of its suites; `agonist.reports.render` writes it down.

    `profile`: how its suite scores, if not as it was asked for when the run started.
    """
    from agonist.metrics import beliefs, redteam
    from agonist.metrics.played import finished
    from agonist.reports.report import report_of

    with Store.open(db, must_exist=True) as store:
        found = store.run(run)
        asked = found.plan.get("suites", {})
        if profile and not asked:
            raise UsageError("profiles belong to suites, and this run is of none")
        sections = [
            section
            for name, entry in asked.items()
            for section in _suites()[name].sections(store, found.id, _by_profile(name, entry, profile))
        ]
        matches = finished(store, found.id, "")
        sections += filter(None, [redteam.section(matches)])
        if "magic" not in asked:  # which tells of beliefs itself, and of how right they were
            sections += filter(None, [beliefs.section(matches)])
        return report_of(store, found.id, method=method, sections=sections)


def _by_profile(suite: str, stored: Mapping[str, Any], profile: str) -> Entry:
    """What was asked of a suite, to be scored by this profile if one is named."""
    entry = Entry.from_dict(stored)
    if not profile:
        return entry
    if profile not in _suites()[suite].profiles:
        raise UsageError(f"{suite}: {nearest('profile', profile, _suites()[suite].profiles)}")
    return replace(entry, profile=profile)


def figures(run: str = "latest", *, db: str | Path = "agonist.db") -> list[str]:
    """The names of the figures of a run, for `figure`."""
    from agonist.reports.figures import figures_of

    return list(figures_of(report(run, db=db)))


def figure(name: str, run: str = "latest", *, db: str | Path = "agonist.db") -> Figure:
    """A figure of a run, such as `ratings`: a notebook shows it, `save` writes it, `data` has its values."""
    from agonist.reports.figures import figure_of

    return figure_of(report(run, db=db), name)


def replays(run: str = "latest", *, db: str | Path = "agonist.db") -> Replays:
    """The first matches of a run, told move by move, for the page."""
    from agonist.reports.page_matches import replays_of

    with Store.open(db, must_exist=True) as store:
        found = store.run(run)
        prompts = found.plan.get("prompts")
        folder = None if prompts is None else Path(prompts)
        return replays_of(store, found.id, game_registry(folder, found.plan.get("suites", ())).kit)


def _suites() -> Mapping[str, Suite]:
    from agonist.suites import SUITES

    return SUITES


def _spent(store: Store, run: str) -> Spending:
    tallies = store.tallies(run=run)
    return Spending(
        usd=sum(tally.cost or 0 for tally in tallies),
        tokens=sum(tally.prompt + tally.completion for tally in tallies),
        requests=sum(tally.tries for tally in tallies),
    )


def estimate(targets: Sequence[str], entry: Entry) -> dict[str, Estimate]:
    """What each model would take, by player: found by playing each game once with a stand-in.

    Dollars are `None` where no price is known.
    """
    fixtures, entries = plan_of(targets, entry)
    prices = load_prices()
    specs = {player: fixture.spec(player) for fixture in fixtures for player in fixture.players}
    estimates = {}
    for player, estimate in blocking(estimates_of(game_registry(entry.prompts, entries), fixtures)).items():
        spec = parse_player(specs[player])
        provider = spec.name.partition("/")[0]
        if provider not in PROVIDERS:
            raise UsageError(nearest("provider", provider, PROVIDERS))
        price = price_of(spec, prices)
        thought = family_of(spec.name).thought_at(spec.options.get("reasoning_effort"))
        usages = [
            Usage(prompt=estimate.prompt, completion=round(estimate.completion + each * estimate.requests))
            for each in (thought.usual, thought.few, thought.many)
        ]
        costs = [None if price is None else price.cost(usage) for usage in usages]
        usual, low, high = usages
        estimates[player] = Estimate(estimate.requests, usual, costs[0], low, high, costs[1], costs[2])
    return estimates


def _expect_budget(config: RunConfig, targets: Sequence[str], entry: Entry) -> None:
    """Raise `UsageError` for a budget with which some player could not even be asked once."""
    limits = {"usd": config.usd, "tokens": config.tokens, "requests": config.requests}
    if all(limit is None for limit in limits.values()):
        return
    for player, taken in estimate(targets, entry).items():
        if not taken.requests:
            continue
        usd = (taken.low_cost or 0.0) / taken.requests
        one = {"usd": usd, "tokens": taken.low.total / taken.requests, "requests": 1}
        for name, limit in limits.items():
            if limit is not None and 0 <= limit < one[name]:
                shown = f"${limit:g}" if name == "usd" else f"{limit:,} {name}"
                least = f"${usd:.2g}" if name == "usd" else f"{one[name]:,.0f} {name}"
                raise UsageError(
                    f"a budget of {shown} is less than a single request of {player} is likely to take "
                    f"({least}); give more with --budget-{name}"
                )


def game_registry(prompts: Path | None, suites: Iterable[str] = ()) -> GameRegistry:
    """Where matches find their words and hidden questions: the user's, those of our suites, and those of the
    suites that are named.
    """
    from agonist.suites import OURS, SUITES

    used = [*OURS.values(), *(SUITES[name] for name in suites if name not in OURS)]
    return GameRegistry(
        prompts,
        {name: folder for suite in used for name, folder in suite.wordings.items()},
        {name: probe for suite in used for name, probe in suite.probes.items()},
    )


def _play(
    store: Store,
    name: str,
    player_registry: PlayerRegistry,
    prompts: Path | None,
    config: RunConfig,
    on_change: Callable[[Progress], None],
    already: Spending | None = None,
) -> RunStatus:
    suites = store.run(name).plan.get("suites", ())

    async def rounds() -> RunStatus:
        while True:
            games = game_registry(prompts, suites)
            runner = Runner(
                store, name, player_registry, games, on_change, keep_going=config.keep_going, already=already
            )
            report = await runner.play(LocalExecutor(config.concurrency))
            if report.status != "finished" or not (more := _more(store, name)):
                return report
            store.add_fixtures(name, more)

    with store.claim(name):
        return blocking(rounds())


def _more(store: Store, run: str) -> list[Fixture]:
    """What suites and rules for stopping have to add to a run, now that all its matches are finished."""
    plan = store.run(run).plan
    entries = {name: Entry.from_dict(entry) for name, entry in plan.get("suites", {}).items()}
    added = [more for name, entry in entries.items() for more in _suites()[name].more(store, run, entry)]
    if plan.get("until") or plan.get("pairing") == "informative":
        own = Entry.from_dict({key: plan[key] for key in plan if key in {f.name for f in fields(Entry)}})
        added += [more for text in plan["targets"] for more in _grown(store, run, text, own)]
    return added


def _grown(store: Store, run: str, text: str, entry: Entry) -> list[Fixture]:
    from agonist.tournament.growth import growth, parse_until

    target, matches = parse_target(text, entry.prompts), matches_of(entry)
    policy = parse_policy(entry.policy or "default")
    dealing = Dealing(target, entry.seed, policy, entry.seats, entry.specs, entry.deals, matches)
    done = [m for m in store.matches(run) if m.status == "finished" and m.fixture.part == text]
    return growth(
        done,
        dealing,
        entry.players,
        entry.opponents,
        target.game.seats,
        matches=matches,
        seed=entry.seed,
        pairing=entry.pairing,
        until=parse_until(entry.until),
    )


def matches_of(entry: Entry) -> int:
    """How many matches each table of a game plays, or plays at first."""
    return entry.matches if entry.matches is not None else QUICK if entry.quick else MATCHES
