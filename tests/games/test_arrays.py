"""Arrays beside the observation tensors of OpenSpiel, where it has the game."""

from random import Random

import pyspiel
import pytest

from agonist.games import KITS
from agonist.tournament.target import parse_target


@pytest.mark.parametrize(
    ("target", "theirs"),
    [
        ("tictactoe", "tic_tac_toe"),
        ("connect_four", "connect_four"),
        ("connect_four?rows=4&columns=5", "connect_four(rows=4,columns=5)"),
    ],
)
def test_boards_are_the_planes_of_open_spiel(target, theirs):
    game, spiel, rng = parse_target(target).game, pyspiel.load_game(theirs), Random(target)
    arrays = KITS[game.name].arrays
    for _ in range(5):
        state, other = game.new(), spiel.new_initial_state()
        while asks := game.turn(state):
            for seat in (0, 1):
                board = arrays.values(game, game.observe(state, seat), seat)["board"]
                assert list(board) == other.observation_tensor(seat)
            assert arrays.shapes(game)["board"].shape == tuple(spiel.observation_tensor_shape())
            ((seat, ask),) = asks.items()
            action = ask.sample(rng)
            state = game.act(state, {seat: action})
            other.apply_action(
                action - 1 if game.name == "connect_four" else 3 * (action[0] - 1) + action[1] - 1
            )
