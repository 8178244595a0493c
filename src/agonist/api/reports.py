"""What a run says once it is played: its report, figures and replays."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agonist.api.registry import game_registry, suites
from agonist.core import UsageError, nearest
from agonist.store import Store
from agonist.tournament.suite import Entry

if TYPE_CHECKING:
    from agonist.metrics.leaderboard import Method
    from agonist.reports.figures import Figure
    from agonist.reports.page_matches import Replays
    from agonist.reports.report import Report


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
            for section in suites()[name].sections(store, found.id, _by_profile(name, entry, profile))
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
    if profile not in suites()[suite].profiles:
        raise UsageError(f"{suite}: {nearest('profile', profile, suites()[suite].profiles)}")
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
