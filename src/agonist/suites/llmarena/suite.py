"""The evaluation of LLMArena (Chen et al., 2024)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from agonist.core import UsageError, nearest
from agonist.match import Fixture, Probe
from agonist.metrics import Section
from agonist.metrics.run_matches import Played, finished
from agonist.players import parse_player
from agonist.suites.llmarena import (
    analysis_matches,
    bid_deviation,
    board_over_all_runs,
    case_studies,
    clue_judges,
    connect_four_move_gains,
    effect_of_move_hints,
    equity_by_action,
    hanabi_actions_by_stage,
    human_baseline,
    tables_in_paper_layout,
    tournament,
    undercover_clues_and_guesses,
    variants,
)
from agonist.suites.llmarena.environments import ENVIRONMENTS, chosen
from agonist.suites.llmarena.fixtures import WORDINGS, crowd_of, tested
from agonist.suites.llmarena.hidden_questions import PROBES
from agonist.suites.llmarena.model_options_and_policy import PROFILES
from agonist.suites.llmarena.settled_ratings import Rule
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.suite import Board, Suite

if TYPE_CHECKING:
    from agonist.store import Reader


class LLMArena(Suite):
    """Seven environments, and seven analyses of the matches in them.

    Pairs of players exchange seats on the same deals until their ratings have settled. At Undercover each
    player is the undercover among a fixed crowd; Hanabi each player plays with itself. A sweep plays the
    matches for one analysis; the report has every analysis for which there are matches.
    """

    name: ClassVar[str] = "llmarena"
    title: ClassVar[str] = "LLMArena (Chen et al., 2024)"
    options: ClassVar[Mapping[str, str]] = {
        "games": "environments separated by commas, such as tictactoe,hanabi",
        "least": "games after which a rating can have settled [50]",
        "window": "how many of the last games are looked at [20]",
        "change": "no single one may have moved it by as much as this [0.25]",
        "drift": "all of the last games together may not have moved it by as much as this [0.5]",
        "cap": "games after which it is given up [150]",
        "crowd": "the player around everyone at Undercover, ; for & in it [the opponents, else reference]",
        **variants.OPTIONS,
        "counting": "windows or runs: which lines of discs count at Connect Four [windows]",
        "since": "previous or before: the board that a move there is compared with [previous]",
        "judge": "whether clues describe a word: rules, a player, or a file such as clues.csv [rules]",
        "equity": "sampled or exact: how equities on the flop are found [sampled]",
    }
    sweeps: ClassVar[tuple[str, ...]] = tuple(analysis_matches.SWEEPS)
    profiles: ClassVar[tuple[str, ...]] = PROFILES
    wordings: ClassVar[Mapping[str, Path]] = WORDINGS
    probes: ClassVar[Mapping[str, Probe]] = PROBES

    def check(self, entry: Entry) -> None:
        super().check(entry)
        if entry.seats:
            raise UsageError(
                "llmarena rotates the seats and doesn't take --seat; for people, use --player human"
            )
        if entry.sweep and "games" in entry.options:
            raise UsageError(f"llmarena: the sweep {entry.sweep} has fixed games; leave out games=")
        tested(entry)
        chosen(entry.options.get("games"))
        Rule.from_options(entry.options)
        variants.check(entry)
        (first, *_), specs = crowd_of(entry)
        parse_player(specs.get(first, first))
        clue_judges.check_judge(entry.options.get("judge", "rules"))
        for key in SWITCHES:
            switch(entry, key)
        if entry.sweep:
            analysis_matches.check(entry)
        else:
            tournament.check_cap(entry)

    def schedule(self, entry: Entry) -> list[Fixture]:
        return analysis_matches.swept(entry) if entry.sweep else tournament.opening(entry)

    def more(self, store: Reader, run: str, entry: Entry) -> list[Fixture]:
        matches = finished(store, run, self.name)
        if not entry.sweep and (fixtures := tournament.more(entry, matches)):
            return fixtures
        return judging_of(entry, matches)

    def sections(self, store: Reader, run: str, entry: Entry) -> list[Section]:
        matches = finished(store, run, self.name)
        judge, judged_by = clue_judges.judge_of(entry, [m for m in matches if m.part == clue_judges.PART])
        return [
            *tables_in_paper_layout.ranking(matches, entry.players, Rule.from_options(entry.options)),
            *effect_of_move_hints.section(matches),
            *connect_four_move_gains.section(matches, switch(entry, "counting"), switch(entry, "since")),
            *undercover_clues_and_guesses.section(matches, judge, judged_by),
            *bid_deviation.section(matches),
            *equity_by_action.section(matches, switch(entry, "equity")),
            *hanabi_actions_by_stage.section(matches),
            *human_baseline.section(matches),
            *case_studies.section([match for match in matches if match.part in MAIN]),
        ]

    def board(self, store: Reader, profile: str) -> Board:
        return board_over_all_runs.board(store, profile)


MAIN = frozenset(environment.part for environment in ENVIRONMENTS)
"""The parts of the main tournament."""

SWITCHES: Mapping[str, Sequence[str]] = {
    "counting": ("windows", "runs"),
    "since": ("previous", "before"),
    "equity": ("sampled", "exact"),
}
"""Options with few values, the usual one first."""


def switch(entry: Entry, key: str) -> Any:
    """One of the values of such an option."""
    value = entry.options.get(key, SWITCHES[key][0])
    if value not in SWITCHES[key]:
        raise UsageError(f"llmarena: {nearest(key, value, SWITCHES[key])}")
    return value


def judging_of(entry: Entry, matches: Sequence[Played]) -> list[Fixture]:
    """What the judge is to be asked, if it is a player; if it is a file, the clues are written there."""
    name = entry.options.get("judge", "rules")
    talks = [match for match in matches if match.match.fixture.game == "undercover"]
    if name == "rules" or not talks:
        return []
    clues = list(undercover_clues_and_guesses.clues_in(talks))
    if clue_judges.is_file(name):
        clue_judges.write_sheet(Path(name), clues)
        return []
    judged = [match.match.fixture.options for match in matches if match.part == clue_judges.PART]
    return clue_judges.questions(entry, clues, judged)
