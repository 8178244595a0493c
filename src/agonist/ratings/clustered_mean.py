"""The mean of scores of which some share a deal, and how sure it is."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from scipy.special import stdtrit

from agonist.core.errors import UsageError


def clustered_mean(
    values: Iterable[tuple[str, float]], seen: tuple[float, float] | None = None, confidence: float = 0.95
) -> tuple[float | None, float | None, float | None]:
    """The mean of (deal, score) pairs, and the ends of its interval; `None` without evidence.

    Scores on one deal are one piece of evidence, so the interval is Student's over deals. Scores are bounded,
    and rare ones matter: ten hands of poker may pass without the one in which everything is lost. So the
    interval also holds the one that two more deals would give, one at each end of `seen`, the lowest and the
    highest score known (of this player's where it is `None`), and it ends there: the method of Agresti and
    Coull for shares (1998), for any bounded score. With few deals it is wide; there is none from fewer than
    two deals, nor where no score differs from another.

    >>> scores = [("a", 1.0), ("a", 3.0), ("b", 5.0), ("c", 2.0), ("d", 4.0)]
    >>> mean, low, high = clustered_mean(scores, seen=(0, 10))
    >>> f"{mean:.1f} from {low:.1f} to {high:.1f}"
    '3.0 from 0.0 to 8.3'
    """
    if not 0 < confidence < 1:
        raise UsageError(f"a confidence lies between 0 and 1, not {confidence}")
    deals: dict[str, list[float]] = {}
    for deal, score in values:
        deals.setdefault(deal, []).append(score)
    scores = [score for own in deals.values() for score in own]
    if not scores:
        return None, None, None
    centre = sum(scores) / len(scores)
    least, most = seen or (min(scores), max(scores))
    least, most = min(least, *scores, most), max(most, *scores, least)
    if len(deals) < 2 or most - least <= 1e-9 * max(abs(least), abs(most)):
        return centre, None, None
    sums = [(float(len(own)), sum(own)) for own in deals.values()]
    size = len(scores) / len(deals)
    ends = [centre]
    for added in ([], [(size, size * least), (size, size * most)]):
        middle, error = _ratio([*sums, *added])
        reach = float(stdtrit(len(deals) - 1, (1 + confidence) / 2)) * error
        ends += [middle - reach, middle + reach]
    return centre, max(min(ends), least), min(max(ends), most)


def _ratio(sums: list[tuple[float, float]]) -> tuple[float, float]:
    """The mean of all scores and its standard error, from the number and the sum of each deal's scores."""
    number, count = len(sums), sum(n for n, _ in sums)
    middle = sum(total for _, total in sums) / count
    squares = sum((total - n * middle) ** 2 for n, total in sums)
    return middle, sqrt(squares * number / (number - 1)) / count
