"""Shooting in equilibrium among a few, at the strongest among many."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final, Literal

from agonist.core import Ask, Seat
from agonist.games.battle_royale.rules import NOBODY, BattleRoyale, State, opponents

MOST_SOLVED: Final = 4
"""The most survivors for which the equilibrium is computed; it takes about n² 2ⁿ steps a shot."""

AHEAD: Final = 200
"""Shots of lookahead; fewer if players know that fewer are left."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A shooter's action, and each player's expectation if all plan like this.

    `target` is an index in the order of shooting; `None` to miss on purpose.
    """

    target: int | None
    expected: tuple[float, ...]


def truel(game: BattleRoyale, view: State, ask: Ask, rng: Random) -> Seat | str:
    """The target with the highest expected score, if the others reason alike.

    Among more than `MOST_SOLVED` survivors it is the opponent with the highest hit rate, γ-Bench's own
    yardstick: a heuristic, not the best answer.
    """
    del ask, rng
    if len(view.alive) > MOST_SOLVED:
        return max(opponents(view), key=game.hit_rate)
    ahead = min(game.shot_cap, AHEAD) if game.told_rounds else AHEAD
    left = min(game.shot_cap - len(view.log), ahead) if game.told_rounds else ahead
    rates = tuple(game.hit_rate(seat) / 100 for seat in view.alive)
    target = plans(rates, ahead)[left][view.alive.index(view.shooter)].target
    return NOBODY if target is None else view.alive[target]


@lru_cache(maxsize=256)
def plans(
    rates: tuple[float, ...], shots: int, aim: Literal["score", "last"] = "score"
) -> tuple[tuple[Plan, ...], ...]:
    """Plans by the number of shots left (0 to `shots`) and by whose turn it is.

    `rates`: chances to hit, 0 to 1, in order of shooting. By backward induction, which is value iteration on
    the game without a cap. Of equally good plans: to miss on purpose, then the higher hit rate. The
    expectation is, by `aim`, the `score` (a point for each player who is out before, half a point for each
    other one left at the cap) or the chance of being the `last` one left (shared by those left at the cap).

    Of three with 1/3, 2/3 and 1 who want to be the last, the weakest misses on purpose first (Kilgour, 1975):

    >>> plan = plans((1 / 3, 2 / 3, 1.0), 200, "last")[200][0]
    >>> plan.target, [round(63 * chance, 6) for chance in plan.expected]
    (None, [25.0, 24.0, 14.0])
    """
    count = len(rates)
    point, shared = (1.0, (count - 1) / 2) if aim == "score" else (0.0, 1 / count)
    rows = [(Plan(None, (shared,) * count),) * count]
    if count == 1:
        return tuple(rows * (shots + 1))
    strongest_first = sorted(range(count), key=lambda place: rates[place], reverse=True)
    without = [plans(rates[:place] + rates[place + 1 :], shots, aim) for place in range(count)]
    for left in range(1, shots + 1):
        row = []
        for shooter, rate in enumerate(rates):
            spared = rows[left - 1][(shooter + 1) % count].expected
            best = Plan(None, spared)
            for target in strongest_first:
                if target != shooter:
                    after = _after_hit(without[target][left - 1], shooter, target, point)
                    both = zip(after, spared, strict=True)
                    plan = Plan(target, tuple(rate * a + (1 - rate) * b for a, b in both))
                    # A gain within rounding errors does not count.
                    best = plan if plan.expected[shooter] > best.expected[shooter] + 1e-12 else best
            row.append(best)
        rows.append(tuple(row))
    return tuple(rows)


def _after_hit(without: tuple[Plan, ...], shooter: int, target: int, point: float) -> tuple[float, ...]:
    """Everyone's expectation once the target is out; the others get a point for it."""
    later = shooter + 1 - (target <= shooter)
    rest = [point + expected for expected in without[later % len(without)].expected]
    return (*rest[:target], 0.0, *rest[target:])
