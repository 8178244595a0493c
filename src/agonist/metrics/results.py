"""Results of finished matches for the ratings, and the blocks of matches that share a deal."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import isfinite
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import numpy as np

from agonist.core import Seat, sides
from agonist.core.outcome import by_seat, places, points
from agonist.match.fixture import deal_of
from agonist.match.own_wordings import own_wording
from agonist.ratings import Result
from agonist.ratings.arrays import Places
from agonist.ratings.result_and_rating import even_weights
from agonist.ratings.result_arrays import Outcomes, numbered, repeated
from agonist.ratings.result_arrays import outcomes_of as columns_of_results
from agonist.store import StoredMatch

if TYPE_CHECKING:
    from agonist.store.runs.matches_as_arrays import MatchColumns

Board: TypeAlias = Literal["strict", "fallback"]
"""How a match counts for players with a fallback move: `strict` as lost, `fallback` as it ended."""

NOBODY: Final[frozenset[Seat]] = frozenset()

MIXER: Final = np.int64(0x1E3779B97F4A7C15)
"""Mixes what a case says into the hash of a seed."""


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


def blocks_of(matches: MatchColumns) -> tuple[Places, int]:
    """The number of each match's block (see `block_of`), from 0, and how many there are."""

    def parts(match: StoredMatch) -> tuple[Hashable, str | None]:
        fixture = match.fixture
        kind, own = deal_of(fixture.game, fixture.options, ""), None
        if deal := fixture.parent.get("deal"):
            kind, own = deal[: deal.index("#") + 1], deal[deal.index("#") + 1 :]
        return (kind if fixture.block else (kind, fixture.players)), own

    return numbered(with_seeds(matches, parts))


def shared_deals_of(matches: MatchColumns) -> tuple[Places, int]:
    """A number for each match, the same for those with the same `shared_deal`, and how many there are."""

    def parts(match: StoredMatch) -> tuple[Hashable, None]:
        fixture = match.fixture
        if parent := fixture.parent:
            return (part_of(match), parent["key"], parent["step"]), None
        return (part_of(match), deal_of(fixture.game, fixture.options, "")), None

    return numbered(with_seeds(matches, parts))


def with_seeds(matches: MatchColumns, parts: Callable[[StoredMatch], tuple[Hashable, str | None]]) -> Places:
    """A hash for each match, equal for those with an equal seed and equal `parts` of their cases.

    `parts`: anything, and the seed if the case says it, and not the match.
    """
    found = [parts(case) for case in matches.cases]
    mixed = np.array([hash(part) for part, _ in found], dtype=np.int64) * MIXER
    own = np.array([seed is not None for _, seed in found], dtype=bool)
    seeds = np.array([hash(seed or "") for _, seed in found], dtype=np.int64)
    of_match: Places = np.where(own[matches.case], seeds[matches.case], matches.seeds)
    return of_match ^ mixed[matches.case]


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


def by_part(matches: MatchColumns) -> dict[str, MatchColumns]:
    """The matches of each game with its options."""
    parts = dict.fromkeys(map(part_of, matches.cases))

    def of(part: str) -> MatchColumns:
        return matches.only(lambda match: part_of(match) == part)

    return {part: of(part) for part in parts}


def is_fork(match: StoredMatch) -> bool:
    """Whether it was played on from another, and so began with moves that its players did not make."""
    return bool(match.fixture.parent)


def results_of(matches: Iterable[StoredMatch], board: Board) -> list[Result]:
    """The results of all contests among these matches."""
    return [result_of(match, board) for match in matches if is_contest(match)]


def outcomes_of(
    matches: MatchColumns, board: Board, weights: Mapping[str, float] = MappingProxyType({})
) -> Outcomes:
    """As `results_of`, as columns: the players of all matches in alphabetical order, each game with the same
    weight, or with `weights`, each game with its options with its own, or 1."""
    names = sorted({name for case in matches.cases for name in case.fixture.players})
    contests = matches.only(is_contest)
    of_cases = columns_of_results(results_of(contests.cases, board), names)
    games = [part_of(case) if weights else case.fixture.game for case in contests.cases]
    kinds = sorted(set(games))
    game = np.array([kinds.index(each) for each in games], dtype=np.intp)[contests.case]
    even = even_weights(game, [weights.get(kind, 1.0) for kind in kinds])
    found = repeated(
        of_cases, contests.case, *blocks_of(contests), even, game=game if len(kinds) > 1 else None
    )
    wording = wordings_of(contests.cases)
    return found if wording is None else replace(found, wording=wording[contests.case])


def wordings_of(matches: Sequence[StoredMatch]) -> Places | None:
    """The number of each match's wording, where all were played in several of a user's; else `None`.

    Beside matches in other words they would be no sample of wordings.
    """
    own = [own_wording(match.fixture.wording) for match in matches]
    names = sorted(set(own))
    if len(names) < 2 or not all(names):
        return None
    return np.array([names.index(name) for name in own], dtype=np.intp)
