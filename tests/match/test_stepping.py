"""Games by hand: a step that is checked refuses what the rules do, and says who played what."""

from random import Random

import pyspiel
import pytest

import agonist
from agonist.core import AgonistError, GameError, IllegalAction


@pytest.mark.parametrize(
    ("target", "played", "moves", "why"),
    [
        ("connect_four", [], {0: 8}, r"Player 1 cannot play 8 \(int\): 8 is not one of 1, 2, 3, 4, 5, 6, 7"),
        ("connect_four", [], {0: "4"}, "Player 1 cannot play '4'"),
        ("connect_four", [], {0: True}, "Player 1 cannot play True"),
        ("connect_four", [], {0: 4.0}, "Player 1 cannot play 4.0"),
        ("connect_four", [], {1: 4}, "the rules ask Player 1, and there are actions of Player 2"),
        ("connect_four", [], {}, "ask Player 1, and there are actions of nobody"),
        ("connect_four", [], {0: 4, 1: 4}, "actions of Player 1 and Player 2"),
        ("connect_four", [], 4, "a dictionary with an action for each seat, not 4"),
        ("connect_four?rows=4", [{n % 2: 1} for n in range(4)], {0: 1}, "Player 1 cannot play 1"),
        ("tictactoe", [{0: (2, 2)}], {1: (2, 2)}, "Player 2 cannot play"),
        ("guess_average?seats=3", [], {0: 1, 1: 2}, "actions of Player 1 and Player 2"),
        ("guess_average?seats=3", [], {0: 1, 1: 2, 2: 101}, "Player 3 cannot play 101"),
        ("liars_dice", [], {-1: None}, "chance cannot play None"),
        ("liars_dice", [], {0: ("doubt",)}, "ask chance, and there are actions of Player 1"),
    ],
)
def test_illegal_moves_are_refused_with_player_action_and_what_is_legal(target, played, moves, why):
    game = agonist.make(target)
    state = game.new()
    for each in played:
        state = agonist.step(game, state, each)
    with pytest.raises(IllegalAction, match=why) as refused:
        agonist.step(game, state, moves)
    assert isinstance(refused.value, AgonistError)


def test_nobody_moves_when_the_game_is_over():
    game = agonist.make("tictactoe")
    *_, last = agonist.play("tictactoe", ["random", "random"], seed=1).record.states()
    for moves in ({}, {0: (1, 1)}):
        with pytest.raises(IllegalAction, match="over"):
            agonist.step(game, last, moves)


def test_lists_are_read_as_in_a_match():
    game = agonist.make("tictactoe")
    assert agonist.step(game, game.new(), {0: [2, 2]}) == game.act(game.new(), {0: (2, 2)})


def test_what_the_rules_raise_is_an_error_of_the_game():
    game = agonist.make("tictactoe")
    with pytest.raises(GameError, match="the rules of tictactoe raised AttributeError"):
        agonist.step(game, "no state", {0: (1, 1)})


@pytest.mark.parametrize(
    ("target", "theirs", "actions"),
    [
        ("tictactoe", "tic_tac_toe", [(row, column) for row in (1, 2, 3) for column in (1, 2, 3)]),
        ("connect_four", "connect_four", list(range(1, 8))),
    ],
)
def test_a_step_is_refused_where_openspiel_says_it_is_illegal(target, theirs, actions):
    game, rng, refused = agonist.make(target), Random(1), 0
    for _ in range(10):
        state, other = game.new(), pyspiel.load_game(theirs).new_initial_state()
        while not other.is_terminal():
            legal, after = other.legal_actions(), {}
            for nth, action in enumerate(actions):
                try:
                    after[nth] = agonist.step(game, state, {other.current_player(): action})
                except IllegalAction:
                    refused += 1
            assert sorted(after) == legal
            chosen = rng.choice(legal)
            state = after[chosen]
            other.apply_action(chosen)
    assert refused
