"""Elo beside players of known Elo: the formula of one opponent, and intervals that hold the truth."""

from math import log10
from random import Random

import pytest

from agonist.core import UsageError
from agonist.ratings.anchored_elo import UNLINKED, anchored_elo


@pytest.mark.parametrize(("won", "lost"), [(1, 3), (5, 5), (9.5, 0.5), (0, 10), (10, 0)])
def test_with_one_opponent_it_is_the_published_formula_of_elo(won, lost):
    """R = R0 + 400 log10(p / (1 - p)), with Firth's p = (w + 1/2) / (n + 1)."""
    found = anchored_elo({("model", "engine"): won, ("engine", "model"): lost}, {"engine": 1500})
    share = (won + 0.5) / (won + lost + 1)
    assert found["model"].elo == pytest.approx(1500 + 400 * log10(share / (1 - share)))
    assert found["engine"].elo == 1500
    assert (found["model"].low is None, found["model"].high is None) == (won == 0, lost == 0)


def test_several_known_players_fix_the_scale_whatever_their_own_results_are():
    games = {("x", "a"): 3, ("a", "x"): 3, ("x", "b"): 3, ("b", "x"): 3}
    found = anchored_elo({**games, ("a", "b"): 20}, {"a": 1400, "b": 1600})
    assert found["x"].elo == pytest.approx(1500)
    assert found["x"].low + found["x"].high == pytest.approx(3000)
    assert (found["a"].elo, found["b"].elo) == (1400, 1600)
    moved = anchored_elo(games, {"a": 2400, "b": 2600})["x"]
    assert moved.elo == pytest.approx(2500)
    assert moved.high - moved.low == pytest.approx(found["x"].high - found["x"].low)


def test_more_games_make_narrower_intervals_and_a_chain_of_games_is_enough():
    def width(games):
        points = {("x", "a"): games, ("a", "x"): games, ("y", "x"): games, ("x", "y"): games}
        found = anchored_elo(points, {"a": 1500})
        assert found["y"].high - found["y"].low > found["x"].high - found["x"].low
        return found["x"].high - found["x"].low

    assert width(5) > 1.9 * width(20)


def test_who_is_not_linked_has_no_elo_and_without_a_known_player_nobody_has():
    points = {("x", "a"): 1.0, ("y", "z"): 1.0}
    assert anchored_elo(points, {"a": 1500})["y"].note == UNLINKED
    with pytest.raises(UsageError, match="known Elo"):
        anchored_elo(points, {"somebody": 1500})


@pytest.mark.parametrize("times", [15, pytest.param(400, marks=pytest.mark.long)])
def test_intervals_hold_the_truth_as_often_as_they_say(times):
    """Of two players in simulated games with two known ones; 95% is asked."""
    rng, held = Random(times), 0
    truth = {"a": 1300.0, "b": 1700.0, "x": 1450.0, "y": 1800.0}
    for _ in range(times):
        points = {}
        for one in truth:
            for other in truth:
                if one < other:
                    chance = 1 / (1 + 10 ** ((truth[other] - truth[one]) / 400))
                    won = sum(rng.random() < chance for _ in range(10))
                    points[one, other], points[other, one] = won, 10 - won
        found = anchored_elo(points, {"a": 1300, "b": 1700})
        for name in "xy":
            low, high = found[name].low or -1e9, found[name].high or 1e9
            held += low <= truth[name] <= high
    assert held / (2 * times) == pytest.approx(0.95, abs=0.12 if times < 100 else 0.03)
