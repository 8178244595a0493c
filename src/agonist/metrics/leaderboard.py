"""Who is how good, from finished matches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from math import inf, isfinite
from typing import Any, Final, Literal, TypeAlias, get_args

from agonist.core import UsageError, nearest
from agonist.players.names import told_apart
from agonist.ratings import Rating, Result, bradley_terry, mean, trueskill, weighted, win_rate
from agonist.ratings.result import ALONE
from agonist.store import StoredMatch

Method: TypeAlias = Literal["trueskill", "bradley-terry"]
Board: TypeAlias = Literal["strict", "assisted"]
"""What becomes of a match in which the policy played for someone: he loses it, or it stands as played."""


NOISE: Final = 1e-12
"""A spread smaller than this part of the mean is rounding."""


@dataclass(frozen=True, slots=True)
class Row:
    """One player's line; `None` where there is no evidence, and `note` says why.

    `rating`, `low` and `high` are TrueSkill's (an unknown player has 25) or on the Elo scale with an
    average of 1500. `matches` counts those the player sat in; wins, draws and losses count its sides, of
    which it may have several in one match. The win rate goes from 0 to 1, a draw being half a win.
    `score` is the mean over seats, in the unit of the game: only where all matches are of one game with
    the same options.
    All intervals are 95%.
    """

    player: str
    rating: float | None
    low: float | None
    high: float | None
    matches: int
    wins: int
    draws: int
    losses: int
    win_rate: float | None
    win_low: float | None
    win_high: float | None
    score: float | None
    score_low: float | None
    score_high: float | None
    note: str = ""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def leaderboard(
    matches: Iterable[StoredMatch],
    *,
    method: Method = "trueskill",
    board: Board = "assisted",
    game: str | None = None,
) -> list[Row]:
    """The board of all finished matches among these, or of one game; best first.

    Over several games, each game counts alike for Bradley-Terry and the win rate. TrueSkill knows no
    weights: it sees every match once, the games taking turns, each in the order of its schedule.
    Different players of one name, from different runs, have rows of their own.
    """
    if method not in get_args(Method):
        raise UsageError(nearest("method of rating", method, get_args(Method)))
    if board not in get_args(Board):
        raise UsageError(nearest("board", board, get_args(Board)))
    chosen = in_turns(m for m in matches if m.status == "finished" and game in (None, m.fixture.game))
    chosen = with_distinct_names(chosen)
    played = [match for match in chosen if is_contest(match)]
    results = [result_of(match, board) for match in played]
    even = weighted(results, [match.fixture.game for match in played])
    names = sorted({name for match in chosen for name in match.fixture.players})
    ratings = _ratings(results, even, method, names)
    rates = win_rate(even, players=names)
    alike = len({part_of(match) for match in chosen}) == 1
    rows = [_row(ratings[name], rates[name], chosen, alike) for name in names]
    return sorted(rows, key=_place)


def with_distinct_names(matches: Sequence[StoredMatch]) -> list[StoredMatch]:
    """The same matches; where different players have one name, it says who they are."""
    fixtures = [match.fixture for match in matches]
    names = told_apart((player, fixture.spec(player)) for fixture in fixtures for player in fixture.players)
    if all(name == shown for (name, _), shown in names.items()):
        return list(matches)
    return [
        replace(
            match,
            fixture=replace(
                match.fixture,
                players=tuple(names[player, match.fixture.spec(player)] for player in match.fixture.players),
            ),
        )
        for match in matches
    ]


def result_of(match: StoredMatch, board: Board) -> Result:
    """How a finished match ended, for the ratings.

    Ranks follow from the scores. Who forfeits has the last place; so has, on the strict board, every side
    for which the policy had to play. If it did so for all, nobody has beaten anybody: a draw.
    """
    sides, fixture = sides_of(match), match.fixture
    lost = set(match.forfeits)
    if board == "strict":
        lost |= set(match.fallback)
    worth = [
        (True, sum(match.scores[seat] for seat in side) / len(side))
        if lost.isdisjoint(side)
        else (False, 0.0)
        for side in sides
    ]
    return Result(
        teams=tuple(tuple(fixture.players[seat] for seat in side) for side in sides),
        ranks=tuple(1 + sum(other > own for other in worth) for own in worth),
        block=f"{match.run}/{fixture.block}" if fixture.block else None,
    )


def sides_of(match: StoredMatch) -> list[tuple[int, ...]]:
    """The seats that won and lost together, and every other seat by itself."""
    together = {seat for team in match.teams for seat in team}
    alone = [(seat,) for seat in range(len(match.fixture.players)) if seat not in together]
    return [*(tuple(team) for team in match.teams if team), *alone]


def is_contest(match: StoredMatch) -> bool:
    """Whether there was anybody to be compared with: not where one plays, or all win and lose together."""
    return len(sides_of(match)) > 1


def part_of(match: StoredMatch) -> str:
    """The game with the options it was played with, as it was typed."""
    return match.fixture.part or match.fixture.game


def in_turns(matches: Iterable[StoredMatch]) -> list[StoredMatch]:
    """The games taking turns, so that none is always the last; each in its own order."""
    count: dict[str, int] = {}
    keyed = []
    for match in matches:
        nth = count.get(match.fixture.game, 0)
        count[match.fixture.game] = nth + 1
        keyed.append((nth, match))
    return [match for _, match in sorted(keyed, key=lambda pair: pair[0])]


def _ratings(
    results: Sequence[Result], even: Sequence[Result], method: Method, names: Sequence[str]
) -> dict[str, Rating]:
    if method == "trueskill":
        return trueskill.rate(results, players=names)
    fitted = bradley_terry.fit(even, players=names)
    return {name: bradley_terry.elo(rating) for name, rating in fitted.items()}


def _row(rating: Rating, rate: Rating, matches: Sequence[StoredMatch], alike: bool) -> Row:
    name = rating.player
    mine = [match for match in matches if name in match.fixture.players]
    score, low, high = mean_score(mine, name) if alike else (None, None, None)
    note = rating.note or rate.note
    if not rating.matches:
        note = ALONE
    return Row(
        player=name,
        rating=rating.rating,
        low=rating.low,
        high=rating.high,
        matches=len(mine),
        wins=rating.wins,
        draws=rating.draws,
        losses=rating.losses,
        win_rate=rate.rating,
        win_low=rate.low,
        win_high=rate.high,
        score=score,
        score_low=low,
        score_high=high,
        note=note,
    )


def mean_score(
    matches: Iterable[StoredMatch], player: str
) -> tuple[float | None, float | None, float | None]:
    """The mean over a player's seats, with the ends of Student's interval.

    Matches that share a deal are no independent evidence, so blocks are averaged first. No interval
    where the blocks are fewer than two, or show no spread at all.
    """
    blocks: dict[object, list[float]] = {}
    for match in matches:
        own = [s for name, s in zip(match.fixture.players, match.scores, strict=True) if name == player]
        blocks.setdefault((match.run, match.fixture.block or match.id), []).extend(own)
    scores = [score for block in blocks.values() for score in block]
    if not scores or not all(map(isfinite, scores)):
        return None, None, None
    centre = sum(scores) / len(scores)
    found = mean([sum(block) / len(block) for block in blocks.values() if block], bootstrap=0)
    if found.mean is None or found.low is None or not found.deviation:
        return centre, None, None
    if found.deviation < NOISE * max(1.0, abs(found.mean)):
        return centre, None, None
    reach = found.mean - found.low
    return centre, centre - reach, centre + reach


def _place(row: Row) -> tuple[list[float], str]:
    """Sorts the best first, and those of whom nothing is known last."""
    worth = (row.rating, row.win_rate, row.score)
    return [inf if value is None else -value for value in worth], row.player
