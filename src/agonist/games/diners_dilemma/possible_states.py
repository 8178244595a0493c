"""A state that fits a view."""

from __future__ import annotations

from random import Random

from agonist.games.diners_dilemma.rules import DinersDilemma, State, View


def sample_state(game: DinersDilemma, view: View, rng: Random) -> State:
    """Other players' dishes, as many of each kind as there were."""
    counts = [event[2] for event in view.log if event[0] == "result"]
    mine = [event[1] for event in view.log if event[0] == "own"] or [None] * len(counts)
    state = game.new()
    for costly, dish in zip(counts, mine, strict=True):
        known = {} if view.seat is None else {view.seat: dish}
        others = [seat for seat in range(game.seats) if seat not in known]
        eaters = set(rng.sample(others, costly - (dish == "costly")))
        dishes = {seat: "costly" if seat in eaters else "cheap" for seat in others}
        state = game.act(state, {**known, **dishes})
    return state
