"""How far two judges agree beyond chance: Cohen's kappa, with an interval over deals."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np

from agonist.ratings.clustered_mean import clustered_mean
from agonist.ratings.share_intervals import NO_SPAN, Span

SCALE: Final = (-1.0, 1.0)
"""The least and the greatest value of kappa."""


def cohens_kappa(verdicts: Iterable[tuple[str, bool, bool]]) -> Span:
    """Cohen's kappa (1960) of two judges, from (deal, verdict of the one, of the other); its 95% interval.

    1 is full agreement, 0 as much as judges at random have who say yes as often. Verdicts on one deal are
    one piece of evidence: kappa is linearised in its verdicts (Fleiss, Cohen and Everitt 1969), and the
    interval is that of `clustered_mean` over these numbers, with -1 and 1 as ends of the scale. There is no
    kappa where a judge always says the same, and no interval from fewer than two deals.

    >>> one, other = [True, True, False, False] * 5, [True, False, False, False] * 5
    >>> cohens_kappa((str(deal), a, b) for deal, (a, b) in enumerate(zip(one, other))).value
    0.5
    """
    rows = list(verdicts)
    if not rows:
        return NO_SPAN
    one, other = (np.array([row[at] for row in rows], dtype=float) for at in (1, 2))
    if one.std() == 0 or other.std() == 0:
        return Span(None, None, None, len(rows))
    agree = one * other + (1 - one) * (1 - other)
    p, q = one.mean(), other.mean()
    chance = p * q + (1 - p) * (1 - q)
    by_chance = (one - p) * (2 * q - 1) + (other - q) * (2 * p - 1)
    kappa = (agree.mean() - chance) / (1 - chance)
    each = kappa + (agree - agree.mean() - (1 - kappa) * by_chance) / (1 - chance)
    deals = [row[0] for row in rows]
    _, low, high = clustered_mean(zip(deals, each.tolist(), strict=True), SCALE)
    if low is None or high is None:
        return Span(float(kappa), None, None, len(rows))
    least, most = SCALE
    return Span(float(kappa), max(low, least), min(high, most), len(rows))
