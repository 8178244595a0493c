"""The part of a report that compares players over all suites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from agonist.core import AgonistError
from agonist.games import find_kit
from agonist.metrics import ResultTable, Section
from agonist.metrics.leaderboard import Row
from agonist.metrics.report_section import Cell
from agonist.reports.questions.marks_by_ability import Mark, grid
from agonist.reports.questions.players_marked_0_and_100 import anchors_of, declared_in
from agonist.reports.several_suites.abilities import AbilityResult, Behind, Tags, abilities, behind
from agonist.reports.several_suites.marks import marks_of
from agonist.reports.several_suites.ranks import Aggregates, aggregates

if TYPE_CHECKING:
    from agonist.store import StoredMatch
    from agonist.store.runs.matches_as_arrays import MatchColumns
    from agonist.tournament.suite import Suite

SIDE_BY_SIDE: Final = 3
"""The most players whose intervals are printed beside their marks; with more, JSON and the page have them."""

SCALE: Final = (
    "0 is the baseline player's score and 100 the reference player's, both in this run. Where the two do not "
    "differ significantly, the number is the win rate in percent, or in γ-Bench its own score."
)


@dataclass(frozen=True, slots=True)
class Overview:
    """The results of all suites of a run together. `players`: those evaluated, without the anchors."""

    players: tuple[str, ...]
    marks: tuple[Mark, ...]
    behind: Mapping[str, tuple[Behind, ...]]
    """The games behind each ability, by paper."""
    abilities: tuple[AbilityResult, ...]
    aggregates: Aggregates


def overview_of(
    boards: Sequence[tuple[str, Sequence[Row]]],
    overall: Sequence[Row],
    sections: Sequence[Section],
    matches: MatchColumns,
    suites: Mapping[str, Suite],
    players: Sequence[str],
) -> Overview:
    """The overview of a run. `boards`: by part; `suites`: those of the run; `players`: those evaluated."""
    anchors = anchors_of(matches.by_last_match())
    everyone = list(dict.fromkeys([*players, *anchors.values()]))
    marks = marks_of(boards, sections, anchors, everyone, declared_in(matches.cases))
    tested = [player for player in players if player not in anchors.values()] or list(players)
    tags = tags_of(matches.cases, suites)
    return Overview(
        tuple(tested),
        tuple(marks),
        behind(tags),
        tuple(abilities(marks, tags, tested)),
        aggregates(marks, overall, everyone),
    )


def tags_of(matches: Sequence[StoredMatch], suites: Mapping[str, Suite]) -> Tags:
    """The abilities of each part: as named by its paper, or else by the game."""
    found: dict[str, tuple[str, Sequence[str]]] = {}
    for match in matches:
        part, game = match.fixture.part, match.fixture.game
        name = part.partition(":")[0]
        suite = suites.get(name) or suites.get("gamabench")
        shown = part if name in suites else f"gamabench: {part}"
        if suite is None or shown in found:
            continue
        try:
            tags = find_kit(game).traits.abilities
        except AgonistError:
            tags = ()
        found[shown] = (suite.title, suite.abilities.get(game, tags))
    return found


def sections_of(overview: Overview) -> list[Section]:
    """The overview in tables, for every format."""
    return [
        Section("All suites", SCALE, (_matrix(overview),)),
        Section("All suites: ranks", "", tuple(_ranks(overview.aggregates))),
        Section("All suites: abilities", "", (_abilities(overview), _games_behind(overview))),
    ]


def _matrix(overview: Overview) -> ResultTable:
    columns, marks = grid(overview.marks)
    few = len(overview.players) <= SIDE_BY_SIDE
    header = ["game", "measure"]
    for player in overview.players:
        header += [player, "low", "high"] if few else [player]
    rows: list[tuple[Cell, ...]] = []
    for part in columns:
        row_marks = [marks.get((player, part)) for player in overview.players]
        cells: list[Cell] = []
        for mark in row_marks:
            ends = (None, None) if mark is None else (mark.low, mark.high)
            cells += [None if mark is None else mark.value, *(ends if few else ())]
        rows.append((part, next((mark.measure for mark in row_marks if mark), None), *cells))
    note = "" if few else "Intervals: --format json, or the page."
    return ResultTable("Each player in each game", tuple(header), tuple(rows), digits=0, note=note)


def _ranks(values: Aggregates) -> list[ResultTable]:
    if not values.ranks:
        return [ResultTable("Overall ranks", ("player",), (), note="Not enough data.")]
    players = list(next(iter(values.ranks.values())))
    players.sort(key=lambda player: (sum(ranks[player] for ranks in values.ranks.values()), player))
    rows: list[tuple[Cell, ...]] = []
    for player in players:
        player_ranks = [ranks[player] for ranks in values.ranks.values()]
        low, high = values.resampled.get(player, (None, None))
        rows.append((player, *player_ranks, min(player_ranks), max(player_ranks), low, high))
    header = ("player", *values.ranks, "best", "worst", "resampled best", "resampled worst")
    note = (
        "best, worst: over the aggregates. resampled: 95% of the ranks by mean score when the "
        f"{values.games} games are resampled. Only games in which all players have a number count; "
        "Bradley-Terry counts every match."
    )
    taus: list[tuple[Cell, ...]] = [(one, other, tau) for one, other, tau in values.taus]
    return [
        ResultTable("Overall ranks", header, tuple(rows), digits=1, note=note),
        ResultTable(
            "Agreement of the aggregates",
            ("aggregate", "other", "tau"),
            tuple(taus),
            digits=2,
            note="Kendall's tau-b: 1 is the same order, 0 none, -1 the opposite.",
        ),
    ]


def _abilities(overview: Overview) -> ResultTable:
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (
            one.player,
            one.ability,
            one.value,
            one.low,
            one.high,
            f"{one.games} of {sum(len(paper.parts) for paper in overview.behind[one.ability])}"
            + ("" if one.value is not None else ": not enough data"),
        )
        for one in overview.abilities
    )
    note = "games: how many of the games that test it have a mark with an interval; at least two are needed."
    return ResultTable(
        "Profile", ("player", "ability", "value", "low", "high", "games"), rows, digits=0, note=note
    )


def _games_behind(overview: Overview) -> ResultTable:
    rows = tuple(
        (ability, paper.paper, ", ".join(part.partition(": ")[2] for part in paper.parts))
        for ability, papers in overview.behind.items()
        for paper in papers
    )
    return ResultTable("Games behind the abilities", ("ability", "paper", "games"), rows)
