"""Perfect moves of small games, beside OpenSpiel's own search."""

from random import Random

import pytest
from open_spiel.python.algorithms.minimax import alpha_beta_search

from agonist.adapters.openspiel.states import spiel_of
from agonist.kit.indicators import course_of
from agonist.players.equilibrium.perfect_moves import good_moves, perfect_moves
from agonist.tournament import parse_target

SMALL = [
    "openspiel:nim?pile_sizes=1;2;2",
    "openspiel:dots_and_boxes(num_rows=1, num_cols=2)",
    "openspiel:hex(num_cols=2, num_rows=3)",
    pytest.param("openspiel:tic_tac_toe", marks=pytest.mark.long),
    pytest.param("openspiel:connect_four(rows=3, columns=3, x_in_row=3)", marks=pytest.mark.long),
]


def random_course(target, seed):
    """The steps of a random match: the states, and who moved how."""
    rng, state, states, steps = Random(seed), target.game.new(), [], []
    while asks := target.game.turn(state):
        states.append(state)
        moves = {seat: ask.sample(rng) for seat, ask in asks.items()}
        steps.append((moves, ()))
        state = target.game.act(state, moves)
    return [*states, state], steps


@pytest.mark.parametrize("name", SMALL)
def test_the_good_moves_are_those_of_openspiels_alpha_beta(name):
    target = parse_target(name)
    good = good_moves(target.game, target.kit.position)
    for seed in range(3):
        states, steps = random_course(target, seed)
        for state, (moves, _) in zip(states, steps, strict=False):
            spiel = spiel_of(state)
            (seat,) = moves
            worth = {
                action: alpha_beta_search(spiel.get_game(), spiel.child(action), maximizing_player_id=seat)[0]
                for action in spiel.legal_actions()
            }
            best = {action for action, value in worth.items() if value == max(worth.values())}
            expected = None if len(best) == len(worth) else best
            assert good.get(target.kit.position(target.game, state)) == expected


def measured(name, plays):
    """The perfect moves of each seat when these cells are marked in turn."""
    target = parse_target(name)
    states, steps = [target.game.new()], []
    for seat, move in plays:
        steps.append(({seat: move}, ()))
        states.append(target.game.act(states[-1], {seat: move}))
    course = course_of(target.game, ("ann", "bob"), (0, 0), (1, 1), states, steps)
    return [seat.get("perfect-moves", []) for seat in perfect_moves(target.kit.position).measure(course)]


def test_an_edge_against_a_corner_loses_and_only_moves_that_could_lose_count():
    """A corner is answered by the centre alone; the first move can't lose anything."""
    assert measured("openspiel:tic_tac_toe", [(0, 0), (1, 4)]) == [[], [1]]
    assert measured("openspiel:tic_tac_toe", [(0, 0), (1, 3), (0, 4), (1, 8), (0, 2)]) == [[1, 1], [0]]


def test_a_board_that_is_too_large_has_none():
    assert measured("openspiel:connect_four", [(0, 3), (1, 3)]) == [[], []]
