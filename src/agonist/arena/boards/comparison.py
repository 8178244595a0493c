"""Two players side by side: against each other, by ability, by cost, and on the same deals."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from agonist.arena.boards.finished_matches import PlayerCounts
from agonist.arena.boards.match_arrays import RatedMatch
from agonist.arena.boards.rater import Rater
from agonist.arena.boards.standings import abilities_of
from agonist.core import AgonistError, Seat
from agonist.metrics.head_to_head import Pair, pairs_of
from agonist.metrics.results import points_of, results_of
from agonist.ratings.share_intervals import Span, rate
from agonist.store import Store

NEWEST_MATCHES: Final = 2_000
"""Matches of each that are compared at most."""

DEALS_LISTED: Final = 30
"""Mirrored deals that are listed at most, the newest."""


@dataclass(frozen=True, slots=True)
class Side:
    """One player's result on a deal: the match, the seat, points and score.

    `points`: what it won, 0 to 1; the score where all win and lose together.
    """

    match: int
    seat: Seat
    points: float
    score: float
    step: int = 0
    """The first step, counted from 1, at which the two matches differ."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal that both played on the same seat: one failed and the other did not."""

    part: str
    failed: Side
    did_not: Side


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two players; spans are win rates from 0 to 1, where a draw counts half."""

    matches: int
    overall: Pair | None
    """Head to head over all shared matches; `None` if they never met."""
    games: Sequence[tuple[str, Pair]]
    abilities: Sequence[tuple[str, Span, Span]]
    counts: tuple[PlayerCounts, PlayerCounts]
    a_failed: Sequence[Deal]
    b_failed: Sequence[Deal]
    alike: int
    """How many deals both played on the same seat with the same result."""
    more: bool
    """Whether there are older matches, beyond `NEWEST_MATCHES`, that were not compared."""


def compare(store: Store, rater: Rater, a: str, b: str, game: str = "") -> Comparison:
    """Compare two players, in one game or in all; always two queries."""
    rater.of(game)
    return rater.remembered(("compare", a, b, game), lambda: _compared(store, rater, a, b, game))


def _compared(store: Store, rater: Rater, a: str, b: str, game: str) -> Comparison:
    ours, theirs = (rater.matches_of(player, NEWEST_MATCHES, [game] if game else None) for player in (a, b))
    shared = [match for match in ours if b in match.players]
    by_game: defaultdict[str, list[RatedMatch]] = defaultdict(list)
    for match in shared:
        by_game[match.game].append(match)
    pairs = [(name, pair) for name, some in sorted(by_game.items()) if (pair := _pair(some, a, b))]
    a_failed, b_failed, alike = _deals(ours, theirs, a, b)
    steps = _divergences(store, [*a_failed, *b_failed])
    return Comparison(
        len(shared),
        _pair(shared, a, b),
        pairs,
        _abilities(ours, theirs, a, b),
        tuple(rater.counts_of(player, [game] if game else None) for player in (a, b)),  # type: ignore[arg-type]
        [_at(deal, steps) for deal in a_failed],
        [_at(deal, steps) for deal in b_failed],
        alike,
        max(len(ours), len(theirs)) == NEWEST_MATCHES,
    )


def _pair(matches: Sequence[RatedMatch], a: str, b: str) -> Pair | None:
    """Their matches against each other, with any other players at the table."""
    found = pairs_of(results_of((match.as_match() for match in matches), "strict")) if matches else []
    return next((pair for pair in found if (pair.player, pair.opponent) == (a, b)), None)


def _abilities(
    rated: Sequence[RatedMatch], theirs: Sequence[RatedMatch], a: str, b: str
) -> list[tuple[str, Span, Span]]:
    """The win rates of both in all their matches, by ability."""
    found = [_rates(matches, player) for matches, player in ((rated, a), (theirs, b))]
    nothing = Span(None, None, None)
    names = sorted(set(found[0]) | set(found[1]))
    return [(name, found[0].get(name, nothing), found[1].get(name, nothing)) for name in names]


def _rates(matches: Sequence[RatedMatch], player: str) -> dict[str, Span]:
    by_deal: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(
        lambda: defaultdict(lambda: [0.0, 0.0])
    )
    abilities = {game: abilities_of(game) for game in {match.game for match in matches}}
    for match in matches:
        if not abilities[match.game] or not match.contest:
            continue
        points = points_of(match.as_match())
        seats = [seat for seat, name in enumerate(match.players) if name == player]
        won, deal = sum([points[seat] for seat in seats]), match.deal if match.block else str(match.id)
        for ability in abilities[match.game]:
            count = by_deal[ability].setdefault(f"{match.game} {deal}", [0.0, 0.0])
            count[0] += won
            count[1] += len(seats)
    return {name: rate([(won, seats) for won, seats in deals.values()]) for name, deals in by_deal.items()}


def _deals(
    matches: Sequence[RatedMatch], theirs: Sequence[RatedMatch], a: str, b: str
) -> tuple[list[Deal], list[Deal], int]:
    """Deals on which one player got nothing and the other did better on the same seat; newest first."""
    on: dict[tuple[Any, ...], tuple[RatedMatch, Seat]] = {}
    for match in theirs:
        if match.block:
            for seat, name in enumerate(match.players):
                if name == b:
                    on[_place(match, seat)] = match, seat
    a_failed: list[Deal] = []
    b_failed: list[Deal] = []
    alike = 0
    for match in reversed(matches):
        if not match.block:
            continue
        for seat, name in enumerate(match.players):
            other = on.get(_place(match, seat)) if name == a else None
            if other is None or other[0].id == match.id:
                continue
            mine, its = _side(match, seat), _side(*other)
            if mine.points == its.points:
                alike += 1
            elif mine.points < its.points:
                a_failed.append(Deal(match.part, mine, its))
            else:
                b_failed.append(Deal(match.part, its, mine))
    return a_failed[:DEALS_LISTED], b_failed[:DEALS_LISTED], alike


def _place(match: RatedMatch, seat: Seat) -> tuple[Any, ...]:
    """The key that two matches share if the seat was dealt the same."""
    return match.game, id(match.options), match.deal, seat


def _side(match: RatedMatch, seat: Seat) -> Side:
    score = match.scores[seat]
    return Side(match.id, seat, points_of(match.as_match())[seat] if match.contest else score, score)


def _divergences(store: Store, deals: Sequence[Deal]) -> dict[tuple[int, int], int]:
    """For pairs of matches, the first step at which their moves differ; two queries for all of them."""
    ids = sorted({side.match for deal in deals for side in (deal.failed, deal.did_not)})
    if not ids:
        return {}
    try:
        turns = store.turns(ids)
    except AgonistError:
        return {}
    found = {}
    for deal in deals:
        one, other = turns[deal.failed.match], turns[deal.did_not.match]
        alike = 0
        while alike < min(len(one), len(other)) and one[alike].moves == other[alike].moves:
            alike += 1
        found[deal.failed.match, deal.did_not.match] = alike + 1
    return found


def _at(deal: Deal, steps: dict[tuple[int, int], int]) -> Deal:
    step = steps.get((deal.failed.match, deal.did_not.match), 0)
    sides = (
        Side(side.match, side.seat, side.points, side.score, step) for side in (deal.failed, deal.did_not)
    )
    return Deal(deal.part, *sides)
