"""What players of Battle Royale expect: the known duels and truels, and all games by the rules alone."""

import sys
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

from agonist.core import CHANCE
from agonist.games import find_kit
from agonist.games.battle_royale import PRESETS, BattleRoyale
from agonist.kit import make_game

sys.path.insert(0, str(Path(__file__).parents[2]))

from benchmarks.duels import greedy
from benchmarks.truels import NOBODY, gains, solve

KIT = find_kit("battle_royale")


def in_equilibrium(rates, shots=200):
    """What each expects who wants to be the last, by set of survivors and shooter, and whom all aim at."""
    expected, targets = solve(rates, shots, ["best"] * len(rates), last=True)
    return expected, targets[shots]


@pytest.mark.parametrize(("first", "second"), [(0.35, 0.8), (0.5, 0.5), (0.1, 1.0)])
def test_a_duel_is_won_as_the_geometric_series_says(first, second):
    expected, targets = in_equilibrium((first, second), 400)
    wins = first / (1 - (1 - first) * (1 - second))
    assert targets[0b11, 0] == 1
    assert expected[0b11, 0] == pytest.approx((wins, 1 - wins))


def test_the_weakest_of_a_third_two_thirds_and_one_misses_on_purpose_as_kilgour_1975_says():
    expected, targets = in_equilibrium((1 / 3, 2 / 3, 1.0))
    assert targets[0b111].tolist() == [NOBODY, 2, 1]
    wins = [Fraction(25, 63), Fraction(24, 63), Fraction(14, 63)]
    assert expected[0b111, 0] == pytest.approx(list(map(float, wins)))
    # With a hit on the best, the duel that follows, in which the other shoots first, is worth 59/189.
    after_hit = expected[0b011, 1, 0]
    shot_at_best = Fraction(1, 3) * Fraction(after_hit).limit_denominator(1000) + Fraction(2, 3) * wins[0]
    assert shot_at_best == Fraction(59, 189)


def test_three_with_rates_three_tenths_one_and_a_half_as_mosteller_1965_says():
    # Fifty Challenging Problems in Probability, 20, in this order of shooting.
    expected, targets = in_equilibrium((0.3, 1.0, 0.5))
    assert targets[0b111, 0] == NOBODY
    assert expected[0b111, 0] == pytest.approx((0.3, 0.7, 0))
    shot_at_second = 0.3 * expected[0b101, 2, 0] + 0.7 * 0.3
    assert shot_at_second == pytest.approx(0.3 * 3 / 13 + 0.21)


def by_the_rules(game, state, aims):
    """Everyone's expected score if each seat aims so, by the game's rules alone."""
    if (outcome := game.outcome(state)) is not None:
        return np.array(outcome.scores)
    ((seat, ask),) = game.turn(state).items()
    if seat == CHANCE:
        both = [by_the_rules(game, game.act(state, {CHANCE: luck}), aims) for luck in ask.choices]
        return np.average(both, axis=0, weights=ask.weights)
    nobody, *others = ask.choices
    found = {option: by_the_rules(game, game.act(state, {seat: option}), aims) for option in ask.choices}
    match aims[seat]:
        case "best":
            # Of equally good answers: nobody, then the strongest. It matters to the others.
            answers = [nobody, *sorted(others, reverse=True)]
            return max((found[option] for option in answers), key=lambda scores: round(scores[seat], 9))
        case "strongest":
            return found[KIT.reference(game, state, ask, Random(0))]
        case "greedy":
            none = (1 - game.hit_rate(seat) / 100) ** len(others) / (len(others) + 1)
            each = (1 - none) / len(others)
            return none * found[nobody] + each * sum(found[option] for option in others)


@pytest.mark.parametrize("aims", [["best"] * 3, ["greedy"] * 3, ["greedy", "strongest", "best"]])
@pytest.mark.parametrize(("base", "interval"), [(33, 33), (20, 30), (60, 15)])
def test_what_is_expected_is_what_all_games_of_four_shots_give(base, interval, aims):
    game = BattleRoyale(seats=3, base_hit_rate=base, interval=interval, shot_cap=4)
    expected, _ = solve([game.hit_rate(seat) / 100 for seat in range(3)], 4, aims)
    assert expected[0b111, 0] == pytest.approx(by_the_rules(game, game.new(), aims))


def test_the_greedy_player_aims_at_nobody_as_often_as_is_computed():
    game = BattleRoyale(seats=3, base_hit_rate=30, interval=5)
    state = game.new()
    (ask,) = game.turn(state).values()
    aims = [greedy(KIT, game, state, 0, ask, Random(f"{n}")) for n in range(1500)]
    assert aims.count("nobody") / 1500 == pytest.approx(0.7**2 / 3, abs=0.04)
    assert aims.count(1) / 1500 == pytest.approx((1 - 0.7**2 / 3) / 2, abs=0.05)


@pytest.mark.parametrize("options", [{"seats": 5}, {"seats": 3, "base_hit_rate": 33, "interval": 33}])
def test_beside_greedy_ones_every_seat_gains_by_aiming_at_the_strongest_and_none_gains_more(options):
    game = BattleRoyale(**options, shot_cap=40)
    strongest = gains(game, "strongest")
    assert min(strongest) > 0.01
    assert gains(game, "best") == pytest.approx(strongest, abs=1e-6)


@pytest.mark.long
@pytest.mark.parametrize("options", [{}, PRESETS["gamabench"]], ids=["default", "gamabench"])
def test_beside_nine_greedy_ones_no_aim_gains_more_than_the_reference(options):
    game = make_game(BattleRoyale, dict(options))
    strongest = gains(game, "strongest")
    assert min(strongest) > 0.03
    assert gains(game, "best") == pytest.approx(strongest, abs=1e-3)
