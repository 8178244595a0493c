"""How finished matches ended, for the ratings, and which of them hang together."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Final, Literal, TypeAlias

from agonist.ratings import Result
from agonist.store import StoredMatch

Board: TypeAlias = Literal["strict", "assisted"]
"""A match in which the policy played for someone: on the strict board they lose it, else it stands."""

NOBODY: Final[frozenset[int]] = frozenset()


def result_of(match: StoredMatch, board: Board) -> Result:
    """How a finished match ended, for the ratings.

    Ranks follow from the scores. Who forfeits has the last place; so has, on the strict board, every side
    for which the policy had to play. If it did so for all, nobody has beaten anybody: a draw.
    """
    fixture = match.fixture
    lost = lost_seats(match, board)
    if not lost and not match.teams:
        scores = match.scores
        ranks = tuple([1 + sum([other > own for other in scores]) for own in scores])
        return Result(tuple([(player,) for player in fixture.players]), ranks, deal_of(match))
    sides = sides_of(match)
    worth = [
        (True, sum(match.scores[seat] for seat in side) / len(side))
        if lost.isdisjoint(side)
        else (False, 0.0)
        for side in sides
    ]
    return Result(
        teams=tuple(tuple(fixture.players[seat] for seat in side) for side in sides),
        ranks=tuple(1 + sum(other > own for other in worth) for own in worth),
        block=deal_of(match),
    )


def lost_seats(match: StoredMatch, board: Board) -> frozenset[int]:
    """The seats that have lost whatever the scores say."""
    helped = match.fallback if board == "strict" else ()
    return frozenset((*match.forfeits, *helped)) if match.forfeits or helped else NOBODY


def deal_of(match: StoredMatch) -> str:
    """What the match shares with others: the deal, where chance deals; else only with its own repetitions.

    The same game with the same options and seed has the same deal, whoever plays and in whatever run. A
    fixture without a block shares nothing with others of its seed.
    """
    fixture = match.fixture
    options = "&".join([f"{name}={value}" for name, value in sorted(fixture.options.items())])
    deal = f"{fixture.game}?{options}#{fixture.seed}"
    return deal if fixture.block else f"{deal} {fixture.players}"


def sides_of(match: StoredMatch) -> list[tuple[int, ...]]:
    """The seats that won and lost together, and every other seat by itself."""
    together = {seat for team in match.teams for seat in team}
    alone = [(seat,) for seat in range(len(match.fixture.players)) if seat not in together]
    return [*(tuple(team) for team in match.teams if team), *alone]


def is_contest(match: StoredMatch) -> bool:
    """Whether there was anybody to be compared with: not where one plays, or all win and lose together."""
    return len(sides_of(match) if match.teams else match.fixture.players) > 1


def can_be_rated(match: StoredMatch) -> bool:
    """Whether its scores are finite numbers, as they always are in matches of today's versions."""
    try:
        return all(map(isfinite, match.scores))
    except OverflowError:
        return False


def part_of(match: StoredMatch) -> str:
    """The game with the options it was played with, as it was typed."""
    return match.fixture.part or match.fixture.game


def results_of(matches: Iterable[StoredMatch], board: Board) -> list[Result]:
    """The results of all contests among these matches."""
    return [result_of(match, board) for match in matches if is_contest(match)]
