"""The main tournament: its first matches, and those that are added until the ratings have settled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.metrics.run_matches import Played
from agonist.suites.llmarena.environments import Environment
from agonist.suites.llmarena.fixtures import FixturePlan, Table, crowd_of, evenly, seats_each, tables, tested
from agonist.suites.llmarena.settled_ratings import Rule, courses, growth
from agonist.suites.llmarena.variants import environments_of
from agonist.tournament.evaluation_request import Entry

QUICK: Final = {"pairs": 4, "self": 4, "crowd": 5}
"""Matches a table for a first impression, each on a deal of its own."""

UNDERCOVER: Final = 100
"""Matches of each player as undercover, as in the paper: 20 deals in five seats."""


def opening(entry: Entry) -> list[Fixture]:
    """All matches that are played whatever their results."""
    return [fixture for environment in environments_of(entry) for fixture in _opening(entry, environment)]


def _opening(entry: Entry, environment: Environment) -> list[Fixture]:
    plan = FixturePlan(entry, environment, environment.part)
    number = per_table(entry, environment)
    match environment.seating:
        case "pairs":
            found = tables(entry)
            return rounds(plan, found, dict.fromkeys(found, number), {})
        case "self":
            return [f for nth, player in enumerate(tested(entry)) for f in plan.alone(player, nth, number)]
        case "crowd":
            return [
                fixture
                for nth, player in enumerate(tested(entry))
                for fixture in plan.crowd(player, crowd_of(entry)[0], nth, number, undercover=True)
            ]


def per_table(entry: Entry, environment: Environment) -> int:
    """How many matches each table or each player plays at first."""
    if entry.matches is not None:
        return entry.matches
    if entry.quick:
        return QUICK[environment.seating]
    rule = Rule.from_options(entry.options)
    match environment.seating:
        case "pairs":
            met = seats_each(entry)
            # A table plays each deal from both sides, so that the even number may have to be rounded down.
            return min(evenly(rule.games, min(met)), 2 * (rule.cap // (2 * max(met))))
        case "self":
            return rule.games
        case "crowd":
            return UNDERCOVER


def check_cap(entry: Entry) -> None:
    """Raise `UsageError` if everyone who meets everyone would play more games than the cap allows."""
    cap, most = Rule.from_options(entry.options).cap, 2 * max(seats_each(entry))
    paired = any(environment.seating == "pairs" for environment in environments_of(entry))
    if entry.matches is None and not entry.quick and paired and most > cap:
        raise UsageError(
            f"llmarena: to meet each of {most // 2} others twice, a player needs {most} games in each "
            f"environment, and the cap is {cap}: set cap={most} or more, or name fewer players"
        )


def rounds(
    plan: FixturePlan, pairings: Sequence[Table], numbers: Mapping[Table, int], played: Mapping[Table, int]
) -> list[Fixture]:
    """`numbers` more matches of each table, in rounds over all tables, so that none is always rated last."""
    planned = per_table(plan.entry, plan.environment)
    fixtures = []
    for nth, table in enumerate(pairings):
        first, count = played.get(table, 0), numbers.get(table, 0)
        fixtures += list(enumerate(plan.pair(table, nth, first, count, planned=planned)))
    return [fixture for _, fixture in sorted(fixtures, key=lambda one: one[0] // 2)]


def more(entry: Entry, matches: Sequence[Played]) -> list[Fixture]:
    """The matches to add after all of these have been played; none if their number was given."""
    if entry.matches is not None or entry.quick:
        return []
    rule, found = Rule.from_options(entry.options), tables(entry)
    added: list[Fixture] = []
    for environment in environments_of(entry):
        if environment.measure == "trueskill":
            finished = [match for match in matches if match.part == environment.part]
            numbers = growth(courses(match.result for match in finished), found, tested(entry), rule)
            met = Counter(frozenset(match.players) for match in finished)
            played = {table: met[frozenset(table)] for table in found}
            added += rounds(FixturePlan(entry, environment, environment.part), found, numbers, played)
    return added
