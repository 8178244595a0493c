"""The examples that learn Connect Four: what they need besides PyTorch. tests/trainers has the learning."""

import importlib
import random
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from agonist.adapters.pettingzoo import aec_env

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.fixture
def four(monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    yield importlib.import_module("connect_four_self_play")
    del sys.modules["connect_four_self_play"]


def likes_the_middle(boards):
    return [float((board[0] * (3 - abs(np.arange(7) - 3))).sum()) / 100 for board in boards]


def after(four, *columns):
    state = four.GAME.new()
    for nth, column in enumerate(columns):
        state = four.GAME.act(state, {nth % 2: column})
    return state


def test_boards_are_what_a_pettingzoo_agent_observes(four):
    env = aec_env("connect_four")
    env.reset(seed=0)
    for column in (4, 4, 1, 7):
        env.step(column - 1)
    board = env.observe("player_1")["observation"]["board"]
    assert np.array_equal(four.planes(after(four, 4, 4, 1, 7), 1), board[[1, 0]])


def test_the_best_column_is_what_the_judge_likes_unless_a_move_wins(four):
    assert four.best_column(likes_the_middle, four.GAME.new()) == 4
    assert four.best_column(likes_the_middle, after(four, 1, 2, 1, 2, 1, 2)) == 1


def games_of(four, trace):
    """The boards of six games, with what each was worth, in the order in which they were played."""
    random.seed(1)
    seen, worth = four.self_play(likes_the_middle, games=6, explore=0.3, trace=trace)
    games = []
    for board, value in zip(seen, worth, strict=True):
        if not games or board.sum() > games[-1][0][0].sum():
            games.append([])
        games[-1].insert(0, (board, value))
    assert len(games) == 6
    return games


def test_with_a_full_trace_a_board_is_worth_what_its_mover_got_in_the_end(four):
    for game in games_of(four, trace=1.0):
        assert [board.sum() for board, _ in game] == list(range(1, len(game) + 1)), "a disc a move"
        values = [value for _, value in game]
        assert values[-1] == 1.0, "who moves last has won, for the judge fills no board"
        assert values == [values[-1] * (-1) ** (len(game) - 1 - nth) for nth in range(len(game))]


def test_without_a_trace_a_board_is_worth_what_the_judge_says_of_the_best_answer(four):
    for game in games_of(four, trace=0.0):
        for (board, value), (answer, _) in pairwise(game):
            assert np.array_equal(board[0], answer[1]), "planes are of the mover and the other"
            # The best answer is liked at least as well as the one that was played.
            assert -value >= likes_the_middle(answer[None])[0] - 1e-6
        assert any(abs(value) < 1 for _, value in game)
