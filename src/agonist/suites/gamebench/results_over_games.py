"""Results over several games: a common factor, six kinds of reasoning, and ratings without each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.games.titles import title_of
from agonist.metrics import ResultTable, Section
from agonist.metrics.report_section import Cell
from agonist.ratings.bootstrapped_ratings import Ratings, Scored, rate
from agonist.suites.gamebench.games import BY_GAME, TAGS, TITLES

Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

FEWEST_PLAYERS: Final = 5
FEWEST_GAMES: Final = 3
"""The least number of games and of players for a factor."""

RESAMPLES: Final = 500
ROUNDS: Final = 500


@dataclass(frozen=True, slots=True)
class Factor:
    """One common factor of several games.

    `loadings` by game, `scores` by player (mean 0, standard deviation 1), `share` of the variance that the
    factor explains, and `alpha`, Cronbach's reliability of the sum of the games.
    """

    loadings: Mapping[str, float]
    scores: Mapping[str, float]
    share: float
    alpha: float


def general_factor(ratings: Mapping[str, Mapping[str, float | None]]) -> Factor | None:
    """The factor of these ratings, by game and player; `None` where there are too few of either.

    Principal axis factoring: the communalities in the diagonal of the correlations are iterated until they
    converge (Harman, "Modern Factor Analysis", 1976). Only players who are rated in every game count, and
    only games in which they differ.
    """
    games = list(ratings)
    everyone = {player for by_player in ratings.values() for player in by_player}
    players = sorted(p for p in everyone if all(ratings[game].get(p) is not None for game in games))
    if len(players) < FEWEST_PLAYERS:
        return None
    table: Array = np.array([[ratings[game][player] for game in games] for player in players], dtype=float)
    differ = table.std(axis=0) > 1e-9
    games = [game for game, kept in zip(games, differ, strict=True) if kept]
    if len(games) < FEWEST_GAMES:
        return None
    table = table[:, differ]
    standard = (table - table.mean(axis=0)) / table.std(axis=0)
    correlations = standard.T @ standard / len(players)
    loadings = _principal_axis(correlations)
    size = len(games)
    # Regression scores; the pseudo-inverse, as there may be fewer players than games.
    scores = standard @ np.linalg.pinv(correlations) @ loadings
    spread = float(scores.std())
    scores = (scores - scores.mean()) / (spread or 1.0)
    between = float(correlations.sum())
    alpha = size / (size - 1) * (1 - size / between) if between > 0 else float("nan")
    return Factor(
        dict(zip(games, map(float, loadings), strict=True)),
        dict(zip(players, map(float, scores), strict=True)),
        float(loadings @ loadings) / size,
        alpha,
    )


def _principal_axis(correlations: Array) -> Array:
    reduced = correlations.copy()
    # The largest correlation of a game is where its communality starts.
    apart = np.abs(correlations - np.eye(len(correlations)))
    communality = apart.max(axis=1)
    loadings: Array = np.zeros(len(correlations))
    for _ in range(ROUNDS):
        np.fill_diagonal(reduced, communality)
        values, vectors = np.linalg.eigh(reduced)
        loadings = vectors[:, -1] * np.sqrt(max(float(values[-1]), 0.0))
        after = np.minimum(loadings**2, 1.0)
        if np.abs(after - communality).max() < 1e-9:
            break
        communality = after
    return -loadings if loadings.sum() < 0 else loadings


def aggregates_section(matches: Sequence[Scored], ratings: Ratings) -> Section:
    """The section of aggregates that the paper proposes beyond one average."""
    by_game = {game: {row.player: row.rating for row in rows} for game, rows in ratings.games.items()}
    factor = general_factor(by_game)
    tables = [kinds(matches), without_each(matches, ratings)]
    text = "Each kind of reasoning rates the matches of the games that the paper gives it. "
    if factor is None:
        text += (
            f"A general factor needs {FEWEST_PLAYERS} players who are rated in all games, and {FEWEST_GAMES} "
            "games."
        )
    else:
        tables += _factor_tables(factor)
        text += (
            f"One factor explains {factor.share:.0%} of the variance of {len(factor.loadings)} games; the "
            f"reliability of their sum (Cronbach's alpha) is {factor.alpha:.2f}. With {len(factor.scores)} "
            "players this is a description, and no test."
        )
    return Section("GameBench: aggregates", text, tuple(tables))


def kinds(matches: Sequence[Scored]) -> ResultTable:
    """The rating of each player by kind of reasoning, with its interval."""
    columns: dict[str, dict[str, tuple[Cell, ...]]] = {}
    for tag in TAGS:
        tagged = [match for match in matches if tag in BY_GAME[match.game].tags]
        rated = rate(tagged, resamples=RESAMPLES).overall if tagged else []
        columns[tag] = {row.player: (row.rating, row.low, row.high) for row in rated}
    players = sorted({name for match in matches for side in match.sides for name in side})
    header = ("player", *(part for tag in TAGS for part in (tag, "low", "high")))
    nothing: tuple[Cell, ...] = (None, None, None)
    rows = tuple(
        (player, *(cell for tag in TAGS for cell in columns[tag].get(player, nothing))) for player in players
    )
    games = "; ".join(
        f"{tag}: {', '.join(title_of(title.game) for title in TITLES if tag in title.tags)}" for tag in TAGS
    )
    return ResultTable("Kinds of reasoning", header, rows, digits=2, note=f"90% intervals. {games}.")


def without_each(matches: Sequence[Scored], ratings: Ratings) -> ResultTable:
    """The overall rating with all games, and with each left out."""
    games = [title.game for title in TITLES if title.game in ratings.games]
    header = ("player", "all games", *(f"without {game}" for game in games))
    columns = [{row.player: row.rating for row in ratings.overall}]
    for game in games:
        rest = [match for match in matches if match.game != game]
        rows = rate(rest, resamples=2).overall if rest else []
        columns.append({row.player: row.rating for row in rows})
    lines = tuple((row.player, *(column.get(row.player) for column in columns)) for row in ratings.overall)
    return ResultTable("Leave one game out", header, lines, digits=2)


def _factor_tables(factor: Factor) -> list[ResultTable]:
    loadings = tuple(sorted(factor.loadings.items(), key=lambda pair: -pair[1]))
    scores = tuple(sorted(factor.scores.items(), key=lambda pair: -pair[1]))
    return [
        ResultTable("General factor: players", ("player", "score"), scores, digits=2),
        ResultTable("General factor: games", ("game", "loading"), loadings, digits=2),
    ]
