"""Plans and votes by backward induction."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any

from agonist.core import Ask, Split
from agonist.games.pirate_game.rules import OVERBOARD, PirateGame, Shares, View, votes_needed


def equilibrium(game: PirateGame, view: View, ask: Ask, rng: Random) -> Any:
    """The plan that leaves the proposer most, or the vote that is best if all play by backward induction."""
    del rng
    rule = (game.gold, game.passes_with, game.on_equal)
    count = game.seats - view.overboard
    if isinstance(ask, Split):
        return best_plan(count, *rule)
    assert view.seat is not None
    assert view.plan is not None
    place = view.seat - view.overboard
    least = price(ends(count - 1, *rule)[place - 1], game.on_equal)
    return "accept" if view.plan[place] >= least else "reject"


@lru_cache(maxsize=4096)
def ends(count: int, gold: int, passes_with: str, on_equal: str) -> Shares:
    """The result of each pirate, the most senior first: coins, or `OVERBOARD`.

    Each prefers to survive, then coins, then what `on_equal` says. If more votes than needed cost the same,
    the more junior get the coins, as in γ-Bench's plans: one equilibrium of several, in which the same
    proposers survive.

    >>> ends(5, 100, "half", "overboard"), ends(2, 100, "majority", "overboard")
    ((98, 0, 1, 0, 1), (-1, 100))
    """
    if count == 1:
        return (gold,)
    later = ends(count - 1, gold, passes_with, on_equal)
    plan = best_plan(count, gold, passes_with, on_equal)
    votes = 1 + sum(share >= price(end, on_equal) for share, end in zip(plan[1:], later, strict=True))
    return plan if votes >= votes_needed(count, passes_with) else (OVERBOARD, *later)


def best_plan(count: int, gold: int, passes_with: str, on_equal: str) -> Shares:
    """The plan that buys the votes it needs, the cheapest ones, and leaves the rest to the proposer.

    If they cost more than the gold, it buys as many as possible, since others may make mistakes.

    >>> best_plan(10, 100, "half", "overboard")
    (96, 0, 1, 0, 1, 0, 1, 0, 1, 0)
    """
    prices = [price(end, on_equal) for end in ends(count - 1, gold, passes_with, on_equal)]
    plan, left = [0] * count, gold
    cheapest = sorted(range(count - 1), key=lambda voter: (prices[voter], -voter))
    for voter in cheapest[: votes_needed(count, passes_with) - 1]:
        if prices[voter] <= left:
            plan[voter + 1] = prices[voter]
            left -= prices[voter]
    plan[0] = left
    return tuple(plan)


def price(end: int, on_equal: str) -> int:
    """The coins for which a pirate accepts who would otherwise end with these coins, or overboard.

    >>> price(3, "overboard"), price(3, "spare"), price(OVERBOARD, "overboard")
    (4, 3, 0)
    """
    if end == OVERBOARD:
        return 0
    return end + (on_equal == "overboard")
