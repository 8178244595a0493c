"""The evaluation of MAgIC (Xu et al., 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from agonist.core import UsageError
from agonist.match import Fixture, Probe
from agonist.metrics import Section
from agonist.metrics.run_matches import finished
from agonist.suites.magic import competition, pgm_belief_charts, sweeps
from agonist.suites.magic.charts import charts_section
from agonist.suites.magic.hidden_questions import PROBES
from agonist.suites.magic.hits_and_trials import Facts
from agonist.suites.magic.tables_in_paper_layout import economic_section, metrics_section
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Suite

if TYPE_CHECKING:
    from agonist.store import Reader


class Magic(Suite):
    """Five scenarios in which a challenger plays fixed defenders, measured by seven metrics.

    Players are challengers, opponents are defenders (by default the reference player). Each challenger plays
    143 games: 20 settings each of Chameleon and Undercover in both roles, and 7 settings each of
    cost sharing, the Prisoner's Dilemma and public goods on all three seats.

    The profile `paper` plays at the paper's temperature of 0, unless a player sets another.
    """

    name: ClassVar[str] = "magic"
    title: ClassVar[str] = "MAgIC (Xu et al., 2024)"
    options: ClassVar[Mapping[str, str]] = {
        "settings": "a file of settings in the published schema, instead of ours",
        "games": "games separated by commas, such as chameleon,public_goods",
        "overspend": "yes: contributors may give more than their 100 tokens, as in Figure 10 [no]",
    }
    sweeps: ClassVar[tuple[str, ...]] = tuple(sweeps.ARMS)
    profiles: ClassVar[tuple[str, ...]] = ("paper",)
    rotates: ClassVar[bool] = False
    seating: ClassVar[str] = (
        "MAgIC exchanges roles, not seats: its settings fix the seats, the same for every challenger."
    )
    wordings: ClassVar[Mapping[str, Path]] = competition.WORDINGS
    probes: ClassVar[Mapping[str, Probe]] = PROBES
    abilities: ClassVar[Mapping[str, Sequence[str]]] = {
        **dict.fromkeys(
            ("chameleon", "undercover"), ("judgement", "reasoning", "deception", "self-awareness")
        ),
        "cost_sharing": ("cooperation", "coordination"),
        **dict.fromkeys(("prisoners_dilemma", "public_goods"), ("rationality",)),
    }

    def check(self, entry: Entry) -> None:
        super().check(entry)
        if entry.seats:
            raise UsageError(
                "magic rotates the seats and doesn't take --seat; for people, use --player human"
            )
        if len(set(entry.players)) < len(entry.players):
            raise UsageError("magic: a player is named twice")
        if entry.sweep:
            sweeps.check(entry)
        competition.settings_of(entry)

    def schedule(self, entry: Entry) -> list[Fixture]:
        entry = competition.named_apart(entry)
        return competition.schedule(sweeps.swept(entry) if entry.sweep else entry)

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        games: dict[str, list[Facts]] = {}
        for played in finished(store, run, "magic: "):
            if not played.match.forfeits:
                facts = Facts(played)
                games.setdefault(facts.player, []).append(facts)
        if not games:
            return []
        found = [
            metrics_section(games, competition.named_apart(entry).opponents),
            economic_section(games),
            sweeps.section(games, entry) if entry.sweep else None,
            pgm_belief_charts.section(games),
            charts_section(games),
        ]
        return [section for section in found if section is not None]
