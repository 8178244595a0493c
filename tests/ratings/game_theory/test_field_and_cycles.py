"""Payoffs from results, how they are weighted anew, and cycles: by known posteriors and known truths."""

import numpy as np
import pytest
from scipy.stats import beta

from agonist.metrics.game_theory import _between_games, tau
from agonist.ratings.bradley_terry import Meetings
from agonist.ratings.game_theory.alpha_rank import alpha_rank
from agonist.ratings.game_theory.cycles import cycles, longer_cycles
from agonist.ratings.game_theory.equilibria import equilibrium
from agonist.ratings.game_theory.field import Field

ROCK = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])
"""Rock, paper, scissors, each with a chance of 80%; and below, a strong player that beats all of them."""
STRONG = np.array([[0.5, 0.7, 0.7, 0.7], [0.3, *ROCK[0]], [0.3, *ROCK[1]], [0.3, *ROCK[2]]])


def played(chances, matches, rng):
    """Meetings of everyone with everyone, each match a deal of its own."""
    one, other = np.triu_indices(len(chances), 1)
    one, other = np.repeat(one, matches), np.repeat(other, matches)
    point = (rng.random(len(one)) < chances[one, other]).astype(float)
    return Meetings(np.arange(len(one)), one, other, np.ones(len(one)), point, len(one))


def test_a_pairs_share_weighted_anew_has_jeffreys_posterior():
    meetings = Meetings(
        np.arange(5), *np.array([[0] * 5, [1] * 5]), np.ones(5), np.array([1.0, 1, 0, 1, 1]), 5
    )
    rng, field = np.random.default_rng(1), Field(2, [meetings])
    drawn = [field.payoffs(rng).duels[0, 1] for _ in range(4000)]
    shares = (0.025, 0.5, 0.975)
    assert np.quantile(drawn, shares) == pytest.approx(beta(4.5, 1.5).ppf(shares), abs=0.02)
    assert field.payoffs().duels[0, 1] == pytest.approx(4.5 / 6)


def test_games_count_the_same_however_often_they_were_played():
    nth = np.arange(100)
    often = Meetings(nth, 0 * nth, 0 * nth + 1, np.ones(100), np.ones(100), 100)
    once = Meetings(nth[:1], nth[:1], nth[:1] + 1, np.ones(1), np.zeros(1), 1)
    found = Field(2, [often, once]).payoffs()
    assert found.duels[0, 1] == pytest.approx((100.5 / 101 + 0.5 / 2) / 2)
    assert found.scores[0] == pytest.approx([100.5 / 101, 0.25])


def test_a_cycle_is_named_with_the_direction_in_which_it_turns():
    meetings = played(ROCK, 80, np.random.default_rng(1))
    (found,) = cycles([meetings], ["rock", "paper", "scissors"])
    assert found.players == ("rock", "scissors", "paper")
    assert min(found.rates) > 0.6
    assert found.p < 0.01


def test_players_in_an_order_have_no_clear_cycle_and_those_who_never_met_none():
    order = np.array([[0.5, 0.7, 0.8], [0.3, 0.5, 0.7], [0.2, 0.3, 0.5]])
    meetings = played(order, 40, np.random.default_rng(1))
    assert cycles([meetings], ["a", "b", "c"]) == []
    nth = np.arange(40)
    apart = Meetings(nth, 0 * nth, 0 * nth + 1, np.ones(40), np.ones(40), 40)
    assert cycles([apart], ["a", "b", "c"]) == []


def test_tau_is_scipys():
    from scipy.stats import kendalltau

    rng = np.random.default_rng(1)
    one, other = rng.integers(0, 5, (2, 9)).astype(float)
    assert tau(one, other) == pytest.approx(kendalltau(one, other).statistic)


@pytest.mark.long
def test_of_equal_players_at_most_5_percent_have_a_cycle_that_counts():
    rng, runs = np.random.default_rng(1), 200
    names = [f"p{n}" for n in range(5)]
    false = sum(
        any(cycle.p < 0.05 for cycle in cycles([played(np.full((5, 5), 0.5), 20, rng)], names))
        for _ in range(runs)
    )
    assert false / runs <= 0.08


@pytest.mark.long
@pytest.mark.parametrize("chances", [ROCK, STRONG], ids=["a cycle", "one that beats a cycle"])
def test_intervals_hold_the_truth(chances):
    """Nash averages and α-rank's shares, of 40 matches a pair."""
    rng, runs, rounds = np.random.default_rng(1), 150, 100
    margins = chances - chances.T
    truth = {"average": margins @ equilibrium(margins).rows, "share": alpha_rank(margins)}
    held = dict.fromkeys(truth, 0.0)
    for _ in range(runs):
        field = Field(len(chances), [played(chances, 40, rng)])
        drawn = [field.payoffs(rng).margins for _ in range(rounds)]
        averages = np.array([each @ equilibrium(each).rows for each in drawn])
        for name, sample in (
            ("average", averages),
            ("share", np.array([alpha_rank(each) for each in drawn])),
        ):
            low, high = np.quantile(sample, (0.025, 0.975), axis=0)
            held[name] += float(((low - 1e-9 <= truth[name]) & (truth[name] <= high + 1e-9)).mean())
    assert all(count / runs > 0.9 for count in held.values())


RING = np.full((4, 4), 0.5)
"""Each beats the next (80%), and those who are not neighbours are equal."""
for _at in range(4):
    RING[_at, (_at + 1) % 4], RING[(_at + 1) % 4, _at] = 0.8, 0.2


def test_a_ring_of_four_whose_others_are_not_decided_is_a_longer_cycle():
    meetings = played(RING, 80, np.random.default_rng(2))
    (found,) = longer_cycles([meetings], list("abcd"))
    assert found.players == ("a", "b", "c", "d")
    assert min(found.rates) > 0.6
    assert found.p < 0.05


def test_a_decided_chord_makes_it_a_cycle_of_three_instead():
    chord = RING.copy()
    chord[0, 2], chord[2, 0] = 0.1, 0.9
    meetings = played(chord, 80, np.random.default_rng(2))
    assert longer_cycles([meetings], list("abcd")) == []
    assert any(cycle.p < 0.05 for cycle in cycles([meetings], list("abcd")))


def test_a_ring_with_an_open_pair_is_none():
    chances = RING.copy()
    chances[3, 0] = chances[0, 3] = 0.5
    for seed in range(10):
        meetings = played(chances, 40, np.random.default_rng(seed))
        assert longer_cycles([meetings], list("abcd")) == []


@pytest.mark.parametrize(("places", "truth"), [((0, 1, 2, 3), 1), ((3, 2, 1, 0), -1)])
def test_how_far_two_games_agree_is_within_its_interval(places, truth):
    rng, strength = np.random.default_rng(3), np.array([0.0, 1.0, 2.0, 3.0])
    both = []
    for order in (strength, strength[list(places)]):
        chances = 1 / (1 + np.exp(order[None, :] - order[:, None]))
        both.append(played(chances, 60, rng))
    field = Field(4, both)
    (found,) = _between_games([field.payoffs(), *(field.payoffs(rng) for _ in range(50))], ["x", "y"])
    assert found.tau.low <= truth <= found.tau.high
    assert found.tau.value * truth > 0.5
