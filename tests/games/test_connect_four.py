"""Connect Four against what is published of it and what OpenSpiel says."""

import asyncio
from random import Random

import pyspiel
import pytest

from agonist.core import Choice, Outcome, UsageError
from agonist.games.connect_four import KIT, ConnectFour
from agonist.kit import make_game
from agonist.match.playing import play
from agonist.players.minimax_and_mcts import MctsPlayer
from agonist.players.simple import RandomPlayer, ReferencePlayer
from agonist.text.answer_formats import instruction


def after(game, *columns):
    state = game.new()
    for column in columns:
        state = game.act(state, {state.mover: column})
    return state


def options(game, state):
    return [column for ask in game.turn(state).values() for column in ask.options()]


def test_positions_after_each_ply_are_as_published():
    """OEIS A212693 (J. Tromp), plies 0 to 6; a game that is over has no more plies."""
    game, counts, layer = ConnectFour(), [], {ConnectFour().new().discs: ConnectFour().new()}
    for _ in range(7):
        counts.append(len(layer))
        following = {}
        for state in layer.values():
            for column in options(game, state):
                new = game.act(state, {state.mover: column})
                following[new.discs] = new
        layer = following
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422]


def test_number_of_games_on_a_small_board_is_as_published():
    """OEIS A342329 (R. Jehn): the orders of play that end a game on four columns and three rows."""
    game = ConnectFour(rows=3, columns=4, length=4)
    known = {}

    def count(state):
        if state.end:
            return 1
        if state.discs not in known:
            moves = options(game, state)
            known[state.discs] = sum(count(game.act(state, {state.mover: column})) for column in moves)
        return known[state.discs]

    assert count(game.new()) == 356_232


@pytest.mark.parametrize("size", [(6, 7, 4), (4, 5, 3), (5, 4, 4), (1, 7, 3), (7, 2, 2), (9, 10, 5)])
def test_random_games_are_as_open_spiel_says(size):
    rows, columns, length = size
    game = ConnectFour(rows=rows, columns=columns, length=length)
    spiel = pyspiel.load_game("connect_four", {"rows": rows, "columns": columns, "x_in_row": length})
    rng = Random(f"{size}")
    ends = set()
    for _ in range(60):
        state, theirs = game.new(), spiel.new_initial_state()
        while asks := game.turn(state):
            ((seat, ask),) = asks.items()
            assert not theirs.is_terminal()
            assert seat == theirs.current_player()
            assert [column - 1 for column in ask.options()] == theirs.legal_actions()
            column = ask.sample(rng)
            state = game.act(state, {seat: column})
            theirs.apply_action(column - 1)
        assert theirs.is_terminal()
        assert list(game.outcome(state).scores) == theirs.returns()
        ends.add(game.outcome(state).scores)
    assert len(ends) > 1


def test_board_in_words_has_the_cells_of_open_spiel():
    game, spiel = ConnectFour(), pyspiel.load_game("connect_four").new_initial_state()
    state = game.new()
    for column in (4, 4, 3, 7, 1, 4, 4):
        state = game.act(state, {state.mover: column})
        spiel.apply_action(column - 1)
    cells = [line.replace("|", " ").split() for line in KIT.drawing(state).splitlines()[1:]]
    theirs = [list(line) for line in str(spiel).strip().splitlines()]
    assert [[{"_": ".", "X": "x", "O": "o"}[mark] for mark in row] for row in cells] == theirs


@pytest.mark.parametrize(
    ("columns", "scores"),
    [
        ((1, 2, 1, 2, 1, 2, 1), (1, -1)),  # up
        ((1, 1, 2, 2, 3, 3, 4), (1, -1)),  # along
        ((1, 2, 2, 3, 3, 4, 3, 4, 4, 7, 4), (1, -1)),  # rising
        ((7, 4, 3, 3, 2, 7, 2, 2, 1, 1, 1, 1), (-1, 1)),  # falling
    ],
)
def test_four_in_any_direction_win(columns, scores):
    game = ConnectFour()
    assert after(game, *columns[:-1]).end is None
    state = after(game, *columns)
    assert game.outcome(state) == Outcome(scores, "4 in a line")
    assert game.turn(state) == {}


def test_lines_do_not_wrap_around_the_edge_of_the_board():
    game = ConnectFour(rows=2, columns=4, length=3)
    # X has the top of column 1 and the bottoms of 2 and 3, O the bottom of column 1.
    state = after(game, 2, 1, 1, 4, 3, 4)
    assert state.end is None
    assert after(game, 2, 1, 3, 1, 4).end == Outcome((1, -1), "3 in a line")


def test_full_board_without_a_line_is_a_draw_and_full_columns_are_not_offered():
    game = ConnectFour(rows=2, columns=3, length=3)
    state = after(game, 1, 1)
    assert game.turn(state) == {0: Choice((2, 3), about="column")}
    assert game.outcome(after(game, 1, 1, 2, 3, 3, 2)) == Outcome((0, 0), "the board is full")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"rows": 1, "columns": 1, "length": 2}, "a board of one cell"),
        ({"rows": 3, "columns": 3}, "length must be from 2 to 3"),
    ],
)
def test_impossible_options_are_refused(given, message):
    with pytest.raises(UsageError, match=message):
        make_game(ConnectFour, given)


def test_prompts_say_what_is_needed_to_play():
    game = ConnectFour(rows=3, columns=10, length=4)
    state = after(game, 10, 9)
    rules = KIT.words.rules(game)
    assert "3 rows and 10 columns" in rules
    assert "with 4 of their own discs" in rules
    assert KIT.words.scene(game, state).splitlines() == [
        "Last move: O into column 9.",
        "",
        "Board:",
        "   1    2    3    4    5    6    7    8    9   10",
        "|  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |",
        "|  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |",
        "|  _ |  _ |  _ |  _ |  _ |  _ |  _ |  _ |  O |  X |",
    ]
    ask = game.turn(state)[0]
    assert "You play X" in KIT.words.request(game, state, ask)
    said = instruction(ask, "json", lambda key, option: KIT.words.label(state, key, option))
    assert '"column": one of "1", "2"' in said
    assert KIT.words.hint(state, "column") == "the number of a column that is not full, from 1 to 10"


@pytest.mark.parametrize(
    ("columns", "best"),
    [
        ((1, 7, 1, 7, 1, 7), {1}),  # win rather than block
        ((1, 7, 1, 7, 2, 7), {7}),  # block
        ((4, 1, 5, 1), {3, 6}),  # three with both ends open cannot be stopped
    ],
)
def test_reference_wins_blocks_and_makes_double_threats(columns, best):
    game = ConnectFour()
    state = after(game, *columns)
    for seed in range(2):
        assert KIT.reference(game, state, game.turn(state)[state.mover], Random(seed)) in best


@pytest.mark.parametrize("size", [(4, 4, 3), (3, 5, 3), (4, 4, 4), (5, 4, 4), (1, 6, 2), (4, 5, 2)])
def test_reference_keeps_the_value_that_open_spiel_solves_for(size):
    """Positions from random play, near enough to the end that both can search all of it."""
    rows, columns, length = size
    game = ConnectFour(rows=rows, columns=columns, length=length)
    spiel = pyspiel.load_game("connect_four", {"rows": rows, "columns": columns, "x_in_row": length})
    rng = Random(f"{size}")
    compared = 0
    for _ in range(200):
        state, theirs = game.new(), spiel.new_initial_state()
        for _ in range(max(0, rows * columns - 9) if length > 2 else 1):
            if state.end:
                break
            column = game.turn(state)[state.mover].sample(rng)
            state = game.act(state, {state.mover: column})
            theirs.apply_action(column - 1)
        if state.end or compared == 10:
            continue
        compared += 1
        column = KIT.reference(game, state, game.turn(state)[state.mover], rng)
        assert solved(theirs.child(column - 1), state.mover) == solved(theirs, state.mover)
    assert compared


def solved(state, seat):
    if state.is_terminal():
        return state.returns()[seat]
    values = [solved(state.child(action), seat) for action in state.legal_actions()]
    return max(values) if state.current_player() == seat else min(values)


def score_of_reference(game, other, seats, seed):
    factories = [ReferencePlayer, other] if seats == 0 else [other, ReferencePlayer]
    match = asyncio.run(play(KIT, game, factories, seed=seed))
    return (match.outcome.scores[seats] + 1) / 2


@pytest.mark.long
def test_reference_beats_monte_carlo_tree_search():
    """Two matches here; nine in ten over many, as `benchmarks/connect_four_reference.py` measures."""
    scores = [
        score_of_reference(ConnectFour(), lambda context: MctsPlayer(context, playouts=200), seat, f"{seat}")
        for seat in (0, 1)
    ]
    assert sum(scores) == 2


@pytest.mark.long
@pytest.mark.parametrize("size", [(1, 4, 3), (5, 3, 3), (9, 2, 4), (20, 20, 4)])
def test_reference_plays_boards_of_every_size_and_never_loses_to_random(size):
    rows, columns, length = size
    game = ConnectFour(rows=rows, columns=columns, length=length)
    assert all(score_of_reference(game, lambda _context: RandomPlayer(), seat, "1") >= 0.5 for seat in (0, 1))
