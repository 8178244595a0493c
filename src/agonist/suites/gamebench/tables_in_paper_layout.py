"""Ratings and scores, beside the paper's printed ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell, best_two
from agonist.ratings import clustered_mean
from agonist.ratings.bootstrapped_ratings import Ratings, Resampled, Scored
from agonist.suites.gamebench.games import TITLES
from agonist.suites.gamebench.printed_tables import NEVER_PLAYED, published

OVERALL: Final = "overall"

MARKED: Final = "In bold: the best of each column; underlined: the second."

COUNTED: Final = (
    "On the natural log scale, the average player at 0: who is 1 better wins 73% of the points. low and high "
    "are the ends of the 90% interval, from resampled deals (n/a with fewer than ten); q1 and q3 are the "
    "quartiles of the resamples; error is the Monte Carlo error of their mean."
)

AS_PAPER: Final = (
    " Counted as in the paper: low and high are the 5th and 95th percentile of resampled matches; draws left "
    "out, 0.001 of a win between any two players, 1,000 resamples. A player who "
    "never played a game has a rating there all the same, which says nothing."
)

MISLABELLED: Final = (
    "The paper's Tables 2 and 3 have wrong column labels but for AYT; here each number stands under its true "
    "game, with the printed label in brackets. Its Figure 1 and Appendix H are labelled right. Its ratings "
    "are relative to its own seven agents: compare differences to random, not the numbers."
)


def ratings_section(fitted: Ratings, *, paper: bool) -> Section:
    """The ratings over all games, and in each game."""
    games = [title.game for title in TITLES if title.game in fitted.games]
    by_game = {game: {row.player: row for row in fitted.games[game]} for game in games}
    rows = tuple(
        (row.player, row.rating, *(_rating(by_game[game].get(row.player)) for game in games))
        for row in fitted.overall
    )
    best, second = best_two(rows, range(1, len(games) + 2))
    wide = ResultTable("Ratings by game", ("player", OVERALL, *games), rows, 2, MARKED, best, second)
    each = [
        _intervals(f"Ratings: {name}", ratings)
        for name, ratings in ((OVERALL, fitted.overall), *((game, fitted.games[game]) for game in games))
    ]
    warnings = "".join(f" Note: {each}." for each in fitted.warnings)
    text = f"{COUNTED}{AS_PAPER if paper else ''}{warnings}"
    return Section("GameBench: ratings", text, (each[0], wide, *each[1:]))


def _rating(row: Resampled | None) -> float | None:
    return None if row is None else row.rating


def _intervals(title: str, ratings: Sequence[Resampled]) -> ResultTable:
    header = ("player", "rating", "low", "high", "q1", "median", "q3", "error", "matches", "note")
    rows = tuple(
        (r.player, r.rating, r.low, r.high, r.lower, r.median, r.upper, r.error, r.matches, r.note)
        for r in ratings
    )
    return ResultTable(title, header, rows, digits=2)


def scores_section(matches: Sequence[Scored], players: Sequence[str]) -> Section:
    """The mean share of each player at each game, with the published rows below."""
    games = [title for title in TITLES if any(match.game == title.game for match in matches)]
    header = ("player", OVERALL, "low", "high", *(f"{title.game} ({title.printed})" for title in games))
    rows: list[tuple[Cell, ...]] = []
    for player in players:
        whole = mean_share(matches, player)
        each = [mean_share([m for m in matches if m.game == title.game], player)[0] for title in games]
        rows.append((player, *whole, *each))
    for agent, scores in published("3").items():
        each = [scores.get(title.id) for title in games]
        rows.append((f"{agent} (GameBench)", scores.get(OVERALL), None, None, *each))
    note = (
        f"The mean over all matches, not over games, with its 95% interval. {MARKED} The paper's rows are "
        f"compared among themselves. {MISLABELLED}"
    )
    measured = [1, *range(4, len(header))]
    own, printed = (
        best_two(rows, measured, among) for among in (range(len(players)), range(len(players), len(rows)))
    )
    best, second = own[0] + printed[0], own[1] + printed[1]
    table = ResultTable("Mean scores", header, tuple(rows), 2, note, best, second)
    return Section("GameBench: scores", "", (table,))


def mean_share(matches: Sequence[Scored], player: str) -> tuple[float | None, float | None, float | None]:
    """The mean share of a player with its 95% interval, over deals."""
    shares = [
        (match.block or f"match {nth}", match.scores[at])
        for nth, match in enumerate(matches)
        for at, side in enumerate(match.sides)
        if side == (player,)
    ]
    return clustered_mean(shares, seen=(0.0, 1.0))


def published_section() -> Section:
    """The paper's ratings under their true games."""
    header = ("agent", OVERALL, *(f"{title.game} ({title.printed})" for title in TITLES))
    rows = tuple(
        (agent, ratings[OVERALL], *(_printed(agent, title.id, ratings) for title in TITLES))
        for agent, ratings in published("2").items()
    )
    note = f"{MISLABELLED} In brackets: the agent never played the game, and the number says nothing."
    best, second = best_two(rows, range(1, len(header)))
    table = ResultTable("Published ratings (Table 2)", header, rows, 2, f"{note} {MARKED}", best, second)
    return Section("GameBench: published ratings", "", (table,))


def _printed(agent: str, game: str, ratings: Mapping[str, float]) -> Cell:
    value = ratings.get(game)
    if value is not None and game in NEVER_PLAYED.get(agent, ()):
        return f"({value:.2f})"
    return value
