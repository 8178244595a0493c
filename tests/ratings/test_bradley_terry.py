"""Bradley-Terry against choix and closed forms; intervals; who cannot be rated."""

import random
import warnings
from math import exp, isfinite, log, sqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize, stats

from agonist.core import AgonistError
from agonist.ratings import Rating, Result, bradley_terry, weighted
from agonist.ratings.bradley_terry import ELO, elo, strengths
from agonist.ratings.sandwich import Spread

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # as packages may when they are first compiled
    import choix

fit: Any = bradley_terry.fit  # each test knows which numbers are not None


def duel(one: str, other: str, ranks: Any = (1, 2), block: str | None = None) -> Result:
    return Result(((one,), (other,)), ranks, block)


def tournament(matches: int, players: int, seed: str, draws: float = 0.0) -> list[Result]:
    rng = random.Random(seed)
    strength = [2 * (i / (players - 1) - 0.5) for i in range(players)]
    found = []
    for _ in range(matches):
        i, j = rng.sample(range(players), 2)
        won = rng.random() < 1 / (1 + exp(strength[j] - strength[i]))
        ranks = (1, 1) if rng.random() < draws else (1, 2) if won else (2, 1)
        found.append(duel(f"p{i:02}", f"p{j:02}", ranks))
    return found


def ratings(results: list[Result], **options: Any) -> dict[str, Any]:
    return {name: row.rating for name, row in fit(results, **options).items()}


@pytest.mark.parametrize(("matches", "players"), [(60, 3), (300, 7), (2000, 20)])
def test_maximum_likelihood_as_choix_says(matches, players):
    results = tournament(matches, players, "choix")
    pairs: Any = [
        tuple(int(side[0][1:]) for _, side in sorted(zip(r.ranks, r.teams, strict=True))) for r in results
    ]
    found = list(ratings(results, prior=0).values())
    assert found == pytest.approx(list(choix.ilsr_pairwise(players, pairs)), abs=1e-6)
    assert found == pytest.approx(list(choix.opt_pairwise(players, pairs)), abs=1e-3)


def test_draws_and_weights_as_choix_says():
    results = tournament(200, 5, "draws", draws=0.3)
    games = ["go" if i % 5 else "chess" for i in range(len(results))]
    results = weighted(results, games)
    table = np.zeros((5, 5))
    for result in results:
        i, j = (int(side[0][1:]) for side in result.teams)
        share = 0.5 if result.ranks == (1, 1) else float(result.ranks == (1, 2))
        table[i, j] += result.weight * share
        table[j, i] += result.weight * (1 - share)
    found = list(ratings(results, prior=0).values())
    assert found == pytest.approx(list(choix.ilsr_pairwise_dense(table)), abs=1e-6)


def test_two_players_differ_by_the_logarithm_of_their_odds():
    found = ratings([duel("a", "b")] * 6 + [duel("b", "a")] * 2, prior=0)
    assert found == pytest.approx({"a": log(3) / 2, "b": -log(3) / 2})


def test_several_sides_count_as_all_their_pairs():
    rng = random.Random("sides")
    whole, pairs = [], []
    for _ in range(30):
        names = rng.sample("abcde", 4)
        ranks = [rng.choice([1, 2, 3]) for _ in names]
        ranks = [rank - min(ranks) + 1 for rank in ranks]
        whole.append(Result(tuple((n,) for n in names), tuple(ranks)))
        for i in range(4):
            for j in range(i):
                low = min(ranks[i], ranks[j]) - 1
                pairs.append(duel(names[i], names[j], (ranks[i] - low, ranks[j] - low)))
    assert ratings(whole) == pytest.approx(ratings(pairs))


def test_two_teams_count_as_one_match():
    team = ratings([Result((("a", "b"), ("c",)), (1, 2))])
    parts = [
        Result((("a",), ("c",)), (1, 2), weight=0.5),
        Result((("b",), ("c",)), (1, 2), weight=0.5),
    ]
    assert team == pytest.approx(ratings(parts))


def test_the_fit_is_the_peak_of_the_penalised_likelihood():
    results = [duel("a", "b")] * 5 + [duel("b", "c")] * 2 + [duel("c", "b")]
    found = ratings(results, prior=0.75)

    def depth(theta: Any) -> float:
        odds = {
            pair: exp(theta["abc".index(pair[1])] - theta["abc".index(pair[0])])
            for pair in ("ab", "bc", "cb")
        }
        total = 5 * log(1 + odds["ab"]) + 2 * log(1 + odds["bc"]) + log(1 + odds["cb"])
        return total + sum(0.75 * (log(1 + exp(-value)) + log(1 + exp(value))) for value in theta)

    lowest = optimize.minimize(depth, [0, 0, 0], tol=1e-12).x
    assert list(found.values()) == pytest.approx(list(lowest - lowest.mean()), abs=1e-5)


def test_an_undefeated_player_gets_a_finite_rating_and_a_wide_interval():
    results = tournament(100, 5, "undefeated") + [duel("zed", f"p0{i % 5}") for i in range(10)]
    table = fit(results)
    zed, others = table.pop("zed"), table.values()
    assert zed.rating == max(zed.rating, *(row.rating for row in others))
    assert zed.low < zed.rating < zed.high < 30
    assert zed.high - zed.low > 1.5 * max(row.high - row.low for row in others)
    assert zed.low > 0


@pytest.mark.parametrize("count", [10, 20, 50])
def test_a_rating_near_certainty_is_in_its_interval_as_the_binomial_distribution_says(count):
    lines = [fit([duel("a", "b")] * won + [duel("b", "a")] * (count - won))["a"] for won in range(count + 1)]
    for chance in np.linspace(0.85, 0.9995, 100):
        truth = log(chance / (1 - chance)) / 2
        odds = stats.binom.pmf(range(count + 1), count, chance)
        held = sum(p for p, line in zip(odds, lines, strict=True) if line.low <= truth <= line.high)
        assert held > 0.93


def test_one_defeat_leaves_room_above_and_no_win_room_below():
    once = fit([duel("a", "b")] * 19 + [duel("b", "a")])
    assert once["a"].high - once["a"].rating > 1.2 * (once["a"].rating - once["a"].low)
    assert once["b"].low == pytest.approx(-once["a"].high)
    never = fit([duel("a", "b")] * 20)["a"]
    assert never.low > once["a"].low
    assert never.high > once["a"].high


def test_without_a_prior_the_undefeated_and_the_winless_are_not_rated():
    results = tournament(100, 5, "undefeated")
    plain = ratings(results, prior=0)
    results += [duel("zed", "p00"), duel("zed", "p01"), duel("p03", "all"), duel("p04", "all")]
    table = fit(results, prior=0)
    assert (table["zed"].rating, table["zed"].low, table["all"].rating) == (None, None, None)
    assert "never beaten" in table["zed"].note
    assert "never won" in table["all"].note
    assert {name: table[name].rating for name in plain} == pytest.approx(plain)


def test_those_whom_no_match_connects_are_not_rated():
    results = [duel("a", "b"), duel("b", "c"), duel("x", "y")]
    table = fit(results, players=["idle"])
    assert [name for name, row in table.items() if row.rating is not None] == ["a", "b", "c"]
    assert "no match connects" in table["x"].note
    assert "no match against" in table["idle"].note
    split = fit([duel("a", "b"), duel("x", "y")])
    assert all(row.rating is None and row.note for row in split.values())


def test_nothing_gives_nothing():
    assert fit([]) == {}
    alone = fit([Result((("a",), ("a",)), (1, 2))])["a"]
    assert (alone.rating, alone.matches) == (None, 0)
    weightless = fit([Result((("a",), ("b",)), (1, 2), weight=0.0)])
    assert weightless["a"].rating is None


def test_a_weak_prior_and_a_long_chain_still_converge():
    results = [duel(f"p{i}", f"p{i + 1}") for i in range(8)]
    for prior in (1.0, 0.1, 1e-3):
        table = fit(results, prior=prior)
        assert table["p0"].low is None, "a single match"
        assert all(isfinite(table[f"p{i}"].low) for i in range(1, 8))


def test_a_field_of_thirty_without_a_single_upset_is_rated_in_order():
    names = [f"p{i:02}" for i in range(30)]
    results = [duel(one, other) for i, one in enumerate(names) for other in names[i + 1 :]]
    table = fit(results)
    assert sorted(table, key=lambda name: -table[name].rating) == names
    assert table["p00"].high < 30


def test_intervals_are_as_wide_as_those_of_resampling_with_choix():
    results = tournament(300, 4, "width")
    pairs: Any = [
        tuple(int(s[0][1:]) for _, s in sorted(zip(r.ranks, r.teams, strict=True))) for r in results
    ]
    rng = np.random.default_rng(1)
    cloud = [
        choix.ilsr_pairwise(4, [pairs[i] for i in rng.integers(len(pairs), size=len(pairs))])
        for _ in range(400)
    ]
    deviation = np.std(cloud, axis=0)
    ours = [(row.high - row.low) / 3.92 for row in fit(results, prior=0).values()]
    assert ours == pytest.approx(list(deviation), rel=0.15)


def test_intervals_of_two_players_are_those_of_the_likelihood_ratio_by_hand():
    # Two players: one number d, the difference. Each match is a block, and of one number the robust variance
    # is the model's own, times n / (n - 1).
    found = fit([duel("a", "b")] * 12 + [duel("b", "a")] * 5, prior=0)["a"]

    def loss(d: float) -> float:
        return 2 * float(12 * np.logaddexp(0, -d) + 5 * np.logaddexp(0, d))

    best = log(12 / 5)
    least = loss(best) + stats.t.ppf(0.975, 16) ** 2 * 17 / 16
    ends = [optimize.brentq(lambda d: loss(d) - least, best, best + side) for side in (-5, 5)]
    assert [2 * found.low, 2 * found.high] == pytest.approx(ends)


@pytest.mark.parametrize("chance", [0.5, 0.9, 0.97, 0.98, 0.99])
def test_intervals_hold_up_to_the_ends_of_the_scale_by_the_binomial_distribution(chance):
    truth = strengths(np.array([[0, chance], [1 - chance, 0]]) * 1e9, 0.5)
    held = 0.0
    for won in range(21):
        row = fit([duel("a", "b")] * won + [duel("b", "a")] * (20 - won))["a"]
        if row.low <= (truth[0] - truth[1]) / 2 <= row.high:
            held += stats.binom.pmf(won, 20, chance)
    assert held > 0.935  # 18 or 19 wins of 20 are all there is between an interval of 0.94 and one of 0.98


def test_matches_of_one_block_are_one_piece_of_evidence():
    rng = random.Random("blocks")
    outcomes = [("a", "b") if rng.random() < 0.6 else ("b", "a") for _ in range(40)]
    once = fit([duel(*pair) for pair in outcomes], prior=0)["a"]
    copied = [duel(*pair, block=str(i)) for i, pair in enumerate(outcomes) for _ in range(4)]
    blocked = fit(copied, prior=0)["a"]
    free = fit([duel(*pair) for pair in outcomes for _ in range(4)], prior=0)["a"]
    assert blocked.rating == pytest.approx(once.rating)
    assert blocked.high - blocked.low == pytest.approx(once.high - once.low, rel=0.02)
    assert free.high - free.low == pytest.approx((once.high - once.low) / 2, rel=0.1)


def test_the_order_of_the_matches_has_no_part_in_the_ratings():
    results = tournament(50, 4, "order", draws=0.2)
    for name, row in fit(results[::-1]).items():
        assert (row.rating, row.low) == pytest.approx((fit(results)[name].rating, fit(results)[name].low))


def test_no_interval_from_a_single_deal():
    row = fit([duel("a", "b", block="x")] * 4)["a"]
    assert (row.low, row.high, row.rank_low, row.rank_high) == (None, None, 1, 2)
    assert "single deal" in row.note


def test_ranges_of_ranks_are_those_of_tukeys_studentised_range():
    q = stats.studentized_range.ppf(0.95, 6, np.inf)
    values = np.array([0.0, q - 0.01, q + 0.01, 9.0, 9.0, 20.0])
    found = Spread(values, np.eye(6) / 2, np.full(6, 1e9))  # differences have variance 1
    least = q / sqrt(2)
    expected = values[:, None] - values > least
    assert (found.better(0.95) == expected).all()


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.tuples(st.permutations("abcd"), st.sampled_from([(1, 2), (2, 1), (1, 1)])), max_size=20),
    st.permutations("abcd"),
)
def test_properties_of_the_point_estimate(matches, names):
    ring = [duel("a", "b"), duel("b", "c"), duel("c", "d")]
    results = ring + [duel(seats[0], seats[1], ranks) for seats, ranks in matches]
    plain = ratings(results)
    assert sum(plain.values()) == pytest.approx(0, abs=1e-9)
    # Other names, the same numbers.
    renamed = dict(zip("abcd", names, strict=True))
    other = ratings([duel(renamed[r.teams[0][0]], renamed[r.teams[1][0]], r.ranks) for r in results])
    assert {renamed[name]: value for name, value in plain.items()} == pytest.approx(other, abs=1e-6)
    # Victory and defeat exchanged, the signs change.
    mirrored = ratings([Result(r.teams[::-1], r.ranks) for r in results])
    assert {name: -value for name, value in plain.items()} == pytest.approx(mirrored, abs=1e-6)
    # One more win never lowers the winner, and raises them above the loser's old distance.
    more = ratings([*results, duel("d", "a")])
    assert more["d"] >= plain["d"] - 1e-9
    assert more["d"] - more["a"] > plain["d"] - plain["a"]


def test_elo_is_400_points_for_odds_of_ten():
    assert elo(Rating("a", log(10), 0.0, None, 1, 1, 0, 0)) == Rating("a", 1900.0, 1500.0, None, 1, 1, 0, 0)
    assert log(10) * ELO == pytest.approx(400)


def test_strengths_of_a_table_without_an_estimate_are_refused():
    with pytest.raises(ArithmeticError):
        strengths(np.array([[0.0, 3.0], [0.0, 0.0]]))


@pytest.mark.parametrize("wrong", [{"prior": -1}, {"confidence": 1.0}])
def test_options_that_cannot_be_are_refused(wrong):
    with pytest.raises(AgonistError):
        fit([duel("a", "b")], **wrong)
