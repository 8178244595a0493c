"""The paper's Figures 1 and 2, and the four panels that Appendix H has for each game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from agonist.games.titles import title_of
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Chart
from agonist.ratings.bootstrapped_ratings import Ratings, Resampled, Scored
from agonist.suites.gamebench.games import TITLES

OVERALL: Final = "overall"


def panels_section(matches: Sequence[Scored], fitted: Ratings) -> Section:
    """A section with all figures of the paper."""
    games = [title.game for title in TITLES if title.game in fitted.games]
    players = sorted({name for match in matches for side in match.sides for name in side})
    tables: list[ResultTable] = []
    charts = [proportional(fitted, games), boxes("Ratings over all games", fitted.overall)]
    charts += counts(matches, players, games)
    for name, ratings in ((OVERALL, fitted.overall), *((game, fitted.games[game]) for game in games)):
        played = [match for match in matches if name in (OVERALL, match.game)]
        title = title_of(name)
        tables += [
            against(f"{title}: matches", played, players, points=False),
            against(f"{title}: points of the row against the column", played, players, points=True),
            chances(f"{title}: chance that the row wins against the column", ratings),
        ]
        if name != OVERALL:
            charts.append(boxes(f"Ratings: {title}", ratings))
    text = (
        "As Figures 1 and 2 and Appendix H of the paper. A chance to win follows from the difference of two "
        "ratings; it is no share of played matches."
    )
    return Section("GameBench: panels", text, tuple(tables), tuple(charts))


def against(title: str, matches: Sequence[Scored], players: Sequence[str], *, points: bool) -> ResultTable:
    """For each pair of players, the number of matches, or the points of the row's player."""
    met: Counter[tuple[str, str]] = Counter()
    got: Counter[tuple[str, str]] = Counter()
    for match in matches:
        (one,), (other,) = match.sides
        for mine, theirs, score in ((one, other, match.scores[0]), (other, one, match.scores[1])):
            met[mine, theirs] += 1
            got[mine, theirs] += score  # type: ignore[assignment]  # points are no whole numbers
    rows = tuple(
        (
            row,
            *(None if not met[row, column] else (got if points else met)[row, column] for column in players),
        )
        for row in players
    )
    return ResultTable(title, ("player", *players), rows, digits=2)


def chances(title: str, ratings: Sequence[Resampled]) -> ResultTable:
    """The probability that each player beats each other, from the difference of their ratings."""
    names = sorted(row.player for row in ratings)
    strength = {row.player: row.rating for row in ratings}

    def chance(one: str, other: str) -> float | None:
        a, b = strength[one], strength[other]
        return None if a is None or b is None or one == other else 1 / (1 + exp(b - a))

    rows = tuple((one, *(chance(one, other) for other in names)) for one in names)
    return ResultTable(title, ("player", *names), rows, digits=2)


def proportional(ratings: Ratings, games: Sequence[str]) -> Chart:
    """Figure 1a: the strength of each player relative to the best, game by game."""
    series = []
    for player in (row.player for row in ratings.overall):
        points = []
        for game in games:
            best = max((row.rating for row in ratings.games[game] if row.rating is not None), default=None)
            rating = next((row.rating for row in ratings.games[game] if row.player == player), None)
            points.append(None if rating is None or best is None else round(exp(rating - best), 4))
        series.append({"type": "scatter", "name": player, "data": points, "symbolSize": 11})
    option = _over(
        "game", [*map(title_of, games)], {"name": "strength, best = 1", "min": 0, "max": 1}, series
    )
    option |= {"legend": {"type": "scroll", "top": 0}, "grid": {"top": 40, **GRID}}
    return Chart(
        "Strength relative to the best",
        option,
        "For each game a dot a player: exp(rating) over that of the best player, who stands at 1.",
    )


def boxes(title: str, ratings: Sequence[Resampled]) -> Chart:
    """Figure 1b: boxes of the resampled ratings, best first."""
    rated = [row for row in ratings if row.rating is not None]
    data = [[row.low, row.lower, row.median, row.upper, row.high] for row in rated]
    series = [{"type": "boxplot", "data": data}]
    option = _over("player", [row.player for row in rated], {"name": "rating"}, series)
    shows = (
        "For each player a box between the quartiles of the resampled ratings, the median in it, whiskers to "
        "the ends of the 90% interval."
    )
    return Chart(title, option, shows)


def counts(matches: Sequence[Scored], players: Sequence[str], games: Sequence[str]) -> list[Chart]:
    """Figure 2: matches of each player and of each game."""
    by_player = Counter(name for match in matches for side in match.sides for name in side)
    by_game = Counter(match.game for match in matches)
    return [
        _bars("Matches by player", "player", list(players), [by_player[name] for name in players]),
        _bars("Matches by game", "game", list(games), [by_game[game] for game in games]),
    ]


def _bars(title: str, axis: str, names: list[str], values: list[int]) -> Chart:
    option = _over(axis, names, {"name": "matches"}, [{"type": "bar", "data": values}])
    option["tooltip"] = {"trigger": "axis"}
    return Chart(title, option, f"A bar for each {axis}: how many matches.")


GRID: Final = {"bottom": 90, "containLabel": True}


def _over(
    across: str, names: Sequence[str], axis: Mapping[str, Any], series: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """A figure over names, which are written aslant."""
    return {
        "tooltip": {"trigger": "item"},
        "grid": GRID,
        "xAxis": {"type": "category", "name": across, "data": list(names), "axisLabel": {"rotate": 35}},
        "yAxis": {"type": "value", **axis},
        "series": list(series),
    }
