"""All players of a database by the mean of their normalised scores, over all runs of the suite."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from agonist.core import counted
from agonist.kit import option_texts
from agonist.match.invalid_answer_policy import parse_policy
from agonist.metrics import ResultTable
from agonist.metrics.report_section import Cell, by_rating
from agonist.metrics.run_matches import Played, finished_in_all_runs
from agonist.ratings.share_intervals import NO_SPAN, Span, combined
from agonist.suites.llmarena.environment_scores import as_part_of, best, scores
from agonist.suites.llmarena.environments import ENVIRONMENTS, Environment
from agonist.suites.llmarena.model_options_and_policy import Conditions, conditions

if TYPE_CHECKING:
    from agonist.store import Reader
    from agonist.tournament.suite import Board


@dataclass(frozen=True)
class Collected:
    """The matches of an environment that are comparable, and how many were left out."""

    matches: Sequence[Played]
    left_out: int
    crowd: str = ""
    others: Mapping[str, Sequence[Played]] = field(default_factory=dict)
    """Matches with other options than the paper's, by what is different."""


def board(store: Reader, profile: str) -> Board:
    """A row for each player, best first: the mean of its normalised scores in the seven environments.

    Only matches under the same conditions are compared: the policy of the profile, the paper's options, and
    at Undercover one crowd, the one with the most matches. Matches with other options are in a separate
    table, grouped by options.
    """
    matches = finished_in_all_runs(store, "llmarena: ")
    wanted = conditions(profile)
    collected = {each: _collect(each, matches, wanted) for each in ENVIRONMENTS}
    columns = {each: scores(each, found.matches) for each, found in collected.items() if found.matches}
    others = _others(collected)
    if not columns:
        return "There is no finished match of the main tournament under these conditions yet.", ()
    text = (
        "rating: the mean of the normalised scores (100 for the best of a column) over all environments that "
        "the board has and whose best score is above 0; a player without a score in one of them has no "
        "rating. The interval treats the environments as independent and the best scores as exactly known."
    )
    return text, (_board(columns, collected), _parts(columns), *others)


def _collect(each: Environment, matches: Iterable[Played], wanted: Conditions) -> Collected:
    """The comparable matches of an environment; those with other options by what is different."""
    usual = option_texts(each.make())
    played = [match for match in matches if match.part == each.part]
    by_options: dict[str, list[Played]] = {}
    for match in played:
        fixture = match.match.fixture
        alike = all(fixture.style.get(key) == value for key, value in wanted.style(each).items())
        if alike and fixture.policy == parse_policy(wanted.policy):
            by_options.setdefault(_difference(fixture.options, usual), []).append(match)
    crowds = {options: _one_crowd(each, found) for options, found in by_options.items()}
    kept, crowd = crowds.pop("", ([], ""))
    others = {options: found for options, (found, _) in crowds.items()}
    left_out = len(played) - len(kept) - sum(map(len, others.values()))
    return Collected(kept, left_out, crowd, others)


def _difference(options: Mapping[str, Any], usual: Mapping[str, Any]) -> str:
    """Which options are not the paper's, in words; none if all are."""
    other = {key: value for key, value in sorted(options.items()) if usual.get(key) != value}
    return "&".join(
        f"{key}={','.join(map(str, value)) if isinstance(value, list | tuple) else value}"
        for key, value in other.items()
    )


def _one_crowd(each: Environment, matches: Sequence[Played]) -> tuple[Sequence[Played], str]:
    """The matches with the most frequent crowd, and that crowd; all matches in other environments."""
    if each.seating != "crowd":
        return matches, ""
    crowds = Counter(map(crowd_of_match, matches))
    crowd = min(crowds, key=lambda name: (-crowds[name], name), default="")
    return [match for match in matches if crowd_of_match(match) == crowd], crowd


def crowd_of_match(match: Played) -> str:
    """The crowd around the player who was the undercover."""
    (seat,) = match.match.fixture.script["undercover"]
    others = [name for other, name in enumerate(match.players) if other != seat]
    return ", ".join(dict.fromkeys(others))


def _board(
    columns: Mapping[Environment, Mapping[str, Span]], collected: Mapping[Environment, Collected]
) -> ResultTable:
    players = {name for column in columns.values() for name in column}
    ranked = {each: column for each, column in columns.items() if (best(column) or 0) > 0}
    rows: list[tuple[Cell, ...]] = []
    for player in players:
        cells = [as_part_of(column.get(player), best(column)) for column in columns.values()]
        number = sum(column[player].trials for column in columns.values() if player in column)
        rows.append((player, *_mean(player, ranked), number, *cells))
    rows.sort(key=by_rating)
    header = ("player", "rating", "low", "high", "matches", *(each.column for each in columns))
    left_out = sum(found.left_out for found in collected.values())
    notes = [
        f"Left out for their policy, temperature or crowd: {counted(left_out, 'match', 'matches')}."
        if left_out
        else "",
        *(f"The crowd at Undercover: {found.crowd}." for found in collected.values() if found.crowd),
    ]
    return ResultTable("Overall", header, tuple(rows), note=" ".join(filter(None, notes)))


def _mean(player: str, columns: Mapping[Environment, Mapping[str, Span]]) -> Span:
    """The mean of all normalised scores, and its interval."""
    parts = [
        (100 / top / len(columns), column.get(player, NO_SPAN))
        for column in columns.values()
        if (top := best(column))
    ]
    mean = combined(parts) if parts else NO_SPAN
    # It cannot exceed that of the best of every column.
    return replace(mean, high=None if mean.high is None else min(mean.high, 100.0))


def _others(collected: Mapping[Environment, Collected]) -> tuple[ResultTable, ...]:
    """The scores under other options than the paper's; no table if there are none."""
    rows = [
        (player, each.column, options, *score, score.trials)
        for each, found in collected.items()
        for options, matches in sorted(found.others.items())
        for player, score in scores(each, matches).items()
    ]
    header = ("player", "environment", "options", "raw", "raw low", "raw high", "played")
    note = "Raw scores compare within one environment and the same options; they are no part of the rating."
    table = ResultTable("With other options than the paper's", header, tuple(rows), digits=2, note=note)
    return (table,) if rows else ()


def _parts(columns: Mapping[Environment, Mapping[str, Span]]) -> ResultTable:
    rows = [
        (player, each.column, *score, score.trials)
        for each, column in columns.items()
        for player, score in column.items()
    ]
    header = ("player", "environment", "raw", "raw low", "raw high", "played")
    return ResultTable("By environment", header, tuple(rows), digits=2)
