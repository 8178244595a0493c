"""Scores of the two games in which players act one after another: raw, and from 0 to 100.

Eq. 1 of γ-Bench (Huang et al., 2024), S7 and S8.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import Battle, Pirates, Plan
from agonist.suites.gamabench.scoring.score import NOTHING, Profile, Score, scored


def battle(choices: Battle, profile: Profile, seats: Collection[Seat]) -> Score:
    """S7: the share of turns spent on a shot at the living opponent who hits most often.

    Shots at players who are out or at the shooter, and misses on purpose are turns, and never count as right.
    The paper's formula divides by the number of players too; no table does.
    """
    del profile
    shots = [shot for shot in choices.shots if shot.shooter in seats]
    if not shots:
        return NOTHING
    right = 0
    for shot in shots:
        rivals = {seat: choices.rates[seat] for seat in shot.alive if seat != shot.shooter}
        right += shot.target is not None and rivals.get(shot.target) == max(rivals.values(), default=None)
    share = Fraction(right, len(shots))
    return scored(share, {"at the strongest": share, "shots": Fraction(len(shots))})


@dataclass(frozen=True, slots=True)
class Verdict:
    """The right and wrong plans and votes of a match."""

    distances: tuple[Fraction, ...]
    """For each plan, the sum of all differences from the best one."""
    right: int
    votes: int


def pirates(choices: Pirates, profile: Profile, seats: Collection[Seat], *, august: bool = False) -> Score:
    """S8: how far plans are from the best one (S8P), and the share of right votes (S8V); half the score each.

    The published code scales plans to 100 coins and compares them with the best plan for 100, and holds no
    vote of someone who is offered one coin at an odd distance from the proposer for right. The tables'
    arithmetic moreover rounds S8V to two digits; with `august`, which printed the seven models that were
    added in August 2024, it instead counts the votes of each plan once for each of them.
    `None` where nobody of these seats proposed or nobody voted, and where the gold does not suffice for the
    best plan that the paper describes.
    """
    scale = Fraction(100, choices.gold) if profile != "paper" else Fraction(1)
    total = 100 if profile != "paper" else choices.gold
    if any((len(plan.pirates) - 1) // 2 > total for plan in choices.plans):
        return NOTHING
    found = verdict(choices, seats, scale, total, strict=profile != "paper")
    if not found.distances or not found.votes:
        return NOTHING
    distance = sum(found.distances, Fraction(0)) / len(found.distances)
    votes = Fraction(found.right, found.votes)
    if profile == "as-printed":
        counted = sum((len(plan.pirates) - 1) ** 2 for plan in choices.plans)
        votes = Fraction(found.right, counted) if august else Fraction(round(float(votes), 2))
    share = (2 * total - distance) / (2 * total) / 2 + votes / 2
    return scored(share, {"distance": distance, "right votes": votes})


def verdict(
    choices: Pirates, seats: Collection[Seat], scale: Fraction, total: int, *, strict: bool
) -> Verdict:
    """The judgement of the plans that these seats proposed and the votes that they cast."""
    distances, right, votes = [], 0, 0
    for plan in choices.plans:
        if plan.pirates[0] in seats:
            best = best_plan(len(plan.pirates), total)
            distances.append(
                sum((abs(s * scale - b) for s, b in zip(plan.shares, best, strict=True)), Fraction(0))
            )
        for offset, seat in enumerate(plan.pirates):
            if offset and seat in seats:
                votes += 1
                right += is_right(plan, offset, strict=strict)
    return Verdict(tuple(distances), right, votes)


def best_plan(pirates: int, gold: int) -> tuple[int, ...]:
    """One coin to every second pirate after the proposer, nothing to the others, the rest to the proposer.

    >>> best_plan(5, 100)
    (98, 0, 1, 0, 1)
    """
    paid = tuple(1 - offset % 2 for offset in range(1, pirates))
    return (gold - sum(paid), *paid)


def is_right(plan: Plan, offset: int, *, strict: bool) -> bool:
    """Whether a vote is right: yes to two coins or more, no to none, to one coin only at an even distance.

    `strict`: nobody who is offered one coin at an odd distance is right.
    """
    share, accepts = plan.shares[offset], plan.accepts[offset]
    if share >= 2:
        return accepts
    if share == 1 and offset % 2:
        return not accepts and not strict
    return accepts == (share == 1)
