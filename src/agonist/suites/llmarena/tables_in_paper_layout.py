"""The report's tables of the seven environments, beside the published ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.metrics.run_matches import Played, distinct
from agonist.ratings.share_intervals import NO_SPAN, Span
from agonist.suites.llmarena.board_over_all_runs import crowd_of_match
from agonist.suites.llmarena.environment_scores import as_part_of, best, scores
from agonist.suites.llmarena.environments import ENVIRONMENTS, Environment
from agonist.suites.llmarena.model_size_classes import class_means
from agonist.suites.llmarena.printed_tables import corrections, published, raw_cell
from agonist.suites.llmarena.settled_ratings import RatingHistory, Rule, courses

Columns = Mapping[str, Mapping[str, Span]]
"""The scores of each environment, by its column and by player."""

USUAL = {
    "trueskill": "TrueSkill's mean, which is 25 for an unknown player",
    "win rate": "matches won as the undercover, in percent",
    "mean": "the mean reward",
}
MEASURES = {
    each: {
        "sealed_bid_auction": "the mean reward of a match, in dollars",
        "hanabi": "the mean score at the end, which is 0 where the last life was lost",
    }.get(each.game, USUAL[each.measure])
    for each in ENVIRONMENTS
}
"""The measure in a column, for its header."""


def by_environment(matches: Sequence[Played]) -> dict[Environment, list[Played]]:
    """The matches of the main tournament, by environment; those that were played."""
    found = {each: [match for match in matches if match.part == each.part] for each in ENVIRONMENTS}
    return {each: played for each, played in found.items() if played}


def ranking(matches: Sequence[Played], players: Sequence[str], rule: Rule) -> list[Section]:
    """The sections on the main tournament; none if it was not played."""
    played = by_environment(matches)
    if not played:
        return []
    columns: Columns = {each.column: scores(each, played_there) for each, played_there in played.items()}
    seen = {name for column in columns.values() for name in column}
    rows = [*(player for player in players if player in seen), *sorted(seen - set(players))]
    measures = "; ".join(
        f"{', '.join(each.column for each in played if MEASURES[each] == measure)}: {measure}"
        for measure in dict.fromkeys(MEASURES[each] for each in played)
    )
    return [
        Section(
            "LLMArena: the seven environments",
            f"{measures}. All intervals are 95%.{_crowd(played)}",
            tables=(raw(columns, rows), normal(columns, rows), intervals(columns, rows)),
        ),
        settling(played, rule),
    ]


def _crowd(played: Mapping[Environment, Sequence[Played]]) -> str:
    """Who sits around the players at Undercover."""
    around = [match for each, there in played.items() if each.seating == "crowd" for match in there]
    crowds = dict.fromkeys(map(crowd_of_match, around))
    return f" The crowd at Undercover: {'; '.join(crowds)}." if crowds else ""


def raw(columns: Columns, rows: Sequence[str]) -> ResultTable:
    """As Table 4."""
    names = tuple(each.column for each in ENVIRONMENTS)
    ours: list[tuple[Cell, ...]] = [
        (player, *(columns.get(name, {}).get(player, NO_SPAN).value for name in names)) for player in rows
    ]
    theirs: list[tuple[Cell, ...]] = [
        (f"{model} (published)", *(raw_cell(model, name) for name in names)) for model in published("4")
    ]
    note = (
        f"{corrections()} Published rewards of Hanabi cannot be compared with ours: they are what its log "
        "kept of a game, which is not the score at its end."
    )
    return ResultTable("Raw scores, as Table 4", ("player", *names), (*ours, *theirs), digits=2, note=note)


def normal(columns: Columns, rows: Sequence[str]) -> ResultTable:
    """As Table 1: a part of the best raw score in the column, in percent."""
    names = tuple(each.column for each in ENVIRONMENTS)
    ours: list[tuple[Cell, ...]] = []
    for player in rows:
        cells = [
            as_part_of(column.get(player), best(column))
            for name in names
            for column in [columns.get(name, {})]
        ]
        known = [cell for cell in cells if cell is not None]
        average = sum(known) / len(known) if len(known) == len(names) else None
        ours.append((player, *cells, average))
    theirs: list[tuple[Cell, ...]] = [
        (f"{model} (published)", *(row[name] for name in (*names, "Average")))
        for model, row in published("1").items()
    ]
    theirs += _classes("published", {model: row for model, *row in _numbers(theirs)})
    ours += _classes("ours", {player: row for player, *row in _numbers(ours)})
    note = (
        "100 times the raw score, divided by the best raw score in the column: ours by the best of this run, "
        "the published by GPT-4's; n/a where the best is not above 0. The average needs all seven. Means by "
        "size class: models whose name says their size."
    )
    header = ("player", *names, "Average")
    return ResultTable("Normalised scores, as Table 1", header, (*ours, *theirs), digits=2, note=note)


def _numbers(rows: Sequence[tuple[Cell, ...]]) -> list[tuple[Any, ...]]:
    return [(row[0], *(None if cell is None else float(cell) for cell in row[1:])) for row in rows]


def _classes(whose: str, rows: Mapping[str, Sequence[float | None]]) -> list[tuple[Cell, ...]]:
    """A row with the means of each class of sizes that has two models or more."""
    return [
        (f"mean of {number} models of {each} ({whose})", *means)
        for each, (number, means) in class_means(rows).items()
        if number > 1
    ]


def intervals(columns: Columns, rows: Sequence[str]) -> ResultTable:
    """Every score with its interval, raw and normalised."""
    cells: list[tuple[Cell, ...]] = []
    for name, column in columns.items():
        top = best(column)
        for player in rows:
            if (score := column.get(player)) is not None:
                ends = [as_part_of(Span(end, None, None), top) for end in (score.low, score.high)]
                parts = [None if end is None else min(100.0, end) for end in ends]
                cells.append((name, player, score.trials, *score, as_part_of(score, top), *parts))
    header = (
        *("environment", "player", "matches", "raw", "low", "high"),
        *("normalised", "normalised low", "normalised high"),
    )
    note = (
        "Matches: those in which the player is measured. Normalised ends take the best score for certain, "
        "which is 100 by definition, and stop there. No interval: fewer than two deals, or the same result "
        "on every one."
    )
    return ResultTable("Scores with their intervals", header, tuple(cells), digits=2, note=note)


def settling(played: Mapping[Environment, Sequence[Played]], rule: Rule) -> Section:
    """Whether each rating has settled, with the numbers that decide it."""
    rows: list[tuple[Cell, ...]] = []
    for each, there in played.items():
        if each.measure != "trueskill":
            continue
        found: Mapping[str, RatingHistory] = courses(match.result for match in there)
        for player, course in found.items():
            settled = course.settled(rule)
            rows.append(
                (
                    each.column,
                    player,
                    course.games,
                    course.skill.mu,
                    course.skill.sigma,
                    course.largest(rule.window),
                    course.drift(rule.window),
                    "yes" if settled else "no",
                    course.missing(rule),
                    fallback_percent(there, player),
                    distinct([match for match in there if player in match.players]),
                )
            )
    text = (
        f"A rating has settled after at least {rule.games} games of which none of the last {rule.window} "
        f"moved it by {rule.change:g} or more and all {rule.window} together did not move it by "
        f"{rule.drift:g} or more; at {rule.cap} games it is given up. The paper plays until "
        "ratings converge, over 50 games, and gives no criterion."
    )
    header = (
        *("environment", "player", "games", "mu", "sigma"),
        *(f"largest change in {rule.window}", f"sum of changes in {rule.window}"),
        *("settled", "games missing at least", "fallback, %", "distinct games"),
    )
    note = (
        "mu: after the games in the order in which they were planned; the scores above do not depend on it. "
        "Assisted: games in which a random move stood in for an answer that could not be played. Distinct: "
        "games that differ in some move; players without chance repeat themselves, and sigma takes no notice."
    )
    table = ResultTable("Ratings, game by game", header, tuple(rows), digits=2, note=note)
    return Section("LLMArena: have the ratings settled?", text, tables=(table,))


def fallback_percent(matches: Sequence[Played], player: str) -> float | None:
    """The share of a player's matches with a fallback move of theirs, in percent."""
    played = [match for match in matches if player in match.players]
    with_fallback = sum(
        any(seat in match.match.fallback for seat in match.seats_of(player)) for match in played
    )
    return 100 * with_fallback / len(played) if played else None
