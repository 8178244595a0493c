"""Two players compared: on the same deals, against the same opponents, against each other."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from math import ceil, hypot
from operator import attrgetter, itemgetter, mul
from statistics import NormalDist, fmean
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias, TypeVar

from agonist.core import Seat
from agonist.match.fixture import deal_of
from agonist.metrics.mean_scores import score_range
from agonist.metrics.results import can_be_rated, is_contest, part_of, points_of
from agonist.players.unique_names import identity
from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.mean_difference import difference, holm
from agonist.ratings.share_intervals import Span, combined
from agonist.store import StoredMatch

Item = TypeVar("Item")

Unit: TypeAlias = Literal["points", "score"]

Basis: TypeAlias = Literal["same deals", "same opponents", "each other"]

BASES: Final[tuple[Basis, ...]] = ("same deals", "same opponents", "each other")
"""What a comparison rests on, the closest first.

`same deals`: both had the same seat of the same deal against the same opponents. `same opponents`: the same
seat against the same opponents, on other deals. `each other`: matches that both played in.
"""

POWER: Final = 0.8
"""The chance with which so many more matches would decide."""

Seen: TypeAlias = Callable[[StoredMatch], list[Seat]]
"""The seats of a match in which a player sits."""


@dataclass(frozen=True, slots=True)
class Gap:
    """How much better the first of two players did, in one game or over all.

    `matches` counts those of both that are compared, `deals` the pieces of evidence. `first` and `second` are
    mean points from 0 (last) to 1 (won alone), a fallback move counting as lost; in games that all win and
    lose together, mean scores, and `unit` is `score`. `p` is two-sided; those of single games are corrected
    for their number (Holm 1979). `low`, `high` and `p` are `None` where there is no evidence. `more` is about
    how many further matches would decide, at a chance of 80%, if the difference is the one seen: 0 if it is
    decided, `None` if nothing can be said.
    """

    game: str
    """The game with its options; empty over all games."""
    basis: Basis
    unit: Unit
    matches: int
    deals: int
    first: float
    second: float
    difference: float
    low: float | None
    high: float | None
    p: float | None
    more: int | None

    @property
    def is_decided(self) -> bool:
        """Whether the 95% interval excludes that both are equally good."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Result:
    """What one player got on one seat."""

    match: tuple[str, int]
    """Its run and id: ids are of one database."""
    deal: str
    situation: Hashable
    """The seat and who sat on the others."""
    piece: Hashable
    """Results that share it are one piece of evidence."""
    value: float


def gaps(
    matches: Iterable[StoredMatch],
    first: Seen,
    second: Seen,
    weights: Mapping[str, float] = MappingProxyType({}),
) -> list[Gap]:
    """The differences of two players, for each basis that there is: over all games, then game by game.

    `first` and `second`: the seats of each in a match, none if it is not there.

    Over several games each game counts the same, or as `weights` says by their names with options, 1 for
    those without one. The interval is Zou and Donner's MOVER (2008), and the
    p-value Stouffer's. Games that all win and lose together count only by themselves.
    """
    done = (match for match in matches if match.status == "finished" and can_be_rated(match.scores))
    by_game = _by_key(done, lambda match: deal_of(part_of(match), match.fixture.options, ""))
    found = [gap for of_game in by_game.values() for gap in _of_game(of_game, first, second)]
    whole: list[Gap] = []
    for basis in BASES:
        rows = sorted((gap for gap in found if gap.basis == basis), key=lambda gap: gap.game)
        corrected = iter(holm([gap.p for gap in rows if gap.p is not None]))
        single = [gap if gap.p is None else replace(gap, p=next(corrected)) for gap in rows]
        comparable = [gap for gap in rows if gap.unit == "points"]
        whole += [*([_over_all(comparable, weights)] if len(comparable) > 1 else []), *single]
    return whole


def verdict(found: Sequence[Gap]) -> Gap | None:
    """The difference that decides: of the closest basis that there is, over all its games.

    `None` without any, and if there is none over games that can be averaged.
    """
    for basis in BASES:
        of_basis = [gap for gap in found if gap.basis == basis]
        if of_basis:
            return of_basis[0] if len(of_basis) == 1 or not of_basis[0].game else None
    return None


def _of_game(matches: Sequence[StoredMatch], first: Seen, second: Seen) -> list[Gap]:
    contest = is_contest(matches[0])
    ours, theirs = (_results(matches, seen, contest) for seen in (first, second))
    bounds = (0.0, 1.0)
    if not contest:
        fixture = matches[0].fixture
        scores = [score for match in matches for score in match.scores]
        bounds = score_range(fixture.game, fixture.version, fixture.options) or (min(scores), max(scores))
    name = part_of(matches[0])
    unit: Unit = "points" if contest else "score"
    found = []
    paired = _on_same_deals(ours, theirs)
    if paired is not None:
        found.append(_gap_of_pairs(name, "same deals", unit, bounds, *paired))
    elif (both := _against_same_opponents(ours, theirs)) is not None:
        found.append(_gap_of_samples(name, unit, bounds, *both))
    met = _against_each_other(matches, first, second) if contest else None
    if met is not None:
        found.append(_gap_of_pairs(name, "each other", unit, bounds, *met))
    return found


def _results(matches: Sequence[StoredMatch], seen: Seen, contest: bool) -> list[_Result]:
    found = []
    for match in matches:
        seats = seen(match)
        if not seats:
            continue
        fixture = match.fixture
        values = points_of(match) if contest else match.scores
        who = [identity(fixture.spec(player)) for player in fixture.players]
        for seat in seats:
            # Where it sits elsewhere too, its own strength is among its opponents'.
            others = tuple("" if place in seats else name for place, name in enumerate(who))
            situation = (seat, others)
            piece = fixture.deal if fixture.block else (fixture.deal, situation)
            found.append(_Result((match.run, match.id), fixture.deal, situation, piece, values[seat]))
    return found


Pair: TypeAlias = tuple[Hashable, float, float]
"""A piece of evidence, and what the first and the second player got."""


def _on_same_deals(ours: Sequence[_Result], theirs: Sequence[_Result]) -> tuple[list[Pair], int] | None:
    """Pairs of mean results in the same situation of the same deal, and the number of matches in them."""
    one, other = (_by_key(results, attrgetter("deal", "situation")) for results in (ours, theirs))
    pairs, matches = list[Pair](), set[tuple[str, int]]()
    for place in one:
        if place in other:
            mine, its = one[place], other[place]
            pairs.append(
                (mine[0].piece, fmean(each.value for each in mine), fmean(each.value for each in its))
            )
            matches.update(each.match for each in (*mine, *its))
    return (pairs, len(matches)) if len({piece for piece, _, _ in pairs}) > 1 else None


def _against_same_opponents(
    ours: Sequence[_Result], theirs: Sequence[_Result]
) -> tuple[list[_Result], list[_Result]] | None:
    """Equally many results of both in each situation: the first ones, if one player has more."""
    one, other = (
        _by_key(sorted(results, key=attrgetter("match")), attrgetter("situation"))
        for results in (ours, theirs)
    )
    mine, its = list[_Result](), list[_Result]()
    for situation in one:
        count = min(len(one[situation]), len(other.get(situation, ())))
        mine += one[situation][:count]
        its += other[situation][:count] if count else []
    return (mine, its) if mine else None


def _against_each_other(
    matches: Sequence[StoredMatch], first: Seen, second: Seen
) -> tuple[list[Pair], int] | None:
    pairs = list[Pair]()
    for match in matches:
        ours, theirs = first(match), second(match)
        if ours and theirs:
            fixture, points = match.fixture, points_of(match)
            piece = fixture.deal if fixture.block else (match.run, match.id)
            pairs.append(
                (piece, fmean(points[seat] for seat in ours), fmean(points[seat] for seat in theirs))
            )
    return (pairs, len(pairs)) if pairs else None


def _gap_of_pairs(
    game: str,
    basis: Basis,
    unit: Unit,
    bounds: tuple[float, float],
    pairs: Sequence[Pair],
    matches: int,
) -> Gap:
    reach = bounds[1] - bounds[0]
    gap, low, high = clustered_mean([(str(piece), a - b) for piece, a, b in pairs], seen=(-reach, reach))
    means = _means((piece, a - b) for piece, a, b in pairs)
    p = difference(means, [0.0] * len(means), paired=True).p
    a, b = fmean(one for _, one, _ in pairs), fmean(other for _, _, other in pairs)
    return _gap(game, basis, unit, matches, len(means), a, b, Span(gap, low, high), p)


def _means(values: Iterable[tuple[Hashable, float]]) -> list[float]:
    """The mean of each piece of evidence."""
    return [fmean(value for _, value in some) for some in _by_key(values, itemgetter(0)).values()]


def _by_key(items: Iterable[Item], key: Callable[[Item], Hashable]) -> dict[Hashable, list[Item]]:
    """The items with each key, in order."""
    found: defaultdict[Hashable, list[Item]] = defaultdict(list)
    for item in items:
        found[key(item)].append(item)
    return found


def _gap_of_samples(
    game: str,
    unit: Unit,
    bounds: tuple[float, float],
    ours: Sequence[_Result],
    theirs: Sequence[_Result],
) -> Gap:
    spans, samples = [], []
    for results in (ours, theirs):
        value, low, high = clustered_mean([(str(each.piece), each.value) for each in results], seen=bounds)
        spans.append(Span(value, low, high))
        samples.append(_means((each.piece, each.value) for each in results))
    one, other = spans
    gap = combined([(1.0, one), (-1.0, other)])
    matches = len({each.match for each in (*ours, *theirs)})
    a, b = (fmean(each.value for each in results) for results in (ours, theirs))
    p = difference(samples[0], samples[1]).p
    return _gap(game, "same opponents", unit, matches, sum(map(len, samples)), a, b, gap, p)


def _over_all(games: Sequence[Gap], weights: Mapping[str, float]) -> Gap:
    each = [weights.get(gap.game, 1.0) for gap in games]
    shares = [weight / sum(each) for weight in each]
    span = combined(
        [(share, Span(gap.difference, gap.low, gap.high)) for share, gap in zip(shares, games, strict=True)]
    )
    first, second = (fmean((getattr(gap, side) for gap in games), each) for side in ("first", "second"))
    matches, deals = (sum(getattr(gap, what) for gap in games) for what in ("matches", "deals"))
    return _gap("", games[0].basis, "points", matches, deals, first, second, span, _stouffer(games, each))


def _stouffer(games: Sequence[Gap], weights: Sequence[float]) -> float | None:
    """One two-sided p-value from those of independent games, each with its direction and weight."""
    if any(gap.p is None for gap in games):
        return None
    normal = NormalDist()
    clearness = [
        normal.inv_cdf(1 - max(gap.p or 0.0, 1e-15) / 2) * (1 if gap.difference >= 0 else -1) for gap in games
    ]
    return 2 * (1 - normal.cdf(abs(sum(map(mul, weights, clearness))) / hypot(*weights)))


def _gap(
    game: str,
    basis: Basis,
    unit: Unit,
    matches: int,
    deals: int,
    first: float,
    second: float,
    span: Span,
    p: float | None,
) -> Gap:
    gap = first - second
    more = _more(gap, span, matches)
    return Gap(game, basis, unit, matches, deals, first, second, gap, span.low, span.high, p, more)


def _more(gap: float, span: Span, matches: int) -> int | None:
    """How many further matches would decide: the interval's width falls with their square root."""
    if span.low is None or span.high is None:
        return None
    if not span.low <= 0 <= span.high:
        return 0
    if abs(gap) < 1e-9:
        return None
    normal = NormalDist()
    reach = gap - span.low if gap > 0 else span.high - gap
    wanted = (1 + normal.inv_cdf(POWER) / normal.inv_cdf(0.975)) * reach / abs(gap)
    return ceil(matches * (wanted**2 - 1))
