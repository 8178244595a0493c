"""Given matches as a run: `run_fixtures`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.reports.notebook import notebook_progress
from agonist.run_config import RunConfig
from agonist.store import Store
from agonist.suites.registry import game_registry
from agonist.text.prompt_files import forget_words
from agonist.tournament import Progress, RunStatus, check
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Folders, folders


def run_fixtures(
    fixtures: Iterable[Fixture],
    *,
    db: str | Path = "agonist.db",
    prompts: Folders = None,
    config: RunConfig | None = None,
    on_change: Callable[[Progress], None] | None = None,
    on_start: Callable[[str], None] = lambda _run: None,
) -> RunStatus:
    """Play these matches as one run and store it, as `run` does with those that it plans.

    Args:
        fixtures: The matches, as `fixture` or `LoadedMatch.fork` make them.
        db: As in `run`. What is played on from a match is stored in the database of that match.
        prompts: As in `run`.
        config: As in `run`.
        on_change: As in `run`.
        on_start: As in `run`.

    Raises:
        UsageError: If there is no match, two players have one name, or the parent of a match is not in this
            database. For all else as in `run`.

    >>> from tempfile import TemporaryDirectory
    >>> from agonist import fixture
    >>> with TemporaryDirectory() as folder:
    ...     matches = [fixture("tictactoe", ["random", "reference"], seed=seed) for seed in (3, 5, 8)]
    ...     run_fixtures(matches, db=f"{folder}/agonist.db").progress.finished
    3
    """
    from agonist.api.evaluation import play_run

    forget_words()
    planned, config = list(fixtures), config or RunConfig()
    player_registry = config.player_registry()
    check(planned, player_registry, game_registry(prompts))
    heard = on_change or notebook_progress() or (lambda _progress: None)
    with Store.open(db) as store:
        run = store.start_run(_plan(store, planned, prompts, config), planned)
        on_start(run)
        return play_run(store, run, player_registry, config, heard, db=db)


def plan_fixtures(store: Store, fixtures: Sequence[Fixture], prompts: Folders, config: RunConfig) -> str:
    """Check matches like `run_fixtures` and store them as a run, for `resume` to play; returns its id.

    Nothing is stored if any of them cannot be played.
    """
    forget_words()
    check(fixtures, config.player_registry(), game_registry(prompts))
    return store.start_run(_plan(store, fixtures, prompts, config), list(fixtures))


def _plan(store: Store, fixtures: Sequence[Fixture], prompts: Folders, config: RunConfig) -> dict[str, Any]:
    budget = {"usd": config.usd, "tokens": config.tokens, "requests": config.requests}
    return {**plan_of_fixtures(store, fixtures, prompts), "budget": budget}


def plan_of_fixtures(store: Store, fixtures: Sequence[Fixture], prompts: Folders) -> dict[str, Any]:
    """The plan of a run of given matches."""
    if not fixtures:
        raise UsageError("a run has at least one match")
    specs: dict[str, str] = {}
    for fixture in fixtures:
        for player in fixture.players:
            if specs.setdefault(player, fixture.spec(player)) != fixture.spec(player):
                raise UsageError(f"two players of these matches are called {player!r}: give each a name")
        _expect_parent(store, fixture)
    (seed, *others) = {fixture.seed for fixture in fixtures}
    absolute = tuple(folder.absolute() for folder in folders(prompts))
    entry = Entry(tuple(specs), specs=specs, matches=1, prompts=absolute)
    return {
        **entry.as_dict(),
        "given": True,
        "targets": list(dict.fromkeys(fixture.part or fixture.game for fixture in fixtures)),
        "suites": {},
        "seed": "" if others else seed,
    }


def _expect_parent(store: Store, fixture: Fixture) -> None:
    """Raise `UsageError` unless the match that this one is played on from is the one in this database."""
    parent = fixture.parent
    if parent and store.match(parent["match"]).fixture.key != parent["key"]:
        raise UsageError(
            f"match {parent['match']} of {store.name} is not the one that was played on from: give the "
            "database that it was loaded from"
        )
