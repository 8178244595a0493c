"""Boards of Connect Four worked by hand."""

import pytest

from agonist.games.connect_four import Board, ConnectFour
from agonist.suites.llmarena.connect_four_line_values import rewards, value


def board(*rows):
    """A board from its lowest rows, the top one first, six rows in all."""
    discs = [0, 0]
    for height, row in enumerate(reversed(rows)):
        for column, mark in enumerate(row):
            if mark != ".":
                discs["XO".index(mark)] |= 1 << column * 7 + height
    return Board((6, 7), (discs[0], discs[1]))


@pytest.mark.parametrize(
    ("rows", "windows", "runs"),
    [
        ((".......",), 0, 0),
        (("X......",), 0, 0),
        # one four, two threes, three twos; as a run one four only
        (("XXXX...",), 10 + 2 * 5 + 3 * 2, 10),
        (("XXXXX..",), 2 * 10 + 3 * 5 + 4 * 2, 10),
        (("XXX....",), 5 + 2 * 2, 5),
        (("XX.X...",), 2, 2),
        (("XX..OO.",), 0, 0),
        (("XXX.OO.",), 5 + 2 * 2 - 2, 5 - 2),
        # an L: level, upright and falling
        (("X......", "XX....."), 3 * 2, 3 * 2),
        # a square has six pairs
        (("XX.....", "XX....."), 6 * 2, 6 * 2),
        # the top of one column and the foot of the next are no neighbours
        (("X......", "O......", "O......", "O......", "O......", "O......"), -43, -10),
        # a rising line of three over the opponent's three, who have a pair level, upright and rising
        (("..X....", ".XO....", "XOO...."), 5 + 2 * 2 - 3 * 2, 5 - 3 * 2),
    ],
)
def test_lines_counted_by_hand(rows, windows, runs):
    assert value(board(*rows), 0, "windows") == windows
    assert value(board(*rows), 1, "windows") == -windows
    assert value(board(*rows), 0, "runs") == runs


def boards_of(*columns):
    game = ConnectFour()
    boards = [game.new()]
    for column in columns:
        boards.append(game.act(boards[-1], {boards[-1].mover: column}))
    return boards


@pytest.mark.parametrize(
    ("counting", "since", "first", "second"),
    [
        # X stacks four in column 1, O three in column 2. After X's moves V is 0, 2, 9 - 2, 26 - 9.
        ("windows", "previous", [0, 2, 5, 10], [0, 0, 0]),
        # Before X's moves V is 0, 0, 2 - 2, 9 - 9.
        ("windows", "before", [0, 2, 7, 17], [0, 2, 7]),
        # As runs V is 0, 2, 5 - 2, 10 - 5.
        ("runs", "previous", [0, 2, 1, 2], [0, 0, 0]),
        ("runs", "before", [0, 2, 3, 5], [0, 2, 3]),
    ],
)
def test_rewards_worked_by_hand(counting, since, first, second):
    boards = boards_of(1, 2, 1, 2, 1, 2, 1)
    assert rewards(boards, 0, counting, since) == first
    assert rewards(boards, 1, counting, since) == second


def test_since_the_previous_move_rewards_add_up_to_the_last_board_of_the_player():
    boards = boards_of(4, 4, 3, 5, 2, 1, 5, 3, 3)
    assert sum(rewards(boards, 0)) == value(boards[-1], 0)
    assert sum(rewards(boards, 1)) == value(boards[-2], 1)


def test_before_the_own_move_nothing_is_ever_lost():
    boards = boards_of(4, 4, 3, 5, 2, 1, 5, 3, 3, 6, 6, 7)
    assert min(rewards(boards, 0, "windows", "before") + rewards(boards, 1, "windows", "before")) >= 0
