"""What the figures of the two sequential games show, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Final

from agonist.suites.gamabench.scoring.choices import Battle, Pirates
from agonist.suites.gamabench.scoring.games import score
from agonist.suites.gamabench.scoring.sequential import verdict


def left(choices: Battle) -> list[float]:
    """How many are alive after each shot."""
    return [float(len(shot.alive) - shot.hit) for shot in choices.shots]


def wrong_shots(choices: Battle) -> list[float]:
    """For each shot 100 points if it was not aimed at the strongest opponent, else 0."""
    each = (score(Battle(choices.rates, (shot,)), "paper").value for shot in choices.shots)
    return [100.0 - value for value in each if value is not None]


def plan_distances(choices: Pirates) -> list[float]:
    """How many coins each plan is from the best one; none where the gold is too scarce for the paper's."""
    found = []
    for plan in choices.plans:
        if (len(plan.pirates) - 1) // 2 > choices.gold:
            return []
        one = verdict(Pirates(choices.gold, (plan,)), plan.pirates, Fraction(1), choices.gold, strict=False)
        found += [float(distance) for distance in one.distances]
    return found


def wrong_votes(choices: Pirates) -> list[float]:
    """The share of wrong votes on each plan, in points."""
    found = []
    for plan in choices.plans:
        if (len(plan.pirates) - 1) // 2 > choices.gold:
            return []
        one = verdict(Pirates(choices.gold, (plan,)), plan.pirates, Fraction(1), choices.gold, strict=False)
        if one.votes:
            found.append(100.0 * (one.votes - one.right) / one.votes)
    return found


TURNS: Final[Mapping[str, tuple[tuple[str, Callable[..., list[float]]], ...]]] = {
    "battle_royale": (
        ("players left after each shot", left),
        ("shots not at the strongest, in percent", wrong_shots),
    ),
    "pirate_game": (
        ("coins between each plan and the best", plan_distances),
        ("wrong votes on each plan, in percent", wrong_votes),
    ),
}
"""For each sequential game what is shown of every turn: its name, and how it is measured."""
