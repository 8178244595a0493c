"""What searches need of the library's own states: random play to the end, and which of them are alike."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from agonist.adapters.openspiel.spiel_game import SpielGame
from agonist.adapters.openspiel.states import History, spiel_of
from agonist.core.random_choice import weighted


def random_end(game: SpielGame, state: History, rng: Random) -> tuple[float, ...]:
    """The scores at the end of random play from a state."""
    spiel, random = spiel_of(state).clone(), rng.random
    while not spiel.is_terminal():
        if spiel.is_chance_node():
            actions, weights = zip(*spiel.chance_outcomes(), strict=True)
            spiel.apply_action(weighted(actions, weights, rng))
        elif spiel.is_simultaneous_node():
            each = [spiel.legal_actions(seat) or [0] for seat in range(game.seats)]
            spiel.apply_actions([legal[int(random() * len(legal))] for legal in each])
        else:
            legal = spiel.legal_actions()
            spiel.apply_action(legal[int(random() * len(legal))])
    return tuple(spiel.returns())


def position(game: SpielGame, state: History) -> Hashable:
    """What matters for the rest of a match: how long it has been, who moves, and the position as written."""
    del game
    spiel = spiel_of(state)
    return len(state.actions), int(spiel.current_player()), str(spiel)
