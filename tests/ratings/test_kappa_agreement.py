"""Cohen's kappa and its interval: against tables, a numerical derivative, and judges of known skill."""

import numpy as np
import pytest

from agonist.ratings.kappa_agreement import cohens_kappa


def rows(both, first, second, neither):
    pairs = [(True, True)] * both + [(True, False)] * first + [(False, True)] * second
    pairs += [(False, False)] * neither
    return [(str(nth), one, other) for nth, (one, other) in enumerate(pairs)]


@pytest.mark.parametrize(
    ("counts", "kappa"),
    [
        ((20, 5, 10, 15), 0.4),  # Fleiss, Levin and Paik, "Statistical Methods", chapter 18: 0.7 of 0.5
        (
            (45, 15, 25, 15),
            0.1304,
        ),  # the same agreement of 0.6 with two margins: Feinstein and Cicchetti 1990
        ((25, 35, 5, 35), 0.2593),
    ],
)
def test_kappa_is_that_of_the_tables(counts, kappa):
    assert cohens_kappa(rows(*counts)).value == pytest.approx(kappa, abs=5e-5)


def test_an_interval_of_many_independent_verdicts_is_that_of_the_delta_method():
    counts = np.array([900.0, 150.0, 250.0, 700.0])

    def kappa(shares):
        a, b, c, d = shares / shares.sum()
        chance = (a + b) * (a + c) + (c + d) * (b + d)
        return (a + d - chance) / (1 - chance)

    shares, step = counts / counts.sum(), 1e-6
    slopes = np.array([(kappa(shares + step * unit) - kappa(shares)) / step for unit in np.eye(4)])
    error = np.sqrt((shares @ slopes**2 - (shares @ slopes) ** 2) / counts.sum())
    _, low, high = cohens_kappa(rows(*counts.astype(int)))
    assert high - low == pytest.approx(2 * 1.96 * error, rel=0.02)


def test_a_judge_that_always_says_the_same_and_a_single_deal_are_no_evidence():
    assert tuple(cohens_kappa(rows(0, 0, 8, 12))) == (None, None, None)
    value, *ends = cohens_kappa([("a", one, other) for _, one, other in rows(20, 5, 10, 15)])
    assert (value, ends) == (pytest.approx(0.4), [None, None])
    assert tuple(cohens_kappa([])) == (None, None, None)


@pytest.mark.parametrize(("right", "deals"), [(0.9, 12), (0.75, 40), (1.0, 20)])
def test_intervals_hold_the_kappa_of_a_judge_of_known_skill(right, deals):
    rng, runs, held = np.random.default_rng(5), 300, 0
    share = 0.4
    yes = share * right + (1 - share) * (1 - right)
    chance = share * yes + (1 - share) * (1 - yes)
    truth_kappa = (right - chance) / (1 - chance)
    for _ in range(runs):
        # The speeches of one deal have much the same truth, and a judge who errs there errs again.
        truth = np.repeat(rng.random(deals) < share, 6)
        wrong = np.repeat(rng.random(deals * 2) >= right, 3)
        names = np.repeat(np.arange(deals), 6).astype(str)
        _, low, high = cohens_kappa(zip(names, (truth ^ wrong).tolist(), truth.tolist(), strict=True))
        held += low is None or (low <= truth_kappa + 1e-9 and truth_kappa - 1e-9 <= high)
    assert held / runs >= 0.93
