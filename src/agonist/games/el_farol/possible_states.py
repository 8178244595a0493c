"""A state that fits a view."""

from __future__ import annotations

from random import Random

from agonist.games.el_farol.rules import ElFarol, State, View


def sample_state(game: ElFarol, view: View, rng: Random) -> State:
    """Other players' evenings, with as many at the bar as this seat knows, if it knows."""
    went = {event[1]: event[2] for event in view.log if event[0] == "result"}
    mine = {event[1]: event[2] for event in view.log if event[0] == "own"}
    state = game.new()
    for number in range(1, view.played + 1):
        known = {} if view.seat is None else {view.seat: mine[number]}
        others = [seat for seat in range(game.seats) if seat not in known]
        gone = list(known.values()).count("go")
        many = went[number] - gone if number in went else int(rng.random() * (len(others) + 1))
        goers = set(rng.sample(others, many))
        state = game.act(state, {**known, **{seat: "go" if seat in goers else "stay" for seat in others}})
    return state
