"""The two games in which players act one after another: their choices, and the scores S7 and S8.

Eq. 1 of γ-Bench (Huang et al., 2024).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Final

from agonist.core import Seat
from agonist.suites.gamabench.scoring.choices import NO_SCORE, Choices, Formula, Profile, Score, scored

CAP: Final = 20
"""Shots after which a battle ends, in the suite and in published records; own levels may have another cap."""


@dataclass(frozen=True, slots=True)
class Shot:
    """One turn of a battle: the shooter, the target (`None`: missed on purpose), and the living players
    before it.

    `target` may be dead or the shooter in published records.
    """

    shooter: Seat
    target: Seat | None
    alive: tuple[Seat, ...]
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Battle(Choices):
    """Battle royale: the hit rate of each seat, in percent, and every turn."""

    rates: tuple[int, ...]
    shots: tuple[Shot, ...]

    @property
    def seats(self) -> Sequence[Seat]:
        return range(len(self.rates))

    @property
    def answers(self) -> int:
        return len(self.shots)

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S7: the share of turns spent on a shot at the living opponent who hits most often.

        Shots at players who are out or at the shooter, and misses on purpose are turns, and never count as
        right. The paper's formula divides by the number of players too; no table does.
        """
        shots = [shot for shot in self.shots if shot.shooter in seats]
        if not shots:
            return NO_SCORE
        right = 0
        for shot in shots:
            rivals = {seat: self.rates[seat] for seat in shot.alive if seat != shot.shooter}
            right += shot.target is not None and rivals.get(shot.target) == max(rivals.values(), default=None)
        share = Fraction(right, len(shots))
        return scored(share, {"at the strongest": share, "shots": Fraction(len(shots))})

    @property
    def illegal(self) -> int:
        return sum(
            shot.target is not None and (shot.target not in shot.alive or shot.target == shot.shooter)
            for shot in self.shots
        )

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        if name == "at the strongest":
            return 0.0, 1.0
        return float(min(len(self.rates) - 1, CAP)), float(CAP) if len(self.shots) <= CAP else inf


@dataclass(frozen=True, slots=True)
class Plan:
    """One proposal of a pirate game, in order of rank among the pirates on board; the first proposes.

    `shares`: coins for each of `pirates`. `accepts`: the vote of each; the proposer's comes first and does
    not count for the score.
    """

    pirates: tuple[Seat, ...]
    shares: tuple[int, ...]
    accepts: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Pirates(Choices):
    """The pirate game: every plan that was put to the vote."""

    gold: int
    plans: tuple[Plan, ...]

    @property
    def seats(self) -> Sequence[Seat]:
        return sorted({seat for plan in self.plans for seat in plan.pirates})

    @property
    def answers(self) -> int:
        return sum(len(plan.pirates) for plan in self.plans)

    def score(self, formula: Formula, seats: Collection[Seat]) -> Score:
        """S8: how far plans are from the best one (S8P), and the share of right votes (S8V); half the score
        each.

        The published code scales plans to 100 coins and compares them with the best plan for 100, and holds
        no vote of someone who is offered one coin at an odd distance from the proposer for right. The tables'
        arithmetic moreover rounds S8V to two digits; with `august`, which printed the seven models that were
        added in August 2024, it instead counts the votes of each plan once for each of them. `None` where
        nobody of these seats proposed or nobody voted, and where the gold does not suffice for the best plan
        that the paper describes.
        """
        scale = Fraction(100, self.gold) if formula.profile != "paper" else Fraction(1)
        total = 100 if formula.profile != "paper" else self.gold
        if any((len(plan.pirates) - 1) // 2 > total for plan in self.plans):
            return NO_SCORE
        found = verdict(self, seats, scale, total, strict=formula.profile != "paper")
        if not found.distances or not found.votes:
            return NO_SCORE
        distance = sum(found.distances, Fraction(0)) / len(found.distances)
        votes = Fraction(found.right, found.votes)
        if formula.profile == "as-printed":
            counted = sum((len(plan.pirates) - 1) ** 2 for plan in self.plans)
            votes = Fraction(found.right, counted) if formula.august else Fraction(round(float(votes), 2))
        share = (2 * total - distance) / (2 * total) / 2 + votes / 2
        return scored(share, {"distance": distance, "right votes": votes})

    @property
    def illegal(self) -> int:
        return sum(min(plan.shares) < 0 or sum(plan.shares) != self.gold for plan in self.plans)

    def raw_range(self, name: str, profile: Profile) -> tuple[float, float]:
        coins = self.gold if profile == "paper" else 100
        return (0.0, 1.0) if name == "right votes" else (0.0, 2.0 * coins)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The right and wrong plans and votes of a match."""

    distances: tuple[Fraction, ...]
    """For each plan, the sum of all differences from the best one."""
    right: int
    votes: int


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
