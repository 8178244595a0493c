"""The published list of matches, stored in a database as results without moves."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from agonist.ratings.bootstrapped_ratings import Scored
from agonist.ratings.result_files import text_of
from agonist.suites.gamebench.games import TITLES
from agonist.suites.gamebench.match_shares import RESULTS, SOURCE, packed, read_published
from agonist.tournament.evaluation_request import Entry

if TYPE_CHECKING:
    from agonist.store import Store

ASSASSIN: Final = (
    "In the published Codenames, the side that hits the assassin with its last guess wins; results of 1 to 0 "
    "may be the wrong way round."
)


def read(file: Path) -> list[Scored]:
    """The matches of the published list. Raises `UsageError` with the place of what is wrong."""
    return read_published(text_of(file), file.name)


def store_results(store: Store, matches: list[Scored], profile: str = "") -> str:
    """A finished run whose plan holds these results; its id, or that of the run that holds them already."""
    results = packed(matches)
    for run in store.runs():
        if run.plan.get("source") == SOURCE and run.plan.get(RESULTS) == results:
            return run.id
    plan = {
        "suite": "gamebench",
        "targets": [title.game for title in TITLES if any(match.game == title.game for match in matches)],
        "players": sorted({name for match in matches for side in match.sides for name in side}),
        "source": SOURCE,
        "suites": {"gamebench": Entry(players=(), profile=profile).as_dict()},
        RESULTS: results,
    }
    name = store.start_run(plan, [], imported=True)
    store.set_status(name, "finished", f"{len(matches)} published results; there are no moves to replay")
    return name
