"""How long random matches of OpenSpiel's games take, with views, and playouts, beside the library.

uv run --group dev benchmarks/openspiel.py [GAME ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import pyspiel

from agonist.adapters.openspiel import find_kit
from agonist.core import CHANCE
from agonist.core.random_choice import weighted
from agonist.kit import make_game

GAMES = (
    "tic_tac_toe",
    "breakthrough",
    "chess",
    "go",
    "backgammon",
    "kuhn_poker",
    "leduc_poker",
    "liars_dice",
    "hearts",
    "gin_rummy",
    "goofspiel",
)
SECONDS = 2.0


def alone(game: Any, rng: Random) -> int:
    """A random match in the library, with the texts of who moves; the number of its steps."""
    state, kind, steps = game.new_initial_state(), game.get_type(), 0
    hidden = kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    while not state.is_terminal():
        steps += 1
        if state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(game.num_players())]
            state.apply_actions([each[int(rng.random() * len(each))] for each in legal])
            continue
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(weighted(actions, weights, rng))
            continue
        player, options = state.current_player(), state.legal_actions()
        if hidden:
            if kind.provides_information_state_string:
                state.information_state_string(player)
            if kind.provides_observation_string:
                state.observation_string(player)
            for action in options:
                state.action_to_string(player, action)
        state.apply_action(options[int(rng.random() * len(options))])
    state.returns()
    return steps


def ours(game: Any, rng: Random) -> int:
    """The same as a game of ours."""
    state, steps = game.new(), 0
    while asks := game.turn(state):
        steps += 1
        moves = {}
        for seat, ask in asks.items():
            if seat != CHANCE:
                game.observe(state, seat)
            moves[seat] = ask.sample(rng)
        state = game.act(state, moves)
    game.outcome(state)
    return steps


def playout_alone(game: Any, rng: Random) -> int:
    """One random match in the library, as a search plays it out: without texts."""
    state = game.new_initial_state().clone()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(weighted(actions, weights, rng))
        elif state.is_simultaneous_node():
            legal = [state.legal_actions(seat) for seat in range(game.num_players())]
            state.apply_actions([each[int(rng.random() * len(each))] for each in legal])
        else:
            options = state.legal_actions()
            state.apply_action(options[int(rng.random() * len(options))])
    state.returns()
    return 1


def our_playout(kit: Any, game: Any, rng: Random) -> int:
    """The same as `mcts` plays it out."""
    kit.random_end(game, game.new(), rng)
    return 1


def microseconds(call: Callable[[], int]) -> float:
    """The processor time of a step, or a playout."""
    call()
    began, steps = time.process_time(), 0
    while time.process_time() - began < SECONDS:
        steps += call()
    return 1e6 * (time.process_time() - began) / steps


for name in sys.argv[1:] or GAMES:
    kit = find_kit(name)
    game: Any = make_game(kit.game, {})
    rng = Random(1)
    library, adapter = microseconds(partial(alone, game.spiel, rng)), microseconds(partial(ours, game, rng))
    raw = microseconds(partial(playout_alone, game.spiel, rng))
    search = microseconds(partial(our_playout, kit, game, rng))
    print(
        f"{name:20} {library:7.1f} µs a step, ours {adapter:7.1f}: {adapter / library:.2f} times; "
        f"{raw:9.1f} µs a playout, ours {search:9.1f}: {search / raw:.2f} times"
    )
