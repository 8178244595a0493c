"""The leaderboard: ratings, win rates and scores of players from finished matches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf
from types import MappingProxyType
from typing import Any, Literal, TypeAlias, get_args

from agonist.core import UsageError, nearest
from agonist.metrics.mean_scores import Score, mean_scores
from agonist.metrics.results import Board, can_be_rated, outcomes_of, part_of
from agonist.players.unique_names import is_yardstick, unambiguous
from agonist.ratings import Rating, bradley_terry
from agonist.ratings.result_and_rating import ALONE
from agonist.ratings.result_arrays import Outcomes, results_from, seats_of
from agonist.ratings.win_rate import win_rates
from agonist.store import StoredMatch
from agonist.store.runs.matches_as_arrays import MatchColumns

Method: TypeAlias = Literal["bradley-terry", "trueskill"]


@dataclass(frozen=True, slots=True)
class Row:
    """One player's row; fields are `None` where there is no evidence, and `note` says why.

    `rating`, `low` and `high` are on the Elo scale with an average of 1500, or TrueSkill's with an average of
    25. `rank_low` and `rank_high` are the best and the worst rank that comparisons of all pairs allow: the
    chance that any player's range is wrong is at most 5%. `matches` counts those of the player; wins, draws
    and losses count its sides, of which it may have several in one match. The win rate goes from 0 to 1, a
    draw being half a win. `score` is the mean over seats, in the unit of the game: only where all matches are
    of one game with the same options, and without the `unscored` ones, which were decided by a forfeit. All
    intervals are 95%. `yardstick`: it is built in, and there to compare others with.
    """

    player: str
    rating: float | None = None
    low: float | None = None
    high: float | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    matches: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0
    win_rate: float | None = None
    win_low: float | None = None
    win_high: float | None = None
    score: float | None = None
    score_low: float | None = None
    score_high: float | None = None
    unscored: int = 0
    yardstick: bool = False
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def leaderboard(
    matches: Iterable[StoredMatch] | MatchColumns,
    *,
    method: Method = "bradley-terry",
    board: Board = "strict",
    game: str | None = None,
    confidence: float = 0.95,
    weights: Mapping[str, float] = MappingProxyType({}),
) -> list[Row]:
    """The leaderboard of the finished matches among these, or of one game; best first.

    Over several games, matches are weighted so that each game counts the same; with `weights`, each game with
    its options counts what they say, or 1. The order of the matches makes no difference.
    Matches with scores that are not finite are left out. Different players of one name, from different runs,
    have separate rows.
    """
    if method not in get_args(Method):
        raise UsageError(nearest("method of rating", method, get_args(Method)))
    if board not in get_args(Board):
        raise UsageError(nearest("board", board, get_args(Board)))
    chosen = with_distinct_names(
        MatchColumns.of(matches).only(
            lambda match: (
                match.status == "finished"
                and game in (None, match.fixture.game)
                and can_be_rated(match.scores)
            )
        )
    )
    outcomes = outcomes_of(chosen, board, weights)
    alike = len(set(map(part_of, chosen.cases))) == 1
    scores = mean_scores(chosen, outcomes.names, board, confidence) if alike else {}
    seated = Counter[str]()
    for match, times in chosen.with_times():
        seated.update(dict.fromkeys(match.fixture.players, times))
    last = chosen.by_last_match()
    specs = {name: match.fixture.spec(name) for match in last for name in match.fixture.players}
    yardsticks = {name for name, spec in specs.items() if is_yardstick(name, spec)}
    if method == "bradley-terry":
        return rows_from(outcomes, seated, scores, yardsticks, confidence)
    from agonist.ratings import trueskill  # the other method needs none of it

    ratings = trueskill.fit(results_from(outcomes), confidence, players=outcomes.names)
    return _rows(ratings, win_rates(seats_of(outcomes), confidence), seated, scores, yardsticks)


def rows_from(
    outcomes: Outcomes,
    seated: Mapping[str, int],
    scores: Mapping[str, Score] = MappingProxyType({}),
    yardsticks: Collection[str] = (),
    confidence: float = 0.95,
) -> list[Row]:
    """As `leaderboard`, from results as columns, whose `names` are in alphabetical order.

    `seated`: the number of matches of each player, contests or not.
    """
    seats = seats_of(outcomes)
    fitted = bradley_terry.fit_outcomes(outcomes, seats, confidence)
    ratings = {name: bradley_terry.elo(rating) for name, rating in fitted.items()}
    return _rows(ratings, win_rates(seats, confidence), seated, scores, yardsticks)


def charged(
    rows: Sequence[Row], matches: Iterable[StoredMatch] | MatchColumns, confidence: float = 0.95
) -> list[Row]:
    """The rows of a game's strict board with scores for marks: a seat that lost by a forfeit counts, with the
    lowest score of all. Otherwise who answers badly would be measured by what it answered well.
    """
    if not any(row.unscored for row in rows):
        return list(rows)
    players = [row.player for row in rows]
    found = mean_scores(
        with_distinct_names(MatchColumns.of(matches)), players, "strict", confidence, charged=True
    )
    return [
        replace(row, score=score.mean, score_low=score.low, score_high=score.high)
        for row, score in zip(rows, found.values(), strict=True)
    ]


def with_distinct_names(matches: MatchColumns) -> MatchColumns:
    """The matches; if several players have one name, it is extended by what distinguishes them."""
    fixtures = [match.fixture for match in matches.cases]
    pairs = {(player, fixture.spec(player)): None for fixture in fixtures for player in fixture.players}
    names = unambiguous(pairs)
    if all(name == shown for (name, _), shown in names.items()):
        return matches
    return matches.with_cases(
        [
            replace(
                match,
                fixture=replace(
                    match.fixture,
                    players=tuple(
                        names[player, match.fixture.spec(player)] for player in match.fixture.players
                    ),
                ),
            )
            for match in matches.cases
        ]
    )


def _rows(
    ratings: Mapping[str, Rating],
    rates: Mapping[str, Rating],
    seated: Mapping[str, int],
    scores: Mapping[str, Score],
    yardsticks: Collection[str],
) -> list[Row]:
    rows = (
        _row(rating, rates[name], seated[name], scores.get(name, Score()), name in yardsticks)
        for name, rating in ratings.items()
    )
    return sorted(rows, key=_place)


def _row(rating: Rating, rate: Rating, matches: int, score: Score, yardstick: bool) -> Row:
    note = (rating.note or rate.note) if rating.matches else ALONE
    return Row(
        rating.player, rating.rating, rating.low, rating.high, rating.rank_low, rating.rank_high,
        matches, rating.wins, rating.draws, rating.losses, rate.rating, rate.low, rate.high,
        score.mean, score.low, score.high, score.left_out, yardstick, note,
    )  # fmt: skip


def set_apart(rows: Sequence[Row]) -> tuple[list[Row], list[Row]]:
    """The players that are measured and the yardsticks; all together where there is only one kind."""
    own = [row for row in rows if not row.yardstick]
    return (own, [row for row in rows if row.yardstick]) if own else (list(rows), [])


def _place(row: Row) -> tuple[list[float], str]:
    """Sort key: best first, players without a rating last."""
    worth = (row.rating, row.win_rate, row.score)
    return [inf if value is None else -value for value in worth], row.player
