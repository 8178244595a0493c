"""OpenSpiel says what equilibria, lotteries, α-rank and soft Condorcet ratings are.

Its Nash averaging and maximal lotteries need cvxpy: `scripts/game-theory-values` has written what they say.
"""

import json
import sys
from math import inf
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from open_spiel.python.voting import base, kemeny_young
from open_spiel.python.voting.soft_condorcet_optimization import SoftCondorcetOptimizer

from agonist.core import UsageError
from agonist.ratings.game_theory.alpha_rank import alpha_rank
from agonist.ratings.game_theory.equilibria import equilibrium, levels
from agonist.ratings.game_theory.soft_condorcet import loss, soft_condorcet

VALUES = json.loads((Path(__file__).parent / "openspiel_values.json").read_text())
DRAWING = "open_spiel.python.egt.alpharank_visualizer"


def entropy(weights):
    played = weights[weights > 1e-7]
    return -float(played @ np.log(played))


@pytest.fixture(scope="module")
def alpharank():
    """OpenSpiel's module, without its drawings, which need networkx."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, DRAWING, ModuleType(DRAWING))
        from open_spiel.python.egt import alpharank

        yield alpharank


def test_openspiels_nash_averaging_of_players_is_ours():
    for case in VALUES["players"]:
        found = equilibrium(np.array(case["payoffs"]))
        # Of many equilibria, its solver finds that of greatest entropy to five digits.
        single = case["kind"] == "random"
        assert found.rows == pytest.approx(case["weights"], abs=1e-6 if single else 1e-5), case
        assert entropy(found.rows) >= entropy(np.array(case["weights"])) - 1e-9
        assert found.columns == pytest.approx(found.rows, abs=1e-9)
        assert found.value == pytest.approx(0, abs=1e-9)


def test_openspiels_nash_averaging_of_players_and_games_is_ours():
    for case in VALUES["games"]:
        scores = np.array(case["scores"])
        low, high = scores.min(axis=0), scores.max(axis=0)
        found = equilibrium((scores - low) / (high - low))
        assert found.rows == pytest.approx(case["players"], abs=1e-6), case
        assert found.columns == pytest.approx(case["games"], abs=1e-6), case


def test_openspiels_iterated_maximal_lotteries_are_ours():
    for case in VALUES["lotteries"]:
        found = levels(np.array(case["margins"], dtype=float))
        scores = {
            player: len(found) - 1 - nth + chance
            for nth, level in enumerate(found)
            for player, chance in level
        }
        assert [scores[at] for at in range(len(scores))] == pytest.approx(case["scores"], abs=1e-6), case


@pytest.mark.parametrize("alpha", [0.1, 1.0, 10.0, inf])
def test_openspiels_alpha_rank_is_ours(alpharank, alpha):
    rng = np.random.default_rng(1)
    for size in (2, 3, 5, 8):
        payoffs = rng.uniform(-1, 1, (size, size))
        payoffs[0, 1] = payoffs[1, 0]
        settings = {"use_inf_alpha": True} if alpha == inf else {"alpha": alpha, "m": 50}
        with np.errstate(over="ignore"):
            theirs = alpharank.compute([payoffs], **settings)[2]
        assert alpha_rank(payoffs, alpha) == pytest.approx(theirs, abs=1e-6)


def test_openspiels_slope_of_the_soft_condorcet_loss_is_ours_and_it_ends_no_lower():
    rng = np.random.default_rng(1)
    profile = base.PreferenceProfile(alternatives=list(range(4)))
    for _ in range(9):
        profile.add_vote([int(player) for player in rng.permutation(4)])
    votes = np.array(profile.pref_matrix(), dtype=float)
    theirs = SoftCondorcetOptimizer(profile, rating_upper_bound=100, temperature=1)
    some = rng.uniform(0, 3, 4)
    slope = theirs._gradient(some, np.arange(9))
    assert loss(votes / 9, some)[1] == pytest.approx(slope, abs=1e-6)
    ratings, _ = theirs.run_solver(4000, learning_rate=0.5)
    assert loss(votes, soft_condorcet(votes))[0] <= loss(votes, ratings.astype(float))[0] + 1e-6


def test_openspiels_kemeny_ranking_is_that_of_soft_condorcet_at_a_low_temperature():
    profile = base.PreferenceProfile(alternatives=[0, 1, 2, 3])
    for vote, count in (([0, 1, 2, 3], 5), ([1, 2, 0, 3], 3), ([2, 0, 1, 3], 2)):
        profile.add_vote(vote, weight=count)
    votes = np.array(profile.pref_matrix(), dtype=float)
    theirs = kemeny_young.KemenyYoungVoting().run_election(profile).ranking
    assert np.argsort(-soft_condorcet(votes)).tolist() == theirs


def test_weights_that_are_equal_by_symmetry_are_equal():
    rock = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0.0]])
    assert equilibrium(np.zeros((3, 3))).rows == pytest.approx([1 / 3] * 3, abs=1e-12)
    assert equilibrium(rock).rows == pytest.approx([1 / 3] * 3, abs=1e-12)
    assert alpha_rank(rock) == pytest.approx([1 / 3] * 3, abs=1e-12)


@pytest.mark.parametrize("wrong", [np.zeros((0, 2)), np.full((2, 2), np.nan)])
def test_what_is_no_game_is_refused(wrong):
    with pytest.raises(UsageError, match="finite payoffs"):
        equilibrium(wrong)
