"""Results are checked when they are made; counts and weights add up."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agonist.core import AgonistError
from agonist.ratings import Result, tally, weighted, win_rate

NAMES = ("ann", "bob", "cid", "dee", "eve")


@st.composite
def results(draw):
    names = draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=4, unique=True))
    ranks = [draw(st.integers(0, 2)) for _ in names]
    return Result(tuple((name,) for name in names), tuple(rank - min(ranks) + 1 for rank in ranks))


@pytest.mark.parametrize(
    ("teams", "ranks", "says"),
    [
        ((("a",),), (1,), "sides"),
        ((("a",), ()), (1, 2), "player"),
        ((("a",), ("b",)), (1,), "ranks"),
        ((("a",), ("b",)), (2, 3), "from 1"),
        ((("a",), ("b",)), (0, 1), "from 1"),
        ((("a",), ("b",)), (1.0, 2.0), "from 1"),
        ((("a",), ("b",)), (True, 2), "from 1"),
    ],
)
def test_a_result_that_cannot_be_is_refused(teams, ranks, says):
    with pytest.raises(AgonistError, match=says):
        Result(teams, ranks)


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_a_weight_that_cannot_be_is_refused(weight):
    with pytest.raises(AgonistError, match="weight"):
        Result((("a",), ("b",)), (1, 2), weight=weight)


@given(st.lists(results(), max_size=20))
def test_wins_draws_and_losses_are_all_matches(found):
    rows = tally(found).values()
    assert all(row.wins + row.draws + row.losses == row.matches for row in rows)
    assert sum(row.matches for row in rows) == sum(len(result.teams) for result in found)
    assert sum(row.wins for row in rows) == sum(result.ranks.count(1) == 1 for result in found)


def test_a_match_against_oneself_counts_for_nothing():
    row = tally([Result((("a",), ("a",)), (1, 2))], players=["b"])
    assert [(name, r.matches, r.note) for name, r in row.items()] == [
        ("a", 0, "no match against anyone else"),
        ("b", 0, "no match against anyone else"),
    ]


def test_every_seat_counts_as_in_the_papers_tables():
    results = [Result((("a", "a"), ("b",)), (1, 2)), Result((("a",), ("b", "b")), (2, 1))]
    found = [(r.player, r.wins, r.losses) for r in tally(results).values()]
    assert found == [("a", 2, 1), ("b", 2, 1)]
    rates = win_rate(results)
    assert rates["a"].rating == rates["b"].rating == pytest.approx(2 / 3)


def test_several_players_on_a_side_win_together():
    row = tally([Result((("a", "b"), ("c",)), (1, 2))])
    assert [(r.player, r.wins, r.losses) for r in row.values()] == [("a", 1, 0), ("b", 1, 0), ("c", 0, 1)]


@given(st.lists(st.tuples(results(), st.sampled_from("xyz")), min_size=1, max_size=20))
def test_weighted_groups_weigh_alike_and_as_much_as_before(pairs):
    found, groups = [r for r, _ in pairs], [g for _, g in pairs]
    after = weighted(found, groups)
    sums = [sum(r.weight for r, g in zip(after, groups, strict=True) if g == name) for name in set(groups)]
    assert sums == pytest.approx([len(found) / len(sums)] * len(sums))
