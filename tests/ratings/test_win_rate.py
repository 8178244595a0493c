"""Win rates against scipy's Wilson interval, and their behaviour with blocks and weights."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom, binomtest, chi2, norm, t

from agonist.core import AgonistError
from agonist.ratings import Result, wilson
from agonist.ratings import win_rate as rate
from agonist.ratings.share_intervals import NO_SPAN, Span, combined, share_of

win_rate: Any = rate  # each test knows which numbers are not None
DUEL = (("ann",), ("bob",))


@given(st.integers(1, 500), st.data(), st.sampled_from([0.8, 0.95, 0.99]))
def test_wilson_as_scipy_says(count, data, confidence):
    wins = data.draw(st.integers(0, count))
    expected = binomtest(wins, count).proportion_ci(confidence, method="wilson")
    assert wilson(wins / count, count, confidence) == pytest.approx((expected.low, expected.high), abs=1e-12)


def test_a_draw_is_half_a_win():
    row = win_rate([Result(DUEL, (1, 2)), Result(DUEL, (1, 1)), Result(DUEL, (2, 1)), Result(DUEL, (1, 1))])
    assert (row["ann"].rating, row["ann"].low, row["ann"].high) == pytest.approx((0.5, *student(0.5, 4)))
    assert (row["ann"].wins, row["ann"].draws, row["ann"].losses) == (1, 2, 1)


def student(share, count):
    """Wilson's interval at the confidence at which the normal quantile is Student's at 95%."""
    return wilson(share, count, 2 * norm.cdf(t.ppf(0.975, count - 1)) - 1)


def test_rare_defeats_leave_room_above_as_the_modified_wilson_interval_of_brown_cai_and_dasgupta_does():
    row = win_rate([Result(DUEL, (1, 2))] * 19 + [Result(DUEL, (2, 1))])
    assert row["ann"].high == pytest.approx(1 - chi2.ppf(0.05, 2) / 2 / 20)
    assert row["ann"].low == pytest.approx(student(0.95, 20)[0])
    assert row["bob"].low == pytest.approx(1 - row["ann"].high)


@pytest.mark.parametrize("count", [10, 20, 50, 100])
def test_a_rate_near_certainty_is_in_its_interval_as_the_binomial_distribution_says(count):
    spans = [share_of(hits, count) for hits in range(count + 1)]
    low, high = np.array([(span.low, span.high) for span in spans]).T
    for chance in np.linspace(0.8, 0.9999, 200):
        held = binom.pmf(np.arange(count + 1), count, chance)[(low <= chance) & (chance <= high)].sum()
        assert held > 0.93


def test_no_match_no_rate():
    table = win_rate([Result((("ann",), ("ann",)), (1, 2))], players=["bob"])
    assert [(r.rating, r.low, r.high, bool(r.note)) for r in table.values()] == [(None, None, None, True)] * 2
    weightless = win_rate([Result(DUEL, (1, 2), weight=0.0)])["ann"]
    assert (weightless.rating, weightless.matches, weightless.note) == (None, 1, "all matches have weight 0")


def test_one_block_gives_a_rate_without_an_interval():
    row = win_rate([Result(DUEL, (1, 2), "x"), Result(DUEL, (2, 1), "x")])["ann"]
    assert (row.rating, row.low, row.high) == (0.5, None, None)
    assert "single deal" in row.note


def test_copies_within_a_block_do_not_narrow_the_interval():
    rng = random.Random("copies")
    ranks = [(1, 2) if rng.random() < 0.6 else (2, 1) for _ in range(200)]
    once = win_rate([Result(DUEL, r) for r in ranks])["ann"]
    copied = win_rate([Result(DUEL, r, str(i)) for i, r in enumerate(ranks) for _ in range(5)])["ann"]
    free = win_rate([Result(DUEL, r) for r in ranks for _ in range(5)])["ann"]
    assert (copied.low, copied.high) == pytest.approx((once.low, once.high), abs=2e-3)
    assert free.high - free.low < 0.5 * (copied.high - copied.low)


def test_all_won_in_few_blocks_says_less_than_in_many():
    few = win_rate([Result(DUEL, (1, 2), str(i % 4)) for i in range(40)])["ann"]
    many = win_rate([Result(DUEL, (1, 2)) for _ in range(40)])["ann"]
    assert few.rating == many.rating == few.high == many.high == 1
    assert few.low == pytest.approx(student(1, 4)[0])
    assert few.low < many.low == pytest.approx(student(1, 40)[0])


@given(st.lists(st.tuples(st.sampled_from([(1, 2), (2, 1), (1, 1)]), st.sampled_from("uvwxyz")), min_size=2))
def test_blocks_never_narrow_and_the_rate_is_inside(matches):
    with_blocks = win_rate([Result(DUEL, ranks, block) for ranks, block in matches])["ann"]
    without = win_rate([Result(DUEL, ranks) for ranks, _ in matches])["ann"]
    assert with_blocks.rating == without.rating
    if with_blocks.low is not None:
        assert 0 <= with_blocks.low <= without.low + 1e-12
        assert without.low <= without.rating <= without.high
        assert without.high - 1e-12 <= with_blocks.high <= 1


@given(st.lists(st.sampled_from([(1, 2), (2, 1), (1, 1)]), min_size=2))
def test_a_win_more_never_lowers(ranks):
    before = win_rate([Result(DUEL, r) for r in ranks])["ann"]
    after = win_rate([Result(DUEL, r) for r in [*ranks, (1, 2)]])["ann"]
    assert after.rating >= before.rating
    assert after.low >= before.low


def test_equal_weights_change_nothing_and_unequal_ones_widen():
    plain = win_rate([Result(DUEL, r) for r in [(1, 2), (2, 1)] * 10])["ann"]
    double = win_rate([Result(DUEL, r, weight=2.0) for r in [(1, 2), (2, 1)] * 10])["ann"]
    mixed = win_rate([Result(DUEL, r, weight=float(i % 4 + 1)) for i, r in enumerate([(1, 2), (2, 1)] * 10)])[
        "ann"
    ]
    assert double == plain
    assert mixed.high - mixed.low > plain.high - plain.low
    assert mixed.rating == pytest.approx(0.4)


def test_among_several_only_a_side_alone_on_top_has_won():
    table = win_rate(
        [Result((("a",), ("b",), ("c",)), (1, 1, 3)), Result((("a",), ("b",), ("c",)), (1, 2, 3))]
    )
    assert {name: row.rating for name, row in table.items()} == {"a": 0.75, "b": 0.25, "c": 0.0}


def test_shares_that_cannot_be_are_refused():
    for share, count, confidence in [(1.2, 3, 0.95), (0.5, 0, 0.95), (0.5, 3, 1.0)]:
        with pytest.raises(AgonistError):
            wilson(share, count, confidence)


@pytest.mark.parametrize(
    ("one", "other", "printed"),
    [
        pytest.param((56, 70), (48, 80), [0.2, 0.0524, 0.3339], id="56 of 70 less 48 of 80"),
        pytest.param((9, 10), (3, 10), [0.6, 0.1705, 0.8090], id="9 of 10 less 3 of 10"),
        pytest.param((10, 10), (0, 20), [1.0, 0.6791, 1.0], id="10 of 10 less 0 of 20"),
    ],
)
def test_differences_of_shares_as_newcombe_printed_them_for_his_ends(one, other, printed):
    # Newcombe (1998), Table II, method 10
    first, second = (Span(k / n, *wilson(k / n, n)) for k, n in (one, other))
    assert [round(x, 4) for x in combined([(1, first), (-1, second)])] == printed
    assert combined([(1, first), (-1, NO_SPAN)]) == NO_SPAN
