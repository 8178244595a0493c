"""How many matches a wanted width of ratings takes, before any is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from agonist.core import UsageError
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.variance_components import cheapest, error_in_rates, fewest_matches

INDEPENDENT: Final[Mapping[str, float]] = {"residual": 0.25}
"""Without results: wins and defeats of equals, each for itself, which vary most."""

MOST_WORDINGS: Final = 1000


@dataclass(frozen=True, slots=True)
class Prices:
    """What a plan costs, in dollars: a match (its players' calls, on average) and a new wording."""

    match: float = 0.0
    wording: float = 0.0


NOTHING: Final = Prices()


@dataclass(frozen=True, slots=True)
class WidthPlan:
    """What a round robin of two takes. `matches` is `None` where no number is enough.

    `each`: matches of each pair. `deals`: of each pair. `wordings`: prompts in turn; `least_wordings` is with
    how few the width can be reached at all, `None` if with no number. `cost`: in dollars.
    """

    width: float
    players: int
    each: int | None
    matches: int | None
    deals: int | None
    wordings: int
    least_wordings: int | None
    variances: Mapping[str, float]
    cost: float = 0.0


def plan_width(
    width: float,
    players: int,
    variances: Mapping[str, float] = INDEPENDENT,
    *,
    wordings: int = 1,
    prices: Prices = NOTHING,
) -> WidthPlan:
    """The matches and wordings that cost least with which no rating's 95% interval is wider, of equals.

    Without a price of wordings, all are used, and the matches are the fewest. `width` is in Elo points.

    `variances`: of single results by factor (`agonist.metrics.sources_of_variance`). `wordings`: the most
    there are. Every deal is played from both seats, as schedules have it. Raises `UsageError`.

    >>> plan_width(100, 2).matches
    48
    """
    if not width > 0 or players < 2 or wordings < 1:
        raise UsageError("a plan needs a width above 0, two players at least, and one wording or more")
    if min(prices.match, prices.wording) < 0 or (prices.wording and not prices.match):
        raise UsageError("a price is 0 dollars or more; with a price of wordings, matches need one above 0")
    wanted = error_in_rates(width, players, ELO)
    tried = range(1, MOST_WORDINGS + 1)
    least = next((n for n in tried if fewest_matches(variances, wanted, wordings=n, mirrored=True)), None)
    amounts = cheapest(
        variances,
        wanted,
        # A match is one of two players'.
        match_price=prices.match * players / 2,
        wording_price=prices.wording,
        most_wordings=wordings,
    )
    if amounts is None:
        return WidthPlan(width, players, None, None, None, wordings, least, variances)
    each = 2 * ceil(amounts.matches / (players - 1) / 2)  # from both seats
    matches = each * players * (players - 1) // 2
    cost = prices.match * matches + prices.wording * amounts.wordings
    return WidthPlan(width, players, each, matches, each // 2, amounts.wordings, least, variances, cost)
