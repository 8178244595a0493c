"""Kuhn poker: the reference player is an equilibrium, and what is measured."""

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

from agonist.adapters.openspiel.games.kuhn_poker.reference import chance_to_bet
from agonist.adapters.openspiel.games.kuhn_poker.seat_knowledge import Hand
from agonist.games import find_kit
from agonist.kit.indicators import course_of


def test_open_spiel_finds_no_best_response_that_gains_on_the_reference_player():
    game = pyspiel.load_game("kuhn_poker")
    table = policy.TabularPolicy(game)
    for text, row in table.state_lookup.items():
        moves = tuple("pb".index(letter) for letter in text[1:])
        bet = chance_to_bet(Hand(2, int(text[0]), moves))
        table.action_probability_array[row] = 1 - bet, bet
    assert exploitability.exploitability(game, table) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize(
    ("cards", "moves", "expected"),
    [
        ((2, 0), "pp", [{}, {"bluffs": [0]}]),
        ((0, 2), "bb", [{"bluffs": [1]}, {"mistakes": [0]}]),
        ((2, 0), "pbb", [{"mistakes": [0]}, {"bluffs": [1]}]),
        ((0, 1), "pbb", [{"bluffs": [0], "mistakes": [1]}, {}]),
        ((1, 2), "bp", [{}, {"mistakes": [1]}]),
    ],
)
def test_bluffs_and_mistakes_are_counted(cards, moves, expected):
    kit = find_kit("kuhn_poker")
    game, states, steps = kit.game(), [kit.game().new()], []
    for action in (*cards, *("pb".index(letter) for letter in moves)):
        ((seat, _),) = game.turn(states[-1]).items()
        steps.append(({seat: action}, ()))
        states.append(game.act(states[-1], steps[-1][0]))
    assert game.outcome(states[-1])
    course = course_of(game, ("a", "b"), (0, 0), (1, 1), states, steps)
    assert kit.indicators.measure(course) == expected


def test_a_bystander_sees_no_card_and_the_bets():
    kit = find_kit("kuhn_poker")
    game = kit.game(seats=3)
    state = game.new()
    for action in (3, 1, 2, 0, 1):
        ((seat, _),) = game.turn(state).items()
        state = game.act(state, {seat: action})
    scene = kit.words.scene(game, game.observe(state, None))
    assert "Player 1 checks, Player 2 bets" in scene
    assert not any(face in scene for face in ("jack", "queen", "king", "ace"))
    assert "ace" in kit.words.scene(game, game.observe(state, 0))
