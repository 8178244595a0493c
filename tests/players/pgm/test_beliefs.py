"""The published update against the rows that Figure 5 of the paper (Xu et al., 2024) prints."""

from itertools import product

import pytest

from agonist.players.pgm.beliefs import (
    bayesian_update,
    initial,
    published_update,
    rows_of,
    suspects_me_least,
    suspects_me_most,
    top,
)

FIGURE_5 = [
    (0.237, 0.372, 0.391), (0.233, 0.384, 0.384), (0.345, 0.322, 0.333), (0.333, 0.333, 0.333),
    (0.372, 0.391, 0.237), (0.326, 0.337, 0.337), (0.306, 0.337, 0.357), (0.332, 0.332, 0.336),
    (0.338, 0.324, 0.338), (0.343, 0.356, 0.301), (0.331, 0.338, 0.331), (0.328, 0.328, 0.343),
    (0.321, 0.342, 0.337), (0.403, 0.365, 0.232), (0.337, 0.326, 0.337), (0.330, 0.330, 0.341),
    (0.325, 0.353, 0.322), (0.297, 0.358, 0.345), (0.321, 0.354, 0.325), (0.319, 0.348, 0.333),
    (0.333, 0.366, 0.302), (0.321, 0.356, 0.322),
]  # fmt: skip


@pytest.fixture(scope="module")
def reachable():
    """All rows within three published updates of any initial row, rounded as they are printed."""
    rows = {
        row
        for me in range(3)
        for role in ("hidden", "not hidden", "not sure")
        for row in initial(3, me, role)
    }
    found = set(rows)
    for _ in range(3):
        rows = {
            tuple(round(p, 12) for p in published_update((row,), (signs,))[0])
            for row in rows
            for signs in product((-1, 0, 1), repeat=3)
        }
        found |= rows
    return found


@pytest.mark.parametrize("printed", FIGURE_5)
def test_every_row_of_figure_5_is_reached_within_three_updates(reachable, printed):
    def near(row):
        return all(abs(p - q) < 0.00051 for p, q in zip(row, printed, strict=True))

    assert any(map(near, reachable))


@pytest.mark.parametrize(
    ("row", "signs", "expected"),
    [
        ((0, 0.5, 0.5), (0, 0, 0), (0.233, 0.384, 0.384)),
        ((0, 0.5, 0.5), (0, -1, 0), (0.237, 0.372, 0.391)),
        ((1 / 3, 1 / 3, 1 / 3), (1, -1, 0), (0.345, 0.322, 0.333)),
    ],
)
def test_the_specifications_check_values(row, signs, expected):
    assert published_update((row,), (signs,))[0] == pytest.approx(expected, abs=0.0006)


def test_the_published_update_forgets_and_the_bayesian_one_does_not():
    published = bayesian = initial(3, 0, "not hidden")
    for _ in range(6):
        published = published_update(published, ((0, 1, -1),) * 3)
        bayesian = bayesian_update(bayesian, ((0, 1, -1),) * 3)
    assert published[0][1] < 0.45
    assert bayesian[0] == pytest.approx((0, 4096 / 4097, 1 / 4097))
    assert all(sum(row) == pytest.approx(1) for row in (*published, *bayesian))


def test_an_impossible_suspect_stays_impossible_for_bayes_and_not_in_the_published_update():
    assert bayesian_update(((0.0, 0.5, 0.5),), ((1, 0, 0),))[0][0] == 0
    assert published_update(((0.0, 0.5, 0.5),), ((0, 0, 0),))[0][0] > 0.23


def test_targets_of_clues_and_votes():
    matrix = rows_of([[0, 60, 40], [70, 0, 30], [20, 80, 0]])
    assert suspects_me_most(matrix, 0) == 1
    assert suspects_me_least(matrix, 0) == 2
    assert top(matrix[0], [1, 2]) == 1
    assert top((0.0, 0.5, 0.5), [1, 2]) == 2
