"""TrueSkill against the trueskill package, and what it must be by itself."""

import itertools
import random
import warnings
from collections.abc import Sequence
from math import sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import log_ndtr, ndtr, ndtri

from agonist.core import AgonistError
from agonist.ratings import Result
from agonist.ratings.trueskill import DEFAULT, Skill, TrueSkillSettings, fit, update

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have unknown escapes
    import trueskill as oracle

Sides = list[list[Skill]]
START = Skill(25, 25 / 3)


def as_oracle(
    sides: Sides, ranks: Sequence[int], constants: TrueSkillSettings = DEFAULT
) -> list[list[tuple[float, float]]]:
    env = oracle.TrueSkill(
        constants.mu,
        constants.sigma,
        constants.beta,
        constants.tau,
        constants.draw_probability,
        backend="scipy",
    )
    groups = [[oracle.Rating(skill.mu, skill.sigma) for skill in side] for side in sides]
    return [[(r.mu, r.sigma) for r in side] for side in env.rate(groups, ranks, min_delta=1e-12)]


def distance(found: Sides, expected: list[list[tuple[float, float]]]) -> float:
    return max(
        max(abs(ours.mu - mu), abs(ours.sigma - sigma))
        for side, other in zip(found, expected, strict=True)
        for ours, (mu, sigma) in zip(side, other, strict=True)
    )


def case(rng: random.Random, count: int, sizes: list[int], places: int) -> tuple[Sides, list[int]]:
    sides = [
        [Skill(rng.gauss(25, 8), rng.uniform(0.5, 9)) for _ in range(rng.choice(sizes))] for _ in range(count)
    ]
    raw = [rng.randrange(places) for _ in range(count)]
    return sides, [sorted(set(raw)).index(rank) + 1 for rank in raw]


@pytest.mark.parametrize(
    ("count", "sizes", "places"),
    [
        pytest.param(2, [1], 100, id="duels"),
        pytest.param(2, [1], 1, id="draws"),
        pytest.param(2, [1, 2, 3, 5], 3, id="unequal teams"),
        pytest.param(5, [1], 100, id="five for themselves"),
        pytest.param(10, [1], 100, id="ten for themselves"),
        pytest.param(10, [1], 4, id="ten with ties"),
        pytest.param(4, [1, 2, 4], 3, id="many unequal teams with ties"),
    ],
)
def test_one_match_ends_as_the_trueskill_package_says(count, sizes, places):
    rng = random.Random(f"{count} {sizes} {places}")
    for _ in range(10):
        sides, ranks = case(rng, count, sizes, places)
        assert distance(update(sides, ranks), as_oracle(sides, ranks)) < 1e-7


def test_other_constants_end_as_the_trueskill_package_says():
    rng = random.Random("constants")
    for _ in range(60):
        constants = TrueSkillSettings(0, 1, rng.uniform(0.1, 2), rng.uniform(0, 0.5), rng.uniform(0.01, 0.8))
        sides, ranks = case(rng, 3, [1, 2], 3)
        sides = [[Skill(s.mu / 20, s.sigma / 5) for s in side] for side in sides]
        assert distance(update(sides, ranks, constants), as_oracle(sides, ranks, constants)) < 1e-7


@pytest.mark.parametrize("gap", [50, 100])
def test_a_wide_gap_ends_as_the_trueskill_package_says(gap):
    for ranks in [(1, 2), (2, 1)]:
        sides = [[Skill(25 + gap, 3)], [Skill(25, 1)]]
        assert distance(update(sides, ranks), as_oracle(sides, ranks)) < 1e-4


@pytest.mark.parametrize("ranks", [(1, 2, 3), (3, 2, 1), (1, 1, 1), (2, 1, 1)])
def test_an_absurd_gap_stays_finite(ranks):
    sides = [[Skill(10_000, 8)], [Skill(0, 1)], [Skill(-5_000, 3)]]
    after = update(sides, ranks)
    assert all(abs(s.mu) <= 10_000 and 0 < s.sigma < 8.01 for side in after for s in side)


def test_an_upset_by_a_mile_pulls_both_to_where_they_are_nearly_equal():
    # Cut that far out, almost only the nearest allowed difference is left, and a certain one moves each
    # in proportion to its variance.
    (after,), (other,) = update([[Skill(2_000, 8)], [Skill(0, 4)]], (2, 1), TrueSkillSettings(tau=0))
    assert (2_000 - after.mu) / other.mu == pytest.approx(64 / 16)
    total = 64 + 16 + 2 * (25 / 6) ** 2
    assert after.mu == pytest.approx(2_000 - 64 / total * 2_000, rel=5e-3)


def test_a_gap_beyond_arithmetic_is_refused():
    sides = [[Skill(1e7, 8)], [Skill(0, 1)], [Skill(-1e7, 3)]]
    with pytest.raises(AgonistError, match="skills"):
        update(sides, (3, 2, 1))


def test_all_at_once_one_match_is_that_of_the_trueskill_package():
    for ranks in [(1, 2), (1, 1), (1, 2, 3), (2, 1, 3), (4, 1, 2, 3)]:
        table: Any = fit([Result(tuple((name,) for name in "abcd"[: len(ranks)]), ranks)])
        expected = as_oracle([[START]] * len(ranks), ranks, TrueSkillSettings(tau=0))
        assert [row.rating for row in table.values()] == pytest.approx([mu for ((mu, _),) in expected])


def test_all_at_once_is_the_posterior_that_numerical_integration_finds():
    results = [Result((("a",), ("b",)), ranks) for ranks in [(1, 2)] * 5 + [(2, 1)] * 2 + [(1, 1)]]
    skills = np.linspace(-35, 85, 601)
    one, other = np.meshgrid(skills, skills, indexing="ij")
    scale, margin = DEFAULT.beta * sqrt(2), ndtri(0.55) * DEFAULT.beta * sqrt(2)
    log_likelihood = (
        5 * log_ndtr((one - other - margin) / scale)
        + 2 * log_ndtr((other - one - margin) / scale)
        + np.log(ndtr((one - other + margin) / scale) - ndtr((one - other - margin) / scale) + 1e-300)
        - ((one - 25) ** 2 + (other - 25) ** 2) / (2 * DEFAULT.sigma**2)
    )
    weight = np.exp(log_likelihood - log_likelihood.max())
    assert fit(results)["a"].rating == pytest.approx((weight * one).sum() / weight.sum(), abs=0.05)


def test_the_first_win_and_the_first_draw_are_those_of_the_published_defaults():
    assert update([[START], [START]], (1, 2))[0][0].mu == pytest.approx(29.396, abs=5e-4)
    assert update([[START], [START]], (1, 2))[0][0].sigma == pytest.approx(7.171, abs=5e-4)
    assert update([[START], [START]], (1, 1))[0][0].sigma == pytest.approx(6.458, abs=5e-4)


@given(st.permutations(range(4)), st.lists(st.floats(0, 50), min_size=4, max_size=4))
def test_seats_do_not_matter(order, means):
    sides = [[Skill(mean, 5)] for mean in means]
    straight = update(sides, (1, 2, 3, 4))
    mixed = update([sides[i] for i in order], [i + 1 for i in order])
    for place, i in enumerate(order):
        assert mixed[place][0].mu == pytest.approx(straight[i][0].mu, abs=1e-6)


@given(st.floats(0, 50), st.floats(0.5, 10), st.floats(0, 50), st.floats(0.5, 10))
def test_a_win_never_lowers_and_a_duel_never_makes_less_sure(mu, sigma, other_mu, other_sigma):
    before = Skill(mu, sigma), Skill(other_mu, other_sigma)
    (winner,), (loser,) = update([[before[0]], [before[1]]], (1, 2), TrueSkillSettings(tau=0))
    assert winner.mu >= mu - 1e-12
    assert loser.mu <= other_mu + 1e-12
    assert winner.sigma <= sigma * (1 + 1e-12)
    assert loser.sigma <= other_sigma * (1 + 1e-12)


def test_a_player_against_itself_teaches_nothing():
    duel, alone = Result((("a",), ("b",)), (1, 2)), Result((("a",), ("a",)), (1, 2))
    both, plain = fit([duel, duel, alone]), fit([duel, duel])
    assert both["a"].rating == pytest.approx(plain["a"].rating)
    assert fit([alone])["a"].rating is None
    assert "no match" in fit([alone])["a"].note


def test_two_seats_of_one_player_teach_as_one_skill():
    # Two seats of "a" above "b" on one day are less news than two wins on two days.
    twice: Any = fit([Result((("a",), ("a",), ("b",)), (1, 1, 2))])
    assert 25 > twice["b"].rating > fit([Result((("a",), ("b",)), (1, 2))] * 2)["b"].rating
    assert twice["a"].rating > 25


def test_players_without_a_match_are_not_rated():
    row = fit([Result((("a",), ("b",)), (1, 2))], players=["c"])["c"]
    assert (row.rating, row.low, row.high, row.matches) == (None, None, None, 0)


def test_nobody_is_rated_across_an_island():
    results = [Result(((one,), (other,)), (1, 2)) for one, other in ("ab", "bc", "xy")]
    table = fit(results)
    assert [name for name, row in table.items() if row.rating is not None] == ["a", "b", "c"]
    assert "no match connects" in table["x"].note
    assert all(row.rating is None for row in fit(results[1:]).values())


def test_a_tie_without_draws_in_the_model_is_refused():
    with pytest.raises(AgonistError, match="draw_probability"):
        update([[START], [START]], (1, 1), TrueSkillSettings(draw_probability=0))


def test_constants_that_cannot_be_are_refused():
    for wrong in ({"sigma": 0}, {"beta": 0}, {"tau": -1}, {"draw_probability": 1}):
        with pytest.raises(AgonistError, match=min(wrong)):
            TrueSkillSettings(**wrong)


SERIES = [
    Result(((a,), (b,)), (1, 2) if (i * 7 + len(a + b)) % 3 else (2, 1))
    for i, (a, b) in enumerate(list(itertools.combinations("abcde", 2)) * 3)
]


@settings(max_examples=20, deadline=None)
@given(st.permutations([*SERIES, Result((("a",), ("b",), ("c",), ("d",)), (1, 1, 1, 2))]))
def test_the_order_of_the_matches_has_no_part_in_the_ratings(shuffled):
    straight = fit(sorted(shuffled, key=repr))
    for name, row in fit(shuffled).items():
        assert row.rating == pytest.approx(straight[name].rating, abs=1e-6)
        assert row.low == pytest.approx(straight[name].low, abs=1e-6)
        assert row.rank_low == straight[name].rank_low


@settings(max_examples=10, deadline=None)
@given(st.permutations(["a", "b", "c", "d", "e"]))
def test_other_names_get_the_same_numbers(names):
    renamed = dict(zip("abcde", names, strict=True))
    plain = fit(SERIES)
    other = fit([Result(tuple((renamed[n],) for (n,) in r.teams), r.ranks) for r in SERIES])
    for name, row in plain.items():
        assert other[renamed[name]].rating == pytest.approx(row.rating, abs=1e-6)


def test_a_small_side_is_not_taken_for_a_weak_one():
    sides = (("a",), ("b", "c", "d", "e"))
    won, lost = fit([Result(sides, (1, 2))]), fit([Result(sides, (2, 1))])
    assert won["a"].rating - 25 == pytest.approx(25 - lost["a"].rating)
    assert won["b"].rating < 25 < lost["b"].rating


def test_whoever_plays_on_both_sides_neither_gains_nor_loses_with_everyone():
    both = [
        Result((("a", "b", "a", "b"), ("a",)), (1, 2)),
        Result((("a", "b", "a", "b"), ("b",)), (1, 2)),
    ] * 20
    table = fit(both)
    assert table["a"].rating + table["b"].rating == pytest.approx(50, abs=0.01)
    assert table["a"].rating == pytest.approx(table["b"].rating, abs=0.01)


def test_twenty_wins_do_not_rule_out_who_loses_one_match_in_25():
    # By the variance between results alone, which hardly differ, it would: too narrow in half of the cases.
    duel = (("ann",), ("bob",))
    often: Any = fit([Result(duel, (1, 2), weight=0.96e6), Result(duel, (2, 1), weight=0.04e6)])
    once: Any = fit([Result(duel, (1, 2))] * 20)
    assert once["ann"].low < often["ann"].rating < once["ann"].high
