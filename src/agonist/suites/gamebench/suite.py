"""The evaluation of GameBench (Costarelli et al., 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from agonist.core import UsageError, nearest
from agonist.match import Fixture
from agonist.metrics import Section
from agonist.metrics.run_matches import finished, finished_in_all_runs
from agonist.ratings.bootstrapped_ratings import Ratings, Scored, rate, rate_as_gamebench
from agonist.suites.gamebench import guide_and_depth_sweeps
from agonist.suites.gamebench.games import TITLES, chosen
from agonist.suites.gamebench.importer import ASSASSIN
from agonist.suites.gamebench.match_shares import all_scored, unpacked
from agonist.suites.gamebench.panels import panels_section
from agonist.suites.gamebench.results_over_games import aggregates_section
from agonist.suites.gamebench.schedule import everyone, schedule
from agonist.suites.gamebench.tables_in_paper_layout import published_section, ratings_section, scores_section
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Board, Suite

if TYPE_CHECKING:
    from agonist.store import Reader


class GameBench(Suite):
    """Nine board, card and social games in mirrored pairs.

    All players play each other, or the opponents; a single player plays `random` and `reference`. On each
    deal two players play twice, with exchanged sides. The sweep `guide` compares each model with and without
    a strategy guide, the sweep `depth` a searching model at several depths.
    """

    name: ClassVar[str] = "gamebench"
    title: ClassVar[str] = "GameBench (Costarelli et al., 2024)"
    options: ClassVar[Mapping[str, str]] = {
        "games": "some of the nine, as games=hive+pit [all]",
        "rules": "published, or the reductions of the paper [published]",
    }
    sweeps: ClassVar[tuple[str, ...]] = guide_and_depth_sweeps.NAMES
    profiles: ClassVar[tuple[str, ...]] = ("default", "paper")
    abilities: ClassVar[Mapping[str, Sequence[str]]] = {title.game: title.tags for title in TITLES}

    def check(self, entry: Entry) -> None:
        super().check(entry)
        chosen(entry.options.get("games", ""))
        rules = entry.options.get("rules", "published")
        if rules not in ("published", "paper"):
            raise UsageError(f"gamebench: {nearest('rules', rules, ('published', 'paper'))}")
        if entry.seats:
            raise UsageError(
                "gamebench exchanges the sides and doesn't take --seat; for people, use --player human"
            )
        if entry.matches is not None and (entry.matches < 2 or entry.matches % 2):
            raise UsageError(f"gamebench plays mirrored pairs: matches must be even, not {entry.matches}")
        if len(set(everyone(entry))) < 2:
            raise UsageError("gamebench: name at least two players")
        guide_and_depth_sweeps.check(entry)

    def notes(self, entry: Entry) -> list[str]:
        if len(entry.players) == 1 and not entry.opponents:
            return [
                "gamebench: a player alone meets random and reference; name more with --player or --opponent"
            ]
        return []

    def schedule(self, entry: Entry) -> list[Fixture]:
        return guide_and_depth_sweeps.schedule(entry) if entry.sweep else schedule(entry)

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        listed = unpacked(store.run(run).plan)
        played = finished(store, run, "gamebench: ")
        if entry.sweep:
            return guide_and_depth_sweeps.sections(entry, played)
        found = sections(listed or all_scored(played), entry.profile)
        if any(match.game == "codenames" for match in listed):
            found[0] = replace(found[0], text=f"{found[0].text} {ASSASSIN}")
        return found

    def board(self, store: Reader, profile: str) -> Board:
        played = [match for match in finished_in_all_runs(store, "gamebench: ") if "|" not in match.part]
        found = [*all_scored(played), *(m for run in store.runs() for m in unpacked(run.plan))]
        if not found:
            return "There is no finished match of the suite yet.", ()
        section = ratings_section(_ratings(found, profile), paper=profile == "paper")
        return section.text, section.tables[:2]


def sections(matches: Sequence[Scored], profile: str) -> list[Section]:
    """All sections of the suite's report."""
    if not matches:
        return []
    found = _ratings(matches, profile)
    return [
        ratings_section(found, paper=profile == "paper"),
        scores_section(matches, [row.player for row in found.overall]),
        aggregates_section(matches, found),
        panels_section(matches, found),
        published_section(),
    ]


def _ratings(matches: Sequence[Scored], profile: str) -> Ratings:
    return rate_as_gamebench(matches) if profile == "paper" else rate(matches, shares=True)
