"""Where variance comes from: one model with crossed random effects, by moments.

y = μ + Σ_f Z_f u_f + e, where the u_f of a factor f have mean 0 and variance σ_f², independently. Z_f says
which levels of the factor are in each result, with which sign: a player's strength counts for its own result,
and against its opponent's. MINQUE(0) (Rao 1971) equates the squares |Z_f' (y - ȳ)|² of each factor, and
|y - ȳ|², with their expectations, which are linear in the variances. It needs no distribution, and sparse
products only.

Intervals are Satterthwaite's (1946): a variance is taken to have as many degrees of freedom as its estimates
have in results that are drawn from the fitted model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, sqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from agonist.ratings.arrays import Array, Places
from agonist.ratings.distributions import normal_quantile

if TYPE_CHECKING:
    from scipy.sparse import csr_array


DRAWS: Final = 200
"""Sets of results that are drawn from the fitted model."""

SEED: Final = 1

TOLD_APART: Final = 1e-5
"""The least eigenvalue of the equations, scaled to a diagonal of 1, with which factors can be told apart."""

RESIDUAL: Final = "residual"


@dataclass(frozen=True, slots=True)
class Component:
    """The variance of one factor, in squares of the unit of results.

    `levels`: how many there are. `low` and `high`: its 95% interval. `share`: of the variance of a single
    result, from 0 to 1. All are `None` where `note` says why nothing is known.
    """

    factor: str
    levels: int
    variance: float | None = None
    low: float | None = None
    high: float | None = None
    share: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Incidence:
    """Which levels of a factor are in which results: entries (result, level, sign), levels from 0."""

    result: Places
    level: Places
    sign: Array

    @property
    def levels(self) -> int:
        """How many levels there are."""
        return int(self.level.max(initial=-1)) + 1

    def matrix(self, results: int) -> csr_array:
        """Z: a row for each result, a column for each level."""
        from scipy.sparse import csr_array  # slow to load

        return csr_array((self.sign, (self.result, self.level)), shape=(results, self.levels))


def components(values: Array, factors: Mapping[str, Incidence], draws: int = DRAWS) -> list[Component]:
    """The variance of each factor, in their order, and then that of the residual.

    A factor that can't be told apart from those before it, or from the residual, has a note instead.
    """
    known: list[str] = []
    notes: dict[str, str] = {}
    matrices = {name: incidence.matrix(len(values)) for name, incidence in factors.items()}
    for name, incidence in factors.items():
        if incidence.levels < 2:
            notes[name] = "only one"
        elif not _told_apart([matrices[each] for each in (*known, name)], len(values)):
            notes[name] = "can't be told apart from the others"
        else:
            known.append(name)
    chosen = [matrices[name] for name in known]
    equations = _equations(chosen, len(values))
    solved = np.linalg.solve(equations, _squares(chosen, values[:, None]))[:, 0]
    found = np.asarray(solved, dtype=np.float64)
    sample = _drawn(chosen, equations, found, len(values), draws)
    # In a result of two players there are two strengths, so that their variance counts twice.
    often = [float(each.power(2).sum()) / len(values) for each in chosen]
    parts = np.maximum(found, 0) * np.array([*often, 1.0])
    total = float(parts.sum())
    rows = {}
    for name, value, part, column in zip(
        (*known, RESIDUAL), found.tolist(), parts.tolist(), sample, strict=True
    ):
        levels = factors[name].levels if name in factors else len(values)
        low, high = _ends(value, float(column.std(ddof=1)))
        share = part / total if total > 0 else None
        rows[name] = Component(name, levels, max(value, 0.0), low, high, share)
    return [
        rows[name] if name in rows else Component(name, factors[name].levels, note=notes[name])
        for name in (*factors, RESIDUAL)
    ]


def _told_apart(matrices: Sequence[csr_array], results: int) -> bool:
    equations = _equations(matrices, results)
    scale = np.sqrt(np.diagonal(equations))
    if (scale <= 0).any():
        return False
    return bool(np.linalg.eigvalsh(equations / np.outer(scale, scale))[0] > TOLD_APART)


def _equations(matrices: Sequence[csr_array], results: int) -> Array:
    """What each square is expected to be for a variance of 1 of each factor, the residual's last."""
    size = len(matrices) + 1
    found = np.zeros((size, size))
    means = [np.asarray(each.sum(axis=0)).ravel() / results for each in matrices]
    for at, one in enumerate(matrices):
        for to, other in enumerate(matrices[: at + 1]):
            product = one.T @ other
            mixed = float(means[at] @ (product @ means[to]))
            square = float((product.power(2)).sum()) - 2 * results * mixed
            square += results**2 * float(means[at] @ means[at]) * float(means[to] @ means[to])
            found[at, to] = found[to, at] = square
        spread = float(one.power(2).sum()) - results * float(means[at] @ means[at])
        found[at, -1] = found[-1, at] = spread
    found[-1, -1] = results - 1
    return found


def _squares(matrices: Sequence[csr_array], values: Array) -> Array:
    """The squares of each factor, and of the residual, for each column of results."""
    centred = values - values.mean(axis=0)
    sums = [((matrix.T @ centred) ** 2).sum(axis=0) for matrix in matrices]
    return np.array([*sums, (centred**2).sum(axis=0)])


def _drawn(
    matrices: Sequence[csr_array], equations: Array, variances: Array, results: int, draws: int
) -> Array:
    """The estimates from results that are drawn from the fitted model: a row for each factor."""
    rng = np.random.default_rng(SEED)
    scale = np.sqrt(np.maximum(variances, 0))
    values = scale[-1] * rng.normal(size=(results, draws))
    for matrix, deviation in zip(matrices, scale, strict=False):
        values += matrix @ (deviation * rng.normal(size=(matrix.shape[1], draws)))
    return np.asarray(np.linalg.solve(equations, _squares(matrices, values)), dtype=np.float64)


def _ends(value: float, error: float) -> tuple[float, float]:
    """The ends of a variance's interval, given its estimate and the estimate's own standard error."""
    from scipy.special import chdtri  # slow to load

    freedom = 2 * (value / error) ** 2 if error > 0 and value > 0 else 0.0
    beyond = max(value, 0.0) + normal_quantile(0.975) * error
    if freedom < 1:
        return 0.0, beyond
    low, high = (freedom * value / float(chdtri(freedom, tail)) for tail in (0.025, 0.975))
    return (low if value > 2 * error else 0.0), max(high, beyond) if high < inf else beyond


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much a plan has of each: matches of a player, deals, wordings and runs."""

    matches: int
    deals: int
    wordings: int
    runs: int


def fewest_matches(
    variances: Mapping[str, float], wanted: float, *, wordings: int = 1, runs: int = 1, mirrored: bool = False
) -> Amounts | None:
    """The fewest matches of a player with which its mean result has at most this standard error.

    `wordings`, `runs`: how many there are; matches are spread over them, which costs nothing. `mirrored`:
    each deal is played from both seats, so that what it favours cancels; otherwise each match has its own.
    `None`: not even infinitely many are enough, since wordings or runs alone vary too much.

    >>> fewest_matches({"residual": 0.25}, 0.05).matches
    100
    >>> fewest_matches({"residual": 0.25, "wording": 0.01}, 0.05) is None
    True
    """
    fixed = variances.get("wording", 0.0) / wordings + variances.get("run", 0.0) / runs
    room = wanted**2 - fixed
    if room <= 0:
        return None
    single = variances.get(RESIDUAL, 0.0) + (0.0 if mirrored else variances.get("deal", 0.0))
    matches = max(1, int(np.ceil(single / room - 1e-9)))
    return Amounts(matches, -(-matches // 2) if mirrored else matches, wordings, runs)


def cheapest(
    variances: Mapping[str, float],
    wanted: float,
    *,
    match_price: float,
    wording_price: float = 0.0,
    most_wordings: int = 1,
    runs: int = 1,
) -> Amounts | None:
    """The matches of a player and the wordings that cost least, for a mean result with this standard error.

    What costs `match_price` × matches + `wording_price` × wordings and has the variance σ_w² / wordings +
    σ_e² / matches + σ_run² / runs is two-stage sampling, whose optimum has

    matches / wordings = √(σ_e² / match_price) / √(σ_w² / wording_price)

    (Cochran, *Sampling Techniques*, 1977, equation 10.26). Of the whole numbers beside the optimum the
    cheapest is taken, so that the cost is at most one match above the least. Wordings that cost nothing are
    all used, `most_wordings`. What a deal favours cancels, as it is mirrored. `None`: nothing is enough.

    Args:
        variances: Of single results, by factor, in squares of points.
        wanted: The standard error, in points.
        match_price: What a match adds to the cost of a player's mean, above 0 if wordings cost anything.

    >>> cheapest({"residual": 0.25, "wording": 0.01}, 0.05, match_price=1, wording_price=16, most_wordings=99)
    Amounts(matches=180, deals=90, wordings=9, runs=1)
    """
    room = wanted**2 - variances.get("run", 0.0) / runs
    varied, single = variances.get("wording", 0.0), variances.get(RESIDUAL, 0.0)
    if room <= 0:
        return None
    if not varied or not wording_price:
        count = most_wordings if varied else 1
        return fewest_matches(variances, wanted, wordings=count, runs=runs, mirrored=True)
    best = (sqrt(varied * wording_price) + sqrt(single * match_price)) * sqrt(varied / wording_price) / room
    tried = {min(max(int(best) + more, 1), most_wordings) for more in (-1, 0, 1, 2)}
    found = [
        amounts
        for count in sorted(tried)
        if (amounts := fewest_matches(variances, wanted, wordings=count, runs=runs, mirrored=True))
    ]
    price = partial(_price, match_price, wording_price)
    return min(found, key=price, default=None)


def _price(match_price: float, wording_price: float, amounts: Amounts) -> float:
    return match_price * amounts.matches + wording_price * amounts.wordings


def error_in_rates(width: float, players: int, elo: float) -> float:
    """The standard error of a win rate with which a rating's 95% interval has this width, in Elo points.

    In a round robin of equals a rating is `elo` * 4 (n - 1) / n times as far from the mean as a win rate is
    from one half. Differences of strength make it wider.

    >>> round(error_in_rates(100, 2, 173.72), 4)
    0.0734
    """
    return width / (2 * normal_quantile(0.975)) / (elo * 4 * (players - 1) / players)


def deviation(component: Component) -> float | None:
    """The standard deviation of a factor."""
    return None if component.variance is None else sqrt(component.variance)
