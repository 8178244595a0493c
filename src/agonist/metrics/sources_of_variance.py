"""Where the variance of results comes from: players, opponents, games, seats, deals, wordings, runs.

Results are points of contests, from 0 (lost) to 1 (won alone), on the strict board. Of a match of two, one
seat's points say what the other's are, so it has one result: of either seat in turn. See
`agonist.ratings.variance_components` for the model.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import hypot, sqrt
from typing import Final, TypeAlias

import numpy as np

from agonist.core import UsageError
from agonist.metrics.leaderboard import Row
from agonist.metrics.report_section import ResultTable, Section
from agonist.metrics.results import can_be_rated, is_contest, is_fork, part_of, points_of
from agonist.players.spec import parse_player
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.distributions import normal_quantile
from agonist.ratings.variance_components import Component, Incidence, components, deviation
from agonist.store import StoredMatch

MEANINGS: Final = {
    "player": "how strong players are",
    "opponent": "who does better against whom than strengths say",
    "game": "who is better at which game",
    "seat": "who sits where",
    "deal": "whom a deal favours",
    "wording": "with which wording of the prompts a player does better",
    "temperature": "at which temperature a model does better",
    "run": "in which run a player did better",
    "residual": "all else: the same players, deal and wording again",
}
"""The factors, and what each says."""

LEAST: Final = 20
"""The fewest results that are analysed."""

Level: TypeAlias = tuple[str, Hashable, float]
"""A factor, the level, and its sign or share in the result."""


def variance(matches: Iterable[StoredMatch]) -> list[Component]:
    """The variance of each factor, in squares of points; empty with fewer than `LEAST` results."""
    values: list[float] = []
    entries: defaultdict[str, list[tuple[int, Hashable, float]]] = defaultdict(list)
    for match in matches:
        if match.status != "finished" or is_fork(match) or not can_be_rated(match.scores):
            continue
        if not is_contest(match):
            continue
        points, seats = points_of(match), len(match.fixture.players)
        for seat in [match.nth // 2 % 2] if seats == 2 else range(seats):
            for factor, level, share in _levels(match, seat):
                entries[factor].append((len(values), level, share))
            values.append(points[seat])
    if len(values) < LEAST:
        return []
    factors = {name: _incidence(entries[name]) for name in MEANINGS if name in entries}
    return components(np.array(values), factors)


def _levels(match: StoredMatch, seat: int) -> Iterator[Level]:
    fixture, part = match.fixture, part_of(match)
    others = [other for other in range(len(fixture.players)) if other != seat]
    for each in (seat, *others):
        share = 1.0 if each == seat else -1 / len(others)
        player, temperature = _apart(fixture.spec(fixture.players[each]))
        yield "player", player, share
        yield "game", (player, part), share
        yield "seat", (part, each), share
        if fixture.block:
            yield "deal", (part, fixture.deal, each), share
        yield "wording", (player, fixture.prompts, fixture.wording), share
        yield "temperature", (player, temperature), share
        yield "run", (player, match.run), share
        if len(others) == 1 and each == seat:
            pair = (fixture.players[seat], fixture.players[others[0]])
            yield "opponent", tuple(sorted(pair)), 1.0 if pair == tuple(sorted(pair)) else -1.0


@cache
def _apart(text: str) -> tuple[str, str]:
    """A player without its temperature, and that; a player that no longer exists as it was written."""
    try:
        spec = parse_player(text)
    except UsageError:
        return text, ""
    options = {name: value for name, value in spec.options.items() if name != "temperature"}
    return replace(spec, options=options).identity, spec.options.get("temperature", "")


def _incidence(entries: Sequence[tuple[int, Hashable, float]]) -> Incidence:
    numbers: dict[Hashable, int] = {}
    levels = [numbers.setdefault(level, len(numbers)) for _, level, _ in entries]
    result = np.array([nth for nth, _, _ in entries], dtype=np.intp)
    return Incidence(result, np.array(levels, dtype=np.intp), np.array([share for *_, share in entries]))


def section(found: Sequence[Component], rows: Sequence[Row] = (), wordings: int = 1) -> Section:
    """The table of components; with `rows` of a board, their ratings over all wordings as well."""
    text = "Points go from 0 to 1. Deviation: between levels. Share: of the variance of one result."
    if not found:
        return Section("Variance", f"{text} There are fewer than {LEAST} results: n/a.")
    table = ResultTable(
        "Where variance comes from",
        ("factor", "levels", "deviation", "low", "high", "share", "says", "note"),
        tuple(
            (
                each.factor,
                each.levels,
                deviation(each),
                None if each.low is None else sqrt(each.low),
                None if each.high is None else sqrt(each.high),
                each.share,
                MEANINGS[each.factor],
                each.note,
            )
            for each in found
        ),
        digits=3,
        note="Low and high: 95% intervals of the deviation.",
    )
    wording = next((each for each in found if each.factor == "wording"), None)
    if wording is None or not wording.variance or not rows:
        return Section("Variance", text, (table,))
    return Section("Variance", text, (table, _over_wordings(rows, wording.variance, wordings)))


def _over_wordings(rows: Sequence[Row], variance_: float, wordings: int) -> ResultTable:
    rated = [row for row in rows if row.rating is not None]
    count = max(len(rated), 2)
    reach = normal_quantile(0.975) * ELO * 4 * (count - 1) / count * sqrt(variance_ / wordings)
    shown = []
    for row in rated:
        assert row.rating is not None
        ends: tuple[float | None, float | None] = None, None
        if row.low is not None and row.high is not None:
            below, above = (hypot(end - row.rating, reach) for end in (row.low, row.high))
            ends = row.rating - below, row.rating + above
        shown.append((row.player, row.rating, row.low, row.high, *ends))
    return ResultTable(
        "Ratings over all wordings",
        ("player", "rating", "low", "high", "with wordings: low", "high"),
        tuple(shown),
        note="The last two ends hold for any wording of this kind, not only for those that were played: "
        f"{wordings}.",
    )
