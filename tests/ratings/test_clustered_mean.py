"""Mean scores: Student's interval over deals, held by rare scores and by the ends of the scale."""

import pytest
from scipy import stats

from agonist.core import AgonistError
from agonist.ratings import clustered_mean


def test_two_more_deals_at_the_ends_as_scipys_student_says():
    deals = {"x": (1.0, 3.0), "y": (2.0, 4.0), "z": (9.0, 5.0)}
    mean, low, high = clustered_mean((deal, score) for deal, pair in deals.items() for score in pair)
    plain = stats.t.interval(0.95, 2, loc=4, scale=stats.sem([2, 3, 7]))
    wider = stats.t.interval(0.95, 2, loc=4.4, scale=stats.sem([2, 3, 7, 1, 9]))
    assert mean == 4
    assert low == pytest.approx(max(1, min(plain[0], wider[0])))
    assert high == pytest.approx(min(9, max(plain[1], wider[1])))


def test_many_deals_as_scipys_student_says():
    scores = [float(n % 7) for n in range(700)]
    found = clustered_mean((str(nth), score) for nth, score in enumerate(scores))
    assert found[1:] == pytest.approx(stats.t.interval(0.95, 699, 3, stats.sem(scores)), abs=2e-3)


def test_copies_of_a_deal_are_no_more_evidence():
    scores = [("a", 1.0), ("b", 4.0), ("c", 2.0), ("d", 8.0)]
    assert clustered_mean(scores * 5) == pytest.approx(clustered_mean(scores))


def test_no_interval_from_a_single_deal_nor_where_nothing_differs():
    assert clustered_mean([]) == (None, None, None)
    assert clustered_mean([("a", 1.0), ("a", 3.0)]) == (2.0, None, None)
    assert clustered_mean([("a", 0.8), ("b", 0.8), ("c", 0.8)]) == (pytest.approx(0.8), None, None)


def test_the_interval_ends_where_the_scores_do():
    assert clustered_mean([("a", 0.0), ("b", 1.0)], seen=(0, 1)) == (0.5, 0, 1)


def test_a_confidence_that_cannot_be_is_refused():
    with pytest.raises(AgonistError):
        clustered_mean([("a", 1.0)], confidence=1.0)
