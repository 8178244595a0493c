"""The results of a run: its report, figures and replays."""

from __future__ import annotations

import gc
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from agonist.api.target_all import is_all
from agonist.core import UsageError, nearest
from agonist.games import kit_or_none
from agonist.kit import guarded
from agonist.players import parse_player
from agonist.store import Reader, Snapshot
from agonist.suites.registry import games_of_plan, suites
from agonist.tournament.evaluation_request import Entry

if TYPE_CHECKING:
    from agonist.match import Step
    from agonist.metrics import Section
    from agonist.metrics.leaderboard import Method
    from agonist.reports.browser.moves import Find
    from agonist.reports.browser.replays import BrowserReplays
    from agonist.reports.figures import Figure
    from agonist.reports.report import Report
    from agonist.store.runs.matches_as_arrays import MatchColumns
    from agonist.store.runs.query_results import Run

OnDamage: TypeAlias = Callable[[str], None]


def report(
    run: str = "latest",
    *,
    db: str | Path = "agonist.db",
    method: Method = "bradley-terry",
    profile: str = "",
    game_theory: bool = False,
    on_damage: OnDamage = lambda _why: None,
) -> Report:
    """All numbers of a run, with the tables of its suites; `agonist.reports.render` formats it.

    Args:
        run: The id of a run, the beginning of one, or `latest`.
        db: The database that holds it.
        method: How players are rated: `bradley-terry`, or `trueskill` fitted to all matches at once.
        profile: How its suite scores, such as `paper`, if different from the start of the run.
        game_theory: With the section on equilibria, α-rank, votes of games and cycles, which takes seconds.
        on_damage: Called with a message for each damaged match, which is left out.

    Raises:
        UsageError: For an unknown run or profile.
        StoreError: For a database that cannot be read.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import run
    >>> with TemporaryDirectory() as folder:
    ...     status = run("tictactoe", ["random", "reference"], matches=2, db=f"{folder}/agonist.db")
    ...     found = report(db=f"{folder}/agonist.db")
    >>> best, other = found.overall.strict
    >>> best.player, other.player
    ('reference', 'random')
    """
    with Snapshot.open(db) as store:
        found = store.without_damage(lambda: _report(store, run, method, profile, game_theory=game_theory))
        _tell(store, on_damage)
        return found


def _tell(store: Reader, on_damage: OnDamage) -> None:
    for why in (*(why for _, why in sorted(store.left_out.items())), *sorted(store.outdated)):
        on_damage(why)


@contextmanager
def uncollected() -> Iterator[None]:
    """While this is open, Python does not search for cycles of garbage, which takes a third of the time of a
    page and finds none."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _report(
    store: Reader,
    run: str,
    method: Method,
    profile: str,
    steps: Mapping[int, Sequence[Step]] | None = None,
    *,
    game_theory: bool = False,
) -> Report:
    from agonist.metrics.run_matches import by_present_rules
    from agonist.reports.report import report_of, with_overview

    found = store.run(run)
    asked_suites = found.plan.get("suites", {})
    if profile and not asked_suites:
        raise UsageError("only suites have profiles, and this run has no suite: leave out the profile")
    sections = [
        section
        for name, entry in asked_suites.items()
        for section in suites()[name].sections(store, found.id, _by_profile(name, entry, profile))
    ]
    done = store.columns(run=found.id).only(
        lambda match: match.status == "finished" and by_present_rules(store, match)
    )
    sections += sections_of_games(store, found.id, (match.fixture.game for match in done.cases))
    sections += _of_forks(store, found.id, done)
    sections += _of_methods(store, found.id, done, {"pgm"} if "magic" in asked_suites else frozenset())
    if game_theory:
        from agonist.metrics.game_theory import game_theory as analysis_of
        from agonist.metrics.game_theory_section import section as section_of

        sections.append(section_of(analysis_of(done.only(lambda match: not match.fixture.parent))))
    fixed = {name: suites()[name].seating for name in asked_suites if not suites()[name].rotates}
    numbers = report_of(store, found.id, method=method, sections=sections, steps=steps, fixed=fixed)
    if not any(map(is_all, found.plan.get("targets", ()))):
        return numbers
    known = {name: suites()[name] for name in asked_suites}
    return with_overview(numbers, done, known, found.plan["players"])


def sections_of_games(store: Reader, run: str, games: Iterable[str]) -> list[Section]:
    """What these games have of their own in a run's report."""
    found = []
    for name in sorted(set(games)):
        kit = kit_or_none(name)
        section = guarded(kit).section if kit is not None else None
        if section is not None:
            found.append(section(store, run))
    return [section for section in found if section is not None]


def _of_forks(store: Reader, run: str, matches: MatchColumns) -> list[Section]:
    """What forks among these matches brought, beside the matches that they were played on from."""
    if not any(match.fixture.parent for match in matches.cases):
        return []
    from agonist.metrics.fork_difference import section

    found = section(store, run)
    return [] if found is None else [found]


OF_METHODS: Final = {
    "attack": "attack_effects",
    "rap": "predictions_of_rap_players",
    "pgm": "beliefs_of_pgm_players",
}
"""For each method, the module of `agonist.metrics` that measures it."""


def _of_methods(
    store: Reader, run: str, matches: MatchColumns, elsewhere: Collection[str]
) -> Iterator[Section]:
    """A section for each method that players of a run used in these matches, except those in a suite's own
    sections."""
    from agonist.metrics.run_matches import finished

    fixtures = [match.fixture for match in matches.cases]
    specs = {fixture.spec(player) for fixture in fixtures for player in fixture.players}
    used = {method for spec in specs for method in parse_player(spec).methods}
    for method, module in OF_METHODS.items():
        if method in used and method not in elsewhere:
            section = import_module(f"agonist.metrics.{module}").section(finished(store, run, ""))
            if section is not None:
                yield section


def report_page(
    run: str = "latest",
    *,
    db: str | Path = "agonist.db",
    method: Method = "bradley-terry",
    profile: str = "",
    game_theory: bool = False,
    full: str | Path | None = None,
    on_damage: OnDamage = lambda _why: None,
    on_drawing: Callable[[int], None] = lambda _matches: None,
) -> str:
    """The report of a run as one HTML page that needs no network: the numbers, and every match to replay.

    Args:
        run: As in `report`.
        db: As in `report`.
        method: As in `report`.
        profile: As in `report`.
        game_theory: As in `report`.
        full: A folder to write the page to instead (`index.html`), with all messages and answers in files
            beside it, which load when they are opened.
        on_damage: As in `report`.
        on_drawing: Called before matches are drawn, with their number: each takes about 10 ms, and long ones
            take more.

    Returns:
        The page, or with `full` its path.

    Raises:
        UsageError: As in `report`, and so does `StoreError`.
    """
    from agonist.reports.page import page, write_folder

    with Snapshot.open(db) as store:
        with uncollected():
            numbers, matches = _with_replays(
                store,
                run,
                method,
                profile,
                whole=full is not None,
                game_theory=game_theory,
                on_drawing=on_drawing,
            )
        _tell(store, on_damage)
    if full is None:
        return page(numbers, matches)
    write_folder(numbers, matches, Path(full))
    return str(Path(full) / "index.html")


def page_of_run(store: Reader, run: str) -> str:
    """Like `report_page`, for an open database."""
    from agonist.reports.page import page

    return page(*_with_replays(store, run, "bradley-terry", "", whole=False))


def _with_replays(
    store: Reader,
    run: str,
    method: Method,
    profile: str,
    *,
    whole: bool,
    game_theory: bool = False,
    on_drawing: Callable[[int], None] = lambda _matches: None,
) -> tuple[Report, BrowserReplays]:
    from agonist.reports.browser.replays import ROOM, replays_of
    from agonist.reports.page import page

    found = store.run(run)

    def read() -> tuple[Report, BrowserReplays]:
        steps = store.steps_of_run(found.id)
        numbers = _report(store, found.id, method, profile, steps, game_theory=game_theory)
        on_drawing(len(steps))
        find, room, besides = _find(found), None if whole else ROOM, len(page(numbers).encode())
        return numbers, replays_of(store, found.id, find, room=room, besides=besides, steps=steps)

    return store.without_damage(read)


def _by_profile(suite: str, stored: Mapping[str, Any], profile: str) -> Entry:
    """The entry of a suite, with this profile if one is named."""
    entry = Entry.from_dict(stored)
    if not profile:
        return entry
    if profile not in suites()[suite].profiles:
        raise UsageError(f"{suite}: {nearest('profile', profile, suites()[suite].profiles)}")
    return replace(entry, profile=profile)


def figures(run: str = "latest", *, db: str | Path = "agonist.db") -> list[str]:
    """The names of the figures of a run, for `figure`; those without data are left out.

    Args:
        run: As in `report`.
        db: As in `report`.

    Raises:
        UsageError: As in `report`, and so does `StoreError`.
    """
    from agonist.reports.figures import figures_of

    return list(figures_of(report(run, db=db)))


def figure(name: str, run: str = "latest", *, db: str | Path = "agonist.db") -> Figure:
    """A figure of a run: a notebook shows it, `save` writes it as a page, `data` has its values.

    Args:
        name: Its name, such as `ratings`; `figures` lists them.
        run: As in `report`.
        db: As in `report`.

    Raises:
        UsageError: For an unknown name, with the nearest one; and as in `report`.
        StoreError: As in `report`.
    """
    from agonist.reports.figures import figure_of

    return figure_of(report(run, db=db), name)


def replays(run: str = "latest", *, db: str | Path = "agonist.db") -> BrowserReplays:
    """All matches of a run for the match browser of a page: moves, pictures, texts.

    Args:
        run: As in `report`.
        db: As in `report`.

    Raises:
        UsageError: As in `report`, and so does `StoreError`.
    """
    from agonist.reports.browser.replays import replays_of

    with Snapshot.open(db) as store:
        found = store.run(run)
        return replays_of(store, found.id, _find(found))


def _find(run: Run) -> Find:
    """The function that finds the games of a run, with the wording of its matches."""
    return games_of_plan(run.plan).kit
