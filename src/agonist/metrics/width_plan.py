"""How many matches a wanted width of ratings takes, before any is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Final

from agonist.core import UsageError
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.variance_components import Amounts, error_in_rates, fewest_matches

INDEPENDENT: Final[Mapping[str, float]] = {"residual": 0.25}
"""Without results: wins and defeats of equals, each for itself, which vary most."""

MOST_WORDINGS: Final = 1000


@dataclass(frozen=True, slots=True)
class WidthPlan:
    """What a round robin of two takes. `matches` is `None` where no number is enough.

    `each`: matches of each pair. `deals`: of each pair. `wordings`: prompts in turn; `least_wordings` is with
    how few the width can be reached at all, `None` if with no number.
    """

    width: float
    players: int
    each: int | None
    matches: int | None
    deals: int | None
    wordings: int
    least_wordings: int | None
    variances: Mapping[str, float]


def plan_width(
    width: float, players: int, variances: Mapping[str, float] = INDEPENDENT, *, wordings: int = 1
) -> WidthPlan:
    """The least number of matches with which no rating's 95% interval is wider, in Elo points, of equals.

    `variances`: of single results by factor, as `agonist.metrics.variance` finds them. Every deal is played
    from both seats, as schedules have it. Raises `UsageError`.

    >>> plan_width(100, 2).matches
    48
    """
    if not width > 0 or players < 2 or wordings < 1:
        raise UsageError("a plan needs a width above 0, two players at least, and one wording or more")
    wanted = error_in_rates(width, players, ELO)

    def found(count: int) -> Amounts | None:
        return fewest_matches(variances, wanted, wordings=count, mirrored=True)

    least = next((count for count in range(1, MOST_WORDINGS + 1) if found(count) is not None), None)
    amounts = found(wordings)
    if amounts is None:
        return WidthPlan(width, players, None, None, None, wordings, least, variances)
    each = 2 * ceil(amounts.matches / (players - 1) / 2)  # from both seats
    return WidthPlan(
        width, players, each, each * players * (players - 1) // 2, each // 2, wordings, least, variances
    )
