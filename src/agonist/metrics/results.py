"""Results of finished matches for the ratings, and the blocks of matches that share a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import isfinite
from typing import Final, Literal, TypeAlias

from agonist.core import Seat, sides
from agonist.core.outcome import by_seat, places, points
from agonist.ratings import Result
from agonist.store import StoredMatch

Board: TypeAlias = Literal["strict", "fallback"]
"""How a match counts for players with a fallback move: `strict` as lost, `fallback` as it ended."""

NOBODY: Final[frozenset[Seat]] = frozenset()


def result_of(match: StoredMatch, board: Board) -> Result:
    """The result of a finished match, for the ratings.

    The match says who won (`StoredMatch.ranks`). A side that forfeits is last; so is, on the strict board,
    every side with a fallback move. If all sides have one, the result is a draw.
    """
    fallback = match.fallback if board == "strict" else ()
    teams, ranks = _decided(match.fixture.players, match.teams, match.ranks, match.forfeits, fallback)
    return Result(teams, ranks, block_of(match))


@lru_cache(maxsize=65536)
def _decided(
    players: tuple[str, ...],
    teams: tuple[tuple[Seat, ...], ...],
    ranks: tuple[int, ...],
    forfeits: tuple[Seat, ...],
    fallback: tuple[Seat, ...],
) -> tuple[tuple[tuple[str, ...], ...], tuple[int, ...]]:
    """The players of each side and its place: most matches of the same players end in one of a few ways."""
    found = _sides(len(players), teams)
    by_side = tuple([tuple([players[seat] for seat in side]) for side in found])
    return by_side, _places(found, ranks, frozenset((*forfeits, *fallback)))


def points_of(match: StoredMatch) -> list[float]:
    """The points of each seat in a contest, on the strict board: those of its side, as
    `agonist.core.outcome.points` has them.
    """
    found = sides_of(match)
    return by_seat(found, points(places_of(match, found, "strict")))


def places_of(match: StoredMatch, groups: Sequence[Sequence[Seat]], board: Board) -> tuple[int, ...]:
    """The place of each side of a finished match."""
    return _places(groups, match.ranks, lost_seats(match, board))


def _places(
    groups: Sequence[Sequence[Seat]], ranks: tuple[int, ...], lost: frozenset[Seat]
) -> tuple[int, ...]:
    if not lost and len(groups) == len(ranks):
        return ranks
    return places(groups, ranks, lost)


def lost_seats(match: StoredMatch, board: Board) -> frozenset[Seat]:
    """The seats that have lost, whatever their scores."""
    moved = match.fallback if board == "strict" else ()
    return frozenset((*match.forfeits, *moved)) if match.forfeits or moved else NOBODY


def decided_by_forfeit(match: StoredMatch, board: Board) -> bool:
    """Whether a side lost this contest by a forfeit: that says who won, and nothing about what play pays."""
    return bool(lost_seats(match, board)) and is_contest(match)


def block_of(match: StoredMatch) -> str:
    """The block of a match: its deal, if chance deals; otherwise only repetitions of it share a block."""
    fixture = match.fixture
    return fixture.deal if fixture.block else f"{fixture.deal} {fixture.players}"


def sides_of(match: StoredMatch) -> tuple[tuple[Seat, ...], ...]:
    """The sides: seats that win and lose together, and every other seat by itself."""
    return _sides(len(match.fixture.players), match.teams)


_sides = lru_cache(maxsize=1024)(sides)


def is_contest(match: StoredMatch) -> bool:
    """Whether the match has opponents: false for a single player, or if all win and lose together."""
    return len(sides_of(match) if match.teams else match.fixture.players) > 1


def can_be_rated(scores: Sequence[float]) -> bool:
    """Whether the scores of a match are finite numbers; those of current versions always are."""
    try:
        return all(map(isfinite, scores))
    except OverflowError:
        return False


def shared_deal(match: StoredMatch) -> str:
    """The part and deal of a match, equal for all pairs of players that are dealt the same; empty without a
    shared deal. Matches that were played on from another are dealt the same from the same step on.
    """
    fixture = match.fixture
    if parent := fixture.parent:
        return f"{part_of(match)} {parent['key']} {parent['step']} {fixture.seed}"
    return f"{part_of(match)} {fixture.deal}" if fixture.block else ""


def part_of(match: StoredMatch) -> str:
    """The game with the options it was played with, as it was typed."""
    return match.fixture.part or match.fixture.game


def by_part(matches: Iterable[StoredMatch]) -> dict[str, list[StoredMatch]]:
    """The matches of each game with its options."""
    found: dict[str, list[StoredMatch]] = {}
    for match in matches:
        found.setdefault(part_of(match), []).append(match)
    return found


def without_forks(matches: Iterable[StoredMatch]) -> list[StoredMatch]:
    """Without those played on from others, which began with moves that their players did not make."""
    return [match for match in matches if not match.fixture.parent]


def results_of(matches: Iterable[StoredMatch], board: Board) -> list[Result]:
    """The results of all contests among these matches."""
    return [result_of(match, board) for match in matches if is_contest(match)]
