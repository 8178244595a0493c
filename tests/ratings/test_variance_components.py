"""Variance components: analysis of variance says what is right where it applies, simulations elsewhere."""

from math import sqrt

import numpy as np
import pytest

from agonist.metrics.width_plan import plan_width
from agonist.ratings.bradley_terry import ELO
from agonist.ratings.variance_components import Incidence, cheapest, components, fewest_matches

NTH = np.arange(600)


def levels(numbers):
    numbers = np.asarray(numbers)
    return Incidence(np.arange(len(numbers)), numbers, np.ones(len(numbers)))


def against(one, other):
    """Strengths: of each result, one player's for it, another's against it."""
    nth = np.arange(len(one))
    signs = np.concatenate([np.ones(len(one)), -np.ones(len(one))])
    return Incidence(np.concatenate([nth, nth]), np.concatenate([one, other]), signs)


def test_a_balanced_layout_has_the_components_of_the_analysis_of_variance():
    rng = np.random.default_rng(1)
    group = np.repeat(np.arange(30), 20)
    values = 2 * rng.normal(size=30)[group] + rng.normal(size=600)
    table = values.reshape(30, 20)
    between, within = 20 * table.mean(axis=1).var(ddof=1), table.var(axis=1, ddof=1).mean()
    player, residual = components(values, {"player": levels(group)})
    assert player.variance == pytest.approx((between - within) / 20)
    assert residual.variance == pytest.approx(within)
    assert player.share == pytest.approx(player.variance / (player.variance + residual.variance))


def test_what_cannot_be_told_apart_is_said_and_not_guessed():
    rng, group = np.random.default_rng(1), NTH % 10
    found = components(
        rng.normal(size=600), {"player": levels(group), "run": levels(group), "game": levels(0 * NTH)}
    )
    assert [each.note for each in found] == ["", "can't be told apart from the others", "only one", ""]
    assert (found[1].variance, found[2].share) == (None, None)


def simulated(rng, deviations, players=8, wordings=6, deals=100, matches=1200):
    """Results of strengths, wordings for each player, deals that favour a seat, and chance."""
    one = rng.integers(players, size=matches)
    other = (one + rng.integers(1, players, size=matches)) % players
    wording, deal = rng.integers(wordings, size=matches), rng.integers(deals, size=matches)
    factors = {
        "player": against(one, other),
        "deal": levels(deal),
        "wording": against(one * wordings + wording, other * wordings + wording),
    }
    values = deviations["residual"] * rng.normal(size=matches)
    for name, incidence in factors.items():
        effects = deviations[name] * rng.normal(size=players * wordings + deals)
        np.add.at(values, incidence.result, incidence.sign * effects[incidence.level])
    return values, factors


def test_crossed_effects_are_found_without_bias():
    rng, truth = np.random.default_rng(1), {"player": 0.15, "deal": 0.2, "wording": 0.1, "residual": 0.4}
    runs = [components(*simulated(rng, truth), draws=2) for _ in range(60)]
    for nth, name in enumerate(truth):
        estimates = np.array([run[nth].variance for run in runs])
        error = estimates.std(ddof=1) / sqrt(len(runs))
        assert abs(estimates.mean() - truth[name] ** 2) < 3 * error + 1e-4, name


@pytest.mark.long
@pytest.mark.parametrize("wording", [0.0, 0.1])
def test_intervals_hold_the_true_variances(wording):
    rng, truth = np.random.default_rng(1), {"player": 0.15, "deal": 0.2, "wording": wording, "residual": 0.4}
    runs, held = 150, dict.fromkeys(truth, 0)
    for _ in range(runs):
        for name, each in zip(truth, components(*simulated(rng, truth), draws=100), strict=True):
            held[name] += each.low <= truth[name] ** 2 <= each.high
    assert min(held.values()) / runs >= 0.9


def test_more_matches_never_help_where_one_wording_varies_too_much():
    varied = {"residual": 0.2, "wording": 0.01}
    assert fewest_matches(varied, 0.05) is None
    several = fewest_matches(varied, 0.05, wordings=8)
    assert several.matches == 160
    assert 0.2 / several.matches + 0.01 / 8 <= 0.05**2


def test_a_planned_number_of_matches_gives_the_width_that_was_asked_for():
    """Simulated round robins of equals, whose win rates are rated."""
    planned, rng = plan_width(80, 4), np.random.default_rng(1)
    deviations = []
    for _ in range(300):
        won = rng.binomial(planned.each, 0.5, size=(4, 4))
        won = np.triu(won, 1) + np.tril(planned.each - won.T, -1)
        rates = won.sum(axis=1) / (3 * planned.each)
        deviations.append(ELO * 4 * 3 / 4 * (rates - 0.5))
    assert 2 * 1.96 * np.std(deviations) == pytest.approx(80, rel=0.06)


def test_the_width_of_a_board_is_that_of_the_plan():
    from agonist.ratings import bradley_terry
    from agonist.ratings.result_and_rating import Result

    planned, rng = plan_width(60, 3), np.random.default_rng(1)
    results = [
        Result(((one,), (other,)), (1, 2) if rng.random() < 0.5 else (2, 1))
        for one, other in (("a", "b"), ("b", "c"), ("a", "c"))
        for _ in range(planned.each)
    ]
    for row in bradley_terry.fit(results).values():
        assert ELO * (row.high - row.low) == pytest.approx(60, rel=0.05)


def cost(amounts, prices):
    return amounts.matches * prices["match_price"] + amounts.wordings * prices["wording_price"]


@pytest.mark.parametrize("seed", range(40))
def test_no_numbers_of_matches_and_wordings_cost_less_by_more_than_a_match(seed):
    rng = np.random.default_rng(seed)
    varied = {"residual": rng.uniform(0.05, 0.25), "wording": rng.uniform(0.0005, 0.02)}
    prices = {"match_price": rng.uniform(0.01, 1), "wording_price": rng.uniform(0.01, 30)}
    wanted, most = rng.uniform(0.02, 0.08), int(rng.integers(1, 60))
    found = cheapest(varied, wanted, most_wordings=most, **prices)
    grid = np.arange(1, most + 1)
    room = wanted**2 - varied["wording"] / grid
    if (room <= 0).all():
        assert found is None
        return
    grid, room = grid[room > 0], room[room > 0]
    least = (
        prices["match_price"] * np.ceil(varied["residual"] / room) + prices["wording_price"] * grid
    ).min()
    assert varied["residual"] / found.matches + varied["wording"] / found.wordings <= wanted**2 + 1e-12
    assert found.wordings <= most
    assert least - 1e-9 <= cost(found, prices) <= least + prices["match_price"] + 1e-9


def test_matches_for_each_wording_go_with_the_roots_of_variances_over_prices():
    """Cochran (1977), equation 10.26: √(0.16 / 1) / √(0.01 / 16) = 16."""
    prices = {"match_price": 1.0, "wording_price": 16.0}
    found = cheapest({"residual": 0.16, "wording": 0.01}, 0.02, most_wordings=10_000, **prices)
    assert found.matches / found.wordings == pytest.approx(16, rel=0.02)


def test_wordings_that_cost_nothing_are_all_used_and_one_that_changes_nothing_is_enough():
    free = cheapest({"residual": 0.2, "wording": 0.01}, 0.05, match_price=1, most_wordings=8)
    assert (free.matches, free.wordings) == (160, 8)
    assert cheapest({"residual": 0.2}, 0.05, match_price=1, wording_price=1, most_wordings=8).wordings == 1
