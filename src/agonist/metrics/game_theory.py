"""Game theory beside the ratings: what counts in an equilibrium, who is imitated, what cycles there are.

A rating is one number for each player, which can't say that A beats B, B beats C and C beats A. These methods
can; `agonist.ratings.game_theory` has them. All intervals are of 95%, from results that are weighted anew by
deals, all methods on the same weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import combinations
from typing import Any, Final, TypeAlias

import numpy as np

from agonist.metrics.head_to_head import pairs_from
from agonist.metrics.leaderboard import with_distinct_names
from agonist.metrics.results import Board, by_part, can_be_rated, outcomes_of
from agonist.ratings import bradley_terry
from agonist.ratings.arrays import Array
from agonist.ratings.bradley_terry import ELO, Meetings, meetings_from
from agonist.ratings.game_theory.alpha_rank import alpha_rank
from agonist.ratings.game_theory.cycles import Cycle, cycles, longer_cycles
from agonist.ratings.game_theory.equilibria import equilibrium, levels
from agonist.ratings.game_theory.field import Field, Payoffs
from agonist.ratings.game_theory.soft_condorcet import soft_condorcet
from agonist.ratings.result_arrays import Outcomes
from agonist.store.runs.matches_as_arrays import MatchColumns

Method: TypeAlias = Callable[[Sequence[Payoffs]], Array]

ROUNDS: Final = 200
"""How often results are weighted anew."""

LEAST_DEALS: Final = 10
"""With fewer deals there are no intervals."""

OF_AGREEMENTS: Final = 0.99
"""The share of weightings within the 95% interval of how far two methods agree: noise takes most orders
apart, so that 95% of them would hold the truth in 90% of simulated tournaments at worst."""

SEED: Final = 1
"""Of the weights, so that the same results have the same intervals."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with the ends of its 95% interval; these are `None` where there is no evidence."""

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Response:
    """The player of the field that does best against another: how often it wins, from 0 to 1.

    The interval allows for the choice of the best (Bonferroni over the opponents).
    """

    player: str
    rate: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A player by each method.

    `rating`: Bradley-Terry, in Elo points. `nash`: its weight in the equilibrium of greatest entropy, from 0
    to 1. `nash_average`: what it wins more than it loses against that mixture, from -1 to 0. `alpha_rank`:
    its share, from 0 to 1. `soft_condorcet`: from 0 to 100. `over_games`: its weight, and what it wins of the
    mixture of games, standardised to 0 to 1 in each; `lottery`: its level in iterated maximal lotteries of
    games, the best highest, plus its probability there; both `None` with a single game.
    """

    player: str
    rating: Estimate
    nash: Estimate
    nash_average: Estimate
    alpha_rank: Estimate
    soft_condorcet: Estimate
    best_response: Response | None
    over_games: Estimate | None = None
    over_games_average: Estimate | None = None
    lottery: Estimate | None = None


@dataclass(frozen=True, slots=True)
class Agreement:
    """Kendall's tau-b of the rankings by two methods or in two games, from -1 (reversed) to 1 (the same)."""

    one: str
    other: str
    tau: Estimate


@dataclass(frozen=True, slots=True)
class GameTheory:
    """What game theory says of players who all met.

    `left_out`: the others, each with the reason. `games`: the weight of each game in the equilibrium of
    players and games, with their options. `deals`: the pieces of evidence.
    """

    standings: tuple[Standing, ...]
    games: Mapping[str, Estimate]
    cycles: tuple[Cycle, ...]
    agreements: tuple[Agreement, ...]
    left_out: Mapping[str, str]
    deals: int
    longer_cycles: tuple[Cycle, ...] = ()
    games_agree: tuple[Agreement, ...] = ()
    """How far the games' orders of the players agree, two and two; those that agree least first."""

    def as_dict(self) -> dict[str, Any]:
        """As JSON."""
        return asdict(self)


def game_theory(matches: MatchColumns, board: Board = "strict", rounds: int = ROUNDS) -> GameTheory:
    """The analysis of the finished matches among these. Players who haven't met all others are left out."""
    done = with_distinct_names(
        matches.only(lambda match: match.status == "finished" and can_be_rated(match.scores))
    )
    parts = {part: outcomes_of(some, board) for part, some in by_part(done).items()}
    return game_theory_of(parts, outcomes_of(done, board), rounds)


def game_theory_of(parts: Mapping[str, Outcomes], whole: Outcomes, rounds: int = ROUNDS) -> GameTheory:
    """The analysis of the results in each game with its options, and of all together."""
    # In one order, so that the same results have the same intervals wherever they were read.
    parts = {
        part: found for part, found in sorted(parts.items()) if any(len(each.result) for each in found.alike)
    }
    if not parts:
        return GameTheory((), {}, (), (), {}, 0)
    names = sorted({name for found in parts.values() for name in found.names})
    games = {part: _renumbered(found, names) for part, found in parts.items()}
    met = np.asarray(Field(len(names), list(games.values())).met.any(axis=0), dtype=np.bool_)
    kept, left_out = complete(met, names)
    places = np.array([names.index(name) for name in kept], dtype=np.intp)
    games = {part: found.among(places, len(names)) for part, found in games.items()}
    games = {part: found for part, found in games.items() if len(found.one)}
    if len(kept) < 2:
        return GameTheory((), {}, (), (), left_out, 0)
    field = Field(len(kept), list(games.values()))
    return _analysed(field, kept, list(games), whole, left_out, rounds)


def complete(
    met: np.ndarray[Any, np.dtype[np.bool_]], names: Sequence[str]
) -> tuple[list[str], dict[str, str]]:
    """Players of whom each has met each other, and for everyone else, whom they never met.

    Whoever has missed the most others is left out first, until nobody has missed anyone.

    >>> complete(np.array([[1, 1, 0], [1, 1, 1], [0, 1, 1]], dtype=bool), ["ann", "bob", "cy"])
    (['ann', 'bob'], {'cy': 'never met ann'})
    """
    left, out = list(range(len(names))), {}
    while left:
        missed = (~met[np.ix_(left, left)]).sum(axis=1)
        if not missed.any():
            break
        worst = max(range(len(left)), key=lambda at: (missed[at], names[left[at]]))
        absent = [names[other] for other in left if not met[left[worst], other]]
        more = f" and {len(absent) - 3} more" if len(absent) > 3 else ""
        out[names[left[worst]]] = f"never met {', '.join(absent[:3])}{more}"
        del left[worst]
    return [names[at] for at in left], out


def _renumbered(outcomes: Outcomes, names: Sequence[str]) -> Meetings:
    """The meetings of a game, with players numbered as in `names`."""
    found = meetings_from(outcomes)
    place = np.array([names.index(name) for name in outcomes.names], dtype=np.intp)
    one, other = place[found.one], place[found.other]
    return Meetings(found.block, one, other, found.share, found.point, found.blocks)


def _analysed(
    field: Field,
    names: Sequence[str],
    games: Sequence[str],
    outcomes: Outcomes,
    left_out: Mapping[str, str],
    rounds: int,
) -> GameTheory:
    methods = _methods(field)
    rng = np.random.default_rng(SEED)
    enough = field.deals >= LEAST_DEALS
    seen = field.payoffs()
    values = {name: method([seen])[0] for name, method in methods.items()}
    drawn = [field.payoffs(rng) for _ in range(rounds if enough else 0)]
    samples = {name: method(drawn) if enough else np.zeros((0, 0)) for name, method in methods.items()}
    found = {name: _estimates(values[name], samples[name]) for name in methods}
    responses = _best_responses(outcomes, names)
    standings = [
        Standing(
            player=name,
            rating=found["Bradley-Terry"][at],
            nash=found["Nash weight"][at],
            nash_average=found["Nash averaging"][at],
            alpha_rank=found["α-rank"][at],
            soft_condorcet=found["soft Condorcet"][at],
            best_response=responses.get(name),
            over_games=found["weight over games"][at] if "games" in found else None,
            over_games_average=found["Nash over games"][at] if "games" in found else None,
            lottery=found["maximal lotteries"][at] if "games" in found else None,
        )
        for at, name in enumerate(names)
    ]
    standings.sort(key=lambda row: (-row.nash_average.value, -row.rating.value, row.player))
    return GameTheory(
        tuple(standings),
        dict(zip(games, found["games"], strict=True)) if "games" in found else {},
        tuple(cycles(field.games, names)),
        tuple(agreements_of(values, samples)),
        left_out,
        field.deals,
        tuple(longer_cycles(field.games, names)),
        tuple(_between_games([seen, *drawn], games)),
    )


def _between_games(payoffs: Sequence[Payoffs], games: Sequence[str]) -> list[Agreement]:
    """How far the orders of each two games agree; the first payoffs are those that were seen.

    Noise takes any two orders apart, so weighting anew would pull the interval down. Instead, the differences
    between players have a common 95% band (the largest deviation of all, in standard deviations), and the
    ends are those of all orders that are possible within it.
    """
    scores = np.array([each.scores for each in payoffs])
    count = scores.shape[1]
    if count < 3 or np.isnan(scores[0]).any():
        return []
    one, other = np.triu_indices(count, 1)
    gaps = scores[:, one] - scores[:, other]
    spread = gaps[1:].std(axis=0) if len(gaps) > 1 else np.zeros(gaps.shape[1:])
    off = np.abs(gaps[1:] - gaps[0]) / np.where(spread > 0, spread, 1.0)
    found = []
    for a, b in combinations(range(len(games)), 2):
        seen = Estimate(tau(scores[0, :, a], scores[0, :, b]))
        if len(gaps) > 1:
            reach = np.quantile(off[:, :, [a, b]].max(axis=(1, 2)), 0.95)
            sure = np.where(np.abs(gaps[0]) > reach * spread, np.sign(gaps[0]), 0.0)
            agreed = sure[:, a] * sure[:, b]
            low, high = float((agreed - (agreed == 0)).mean()), float((agreed + (agreed == 0)).mean())
            seen = Estimate(seen.value, min(low, seen.value), max(high, seen.value))
        found.append(Agreement(games[a], games[b], seen))
    return sorted(found, key=lambda each: (each.tau.value, each.one, each.other))


def _methods(field: Field) -> dict[str, Method]:
    """What each method says of several payoffs: a row for each, with an entry for each player (or game)."""

    @cache
    def nash(payoffs: Payoffs) -> Array:
        return equilibrium(payoffs.margins).rows

    found: dict[str, Method] = {
        "Bradley-Terry": _one_by_one(_ratings),
        "Nash weight": _one_by_one(nash),
        "Nash averaging": _one_by_one(lambda payoffs: np.asarray(payoffs.margins @ nash(payoffs))),
        "α-rank": _one_by_one(lambda payoffs: alpha_rank(payoffs.margins)),
        "soft Condorcet": lambda several: soft_condorcet(np.array([_wins(each) for each in several])),
    }
    in_all = not np.isnan(field.payoffs().scores).any()
    if len(field.games) > 1 and in_all:
        over = cache(_over_games)
        count = field.size
        found |= {
            "weight over games": _one_by_one(lambda payoffs: over(payoffs)[:count]),
            "games": _one_by_one(lambda payoffs: over(payoffs)[count:]),
            "Nash over games": _one_by_one(
                lambda payoffs: np.asarray(_standardised(payoffs.scores) @ over(payoffs)[count:])
            ),
            "maximal lotteries": _one_by_one(_lotteries),
        }
    return found


def _one_by_one(method: Callable[[Payoffs], Array]) -> Method:
    return lambda several: np.array([method(each) for each in several])


def _wins(payoffs: Payoffs) -> Array:
    return np.asarray(payoffs.duels - np.diag(np.diag(payoffs.duels)))


def _ratings(payoffs: Payoffs) -> Array:
    theta = bradley_terry.strengths(_wins(payoffs))
    return np.asarray(1500 + ELO * (theta - theta.mean()), dtype=np.float64)


def _standardised(scores: Array) -> Array:
    """Scores from 0 for the worst player of each game to 1 for the best; 0 where all are equal."""
    low, reach = scores.min(axis=0), np.ptp(scores, axis=0)
    found: Array = np.divide(scores - low, reach, out=np.zeros(scores.shape), where=reach > 0)
    return found


def _over_games(payoffs: Payoffs) -> Array:
    """The weights of players, then those of games."""
    found = equilibrium(_standardised(payoffs.scores))
    return np.concatenate([found.rows, found.columns])


def _lotteries(payoffs: Payoffs) -> Array:
    """Levels from 0, the lowest, each plus the probability in its lottery; every game has a vote."""
    scores = payoffs.scores
    margins = np.sign(scores[:, None, :] - scores[None, :, :]).sum(axis=2)
    found = levels(margins)
    values = np.zeros(len(scores))
    for nth, level in enumerate(found):
        for player, chance in level:
            values[player] = len(found) - 1 - nth + chance
    return values


def _estimates(values: Array, samples: Array, share: float = 0.95) -> list[Estimate]:
    if not len(samples):
        return [Estimate(float(value)) for value in values]
    low, high = np.quantile(samples, ((1 - share) / 2, (1 + share) / 2), axis=0)
    # A number that hardly any weighting gives again is still within its interval.
    ends = zip(np.minimum(low, values).tolist(), np.maximum(high, values).tolist(), strict=True)
    return [Estimate(float(value), *span) for value, span in zip(values, ends, strict=True)]


def _best_responses(outcomes: Outcomes, names: Sequence[str]) -> dict[str, Response]:
    """For each player, the one of the others that wins most often against it."""
    known = set(names)
    pairs = pairs_from(outcomes, 1 - 0.05 / max(len(names) - 1, 1))
    found: dict[str, Response] = {}
    for pair in pairs:
        if {pair.player, pair.opponent} <= known:
            best = found.get(pair.opponent)
            if best is None or pair.rate > best.rate:
                found[pair.opponent] = Response(pair.player, pair.rate, pair.low, pair.high)
    return found


def rankings_of(field: Field) -> dict[str, Method]:
    """The methods that order players, and can agree on the order."""
    return {name: method for name, method in _methods(field).items() if name in RANKINGS}


RANKINGS: Final = (
    "Bradley-Terry",
    "Nash averaging",
    "α-rank",
    "soft Condorcet",
    "Nash over games",
    "maximal lotteries",
)


def agreements_of(values: Mapping[str, Array], samples: Mapping[str, Array]) -> list[Agreement]:
    """How far each two methods agree: what they say of the results, and of results weighted anew."""
    known = [name for name in RANKINGS if name in values]
    found = []
    for one, other in combinations(known, 2):
        draws = np.array([[tau(a, b)] for a, b in zip(samples[one], samples[other], strict=True)])
        if len(values[one]) > 2:
            found.append(
                Agreement(
                    one, other, *_estimates(np.array([tau(values[one], values[other])]), draws, OF_AGREEMENTS)
                )
            )
    return found


def tau(one: Array, other: Array) -> float:
    """Kendall's tau-b of two rankings by numbers; 0 if one has all equal.

    >>> tau(np.array([3.0, 2.0, 1.0]), np.array([30.0, 10.0, 20.0])).__round__(3)
    0.333
    """
    first, second = (np.round(each, 9) for each in (one, other))
    a, b = (np.sign(each[:, None] - each[None, :]) for each in (first, second))
    scale = np.sqrt((a**2).sum() * (b**2).sum())
    return float((a * b).sum() / scale) if scale else 0.0
