"""A state that fits a view."""

from __future__ import annotations

from random import Random

from agonist.games.pirate_game.rules import PirateGame, State, View


def sample_state(game: PirateGame, view: View, rng: Random) -> State:
    """Other players' votes with the same counts."""
    mine = {event[1]: event[2] for event in view.log if event[0] == "own"}
    state = game.new()
    for event in view.log:
        match event:
            case ("proposal", _, proposer, plan):
                state = game.act(state, {proposer: plan})
            case ("votes", number, accepts, _, _):
                _, *voters = game.on_board(state.overboard)
                votes = dict.fromkeys(voters, "reject")
                free = accepts - 1
                if view.seat is not None and number in mine:
                    votes[view.seat] = mine[number]
                    voters.remove(view.seat)
                    free -= mine[number] == "accept"
                for _ in range(free):
                    votes[voters.pop(int(rng.random() * len(voters)))] = "accept"
                state = game.act(state, votes)
    return state
