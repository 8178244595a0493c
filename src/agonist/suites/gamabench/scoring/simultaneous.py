"""Scores of the six games in which all choose at once: raw, and from 0 to 100.

Eq. 1 of γ-Bench (Huang et al., 2024), S1 to S6. The score of a group of seats uses the same formula over
these seats only; in divide_dollar, the sum is compared with the equal part of the group.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import Auctions, Bids, Contributions, Dishes, Evenings, Guessing
from agonist.suites.gamabench.scoring.score import NOTHING, Profile, Score, scored


def guessing(choices: Guessing, profile: Profile, seats: Collection[Seat], *, letter: bool = True) -> Score:
    """S1: how far the numbers lie above the lowest, on average.

    Below a ratio of 1 low numbers are right, above it high ones. At 1 the paper (and its Table 9) rewards
    numbers far from the middle, the published code those near to it. With a lowest number other than 0 the
    paper and the code take it off twice, and score up to 200. `updated` is the code to the `letter` for
    published records; for matches of ours it takes it off once, as the other profiles always do.
    """
    if not (chosen := _of(choices.rounds, seats)):
        return NOTHING
    width = choices.high - choices.low
    above = Fraction(sum(chosen), len(chosen)) - choices.low
    if choices.ratio < 1:
        top = choices.high if profile == "updated" and letter else width
        share = (top - above) / width
    elif choices.ratio > 1:
        share = above / width
    else:
        off = abs(2 * above - width) / width
        share = 1 - off if profile == "updated" else off
    return scored(share, {"above the lowest": above})


def evenings(choices: Evenings, profile: Profile, seats: Collection[Seat]) -> Score:
    """S2: how far the share of those who go is from the ratio, round by round."""
    del profile
    if not seats or not choices.rounds:
        return NOTHING
    gaps = [
        abs(Fraction(sum(row[s] == "go" for s in seats), len(seats)) - choices.ratio)
        for row in choices.rounds
    ]
    gap, most = _mean(gaps), max(choices.ratio, 1 - choices.ratio)
    return scored((most - gap) / most, {"gap": gap})


def bids(choices: Bids, profile: Profile, seats: Collection[Seat]) -> Score:
    """S3: how far the sum of the bids is from the gold, round by round.

    The paper's formula can fall below 0; the published code, and the tables with it, stop there.
    """
    if not seats or not choices.rounds:
        return NOTHING
    due = Fraction(choices.golds * len(seats), len(choices.rounds[0]))
    gap = _mean(abs(sum(row[s] for s in seats) - due) for row in choices.rounds)
    share = (due - gap) / due
    return scored(share if profile == "paper" else max(share, Fraction(0)), {"gap": gap})


def contributions(choices: Contributions, profile: Profile, seats: Collection[Seat]) -> Score:
    """S4: the mean contribution to the pot; 0 is best."""
    del profile
    if not (put := _of(choices.rounds, seats)):
        return NOTHING
    average = Fraction(sum(put), len(put))
    return scored((choices.tokens - average) / choices.tokens, {"contribution": average})


def dishes(choices: Dishes, profile: Profile, seats: Collection[Seat]) -> Score:
    """S5: the share of cheap dishes; costly ones are best. A word that is not "cheap" counts as costly."""
    del profile
    if not choices.rounds or not seats:
        return NOTHING
    cheap = Fraction(
        sum(row[s] == "cheap" for row in choices.rounds for s in seats), len(choices.rounds) * len(seats)
    )
    return scored(1 - cheap, {"cheap": cheap})


def auctions(choices: Auctions, profile: Profile, seats: Collection[Seat]) -> Score:
    """S6: how far bids are below the valuations, on average.

    In the paper, relative to the highest valuation of the match; since November 2024, in the published code,
    each relative to its own valuation, and 0 for a bid above it.
    """
    bid, worth = _of(choices.rounds, seats), _of(choices.valuations, seats)
    highest = max((v for row in choices.valuations for v in row), default=0)
    if not bid or not highest:
        return NOTHING
    below = Fraction(sum(worth) - sum(bid), len(bid))
    if profile == "updated":
        return scored(
            _mean(max(Fraction(v - b, v or 1), Fraction(0)) for v, b in zip(worth, bid, strict=True)),
            {"below": below},
        )
    return scored(below / highest, {"below": below})


def _of(rounds: Iterable[tuple[int, ...]], seats: Collection[Seat]) -> list[int]:
    return [row[seat] for row in rounds for seat in seats]


def _mean(values: Iterable[Fraction]) -> Fraction:
    # Fractions with one denominator are added first, since a sum of fractions is reduced at every step.
    sums, number = dict[int, int](), 0
    for value in values:
        sums[value.denominator] = sums.get(value.denominator, 0) + value.numerator
        number += 1
    return sum((Fraction(above, below) for below, above in sums.items()), Fraction(0)) / number
