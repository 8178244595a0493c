"""A player that concedes over the rounds and infers the other's values from their plans."""

from __future__ import annotations

from math import exp
from random import Random
from typing import Any, Final

from agonist.core import Ask
from agonist.games.bargain.goods import WHOLE, Counts, Values, plans, rest, total, value_pairs
from agonist.games.bargain.rules import Bargain, View

HIGH: Final = {"difference": 7.0, "own_value": 9.0}
"""The points that it demands at first."""
LOW: Final = {"difference": 0.5, "own_value": 1.0}
"""The points that it accepts at its last turn."""
GREED: Final = 0.5
"""The increase of a plan's log-likelihood for each point that it keeps for its proposer."""


def by_threshold(game: Bargain, view: View, ask: Ask, rng: Random) -> Any:
    """Accept a plan with an expected score of the threshold or more; else propose the most generous such
    plan.

    The threshold of the turn falls evenly from `HIGH` at the first turn to `LOW` at the last.
    """
    del ask, rng
    table, me = view.table, view.seat
    assert me is not None
    assert table.pool is not None
    mine = view.values[me]
    assert mine is not None
    pool, beliefs = table.pool, others_values(view)

    def theirs(share: Counts) -> float:
        """The expected value of the rest to the other."""
        return sum(chance * total(rest(pool, share), values) for values, chance in beliefs.items())

    def score(share: Counts) -> float:
        worth = total(share, mine)
        return worth - theirs(share) if game.score == "difference" else worth

    past = (table.turns // 2) / max(1, game.rounds - 1)
    threshold = HIGH[game.score] + (LOW[game.score] - HIGH[game.score]) * past
    if table.plan and score(rest(pool, table.plan.keeps)) >= threshold:
        return ("deal",)
    enough = [kept for kept in plans(pool) if score(kept) >= threshold]
    best = max(enough, key=lambda kept: (theirs(kept), score(kept)), default=pool)
    return ("propose", "", *best)


def others_values(view: View) -> dict[Values, float]:
    """The probability of each set of values that the other may have.

    All that fit the player's values are equally likely before the other speaks; then plans that keep much of
    their own value are likelier than others, by a factor of e^`GREED` a point.
    """
    pool, me = view.table.pool, view.seat
    assert pool is not None
    assert me is not None
    weights = {pair[1 - me]: 1.0 for pair in value_pairs(pool) if pair[me] == view.values[me]}
    for event in view.log:
        if event[0] == "proposed" and event[2] != me:
            for values in weights:
                of_all = sum(exp(GREED * (total(kept, values) - WHOLE)) for kept in plans(pool))
                weights[values] *= exp(GREED * (total(event[3], values) - WHOLE)) / of_all
    whole = sum(weights.values())
    return {values: weight / whole for values, weight in weights.items()}
