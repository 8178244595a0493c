"""A state that fits a view."""

from __future__ import annotations

from random import Random

from agonist.games.divide_dollar.rules import DivideDollar, State, View
from agonist.kit.random_numbers_with_sum import numbers_with_sum


def sample_state(game: DivideDollar, view: View, rng: Random) -> State:
    """Other players' bids with the same sums."""
    totals = [event[2] for event in view.log if event[0] == "result"]
    mine = [event[1] for event in view.log if event[0] == "own"] or [None] * len(totals)
    state = game.new()
    for total, bid in zip(totals, mine, strict=True):
        known = {} if view.seat is None else {view.seat: bid}
        others = [seat for seat in range(game.seats) if seat not in known]
        rest = total - sum(known.values())
        bids = numbers_with_sum(rest, [(0, game.golds)] * len(others), rng)
        state = game.act(state, {**known, **dict(zip(others, bids, strict=True))})
    return state
