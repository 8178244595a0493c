"""Marks between two anchors: by hand, and simulated against their known truth."""

import numpy as np
import pytest

from agonist.ratings.marks_between_anchors import MarkGap, mark


def test_a_mark_is_the_share_of_the_way_between_the_anchors_means():
    found = mark([3.0, 5.0, 4.0], zero=[1.0, 2.0, 3.0], hundred=[5.0, 6.0, 10.0])
    assert found.value == pytest.approx(100 * (4 - 2) / (7 - 2))
    assert np.mean(found.parts) == pytest.approx(found.value)


def test_without_anchors_that_differ_there_is_no_mark():
    assert mark([1.0, 2.0], zero=[1.0, 1.0], hundred=[1.0, 1.0]) is None
    assert mark([1.0, 2.0], zero=[2.0, 2.0], hundred=[1.0, 1.0]) is None
    assert mark([1.0, 2.0, 3.0], zero=[0.0, 1.0, 2.0], hundred=[1.0, 0.0, 2.5]) is None


def test_the_anchors_themselves_are_at_0_and_100_without_spread():
    zero, hundred = [0.0, 1.0, 0.5, 0.2], [2.0, 3.0, 2.5, 4.0]
    assert mark(zero, zero, hundred).parts == pytest.approx([0.0] * 4)
    assert mark(hundred, zero, hundred).parts == pytest.approx([100.0] * 4)


def wins(rng, size, win, draw):
    """Scores of 1, 0 and -1."""
    drawn = rng.random(size)
    return np.where(drawn < win, 1.0, np.where(drawn < win + draw, 0.0, -1.0))


def sums(rng, size, share, most):
    """Scores that add up over five rounds."""
    return rng.binomial(5, share, size) * most / 5


def hands(rng, size, edge, spread):
    """Scores with a long tail on both sides, as of poker."""
    return edge + spread * rng.standard_t(4, size)


SCENES = {
    "no gap, wins and draws": (wins, {"plain": (0.1, 0.6), "cell": (0.1, 0.6)}, (0.05, 0.2), (0.1, 0.9)),
    "a gap, wins and draws": (wins, {"plain": (0.1, 0.8), "cell": (0.05, 0.3)}, (0.05, 0.2), (0.1, 0.9)),
    "rare losses": (wins, {"plain": (0.0, 0.97), "cell": (0.0, 0.9)}, (0.05, 0.2), (0.0, 1.0)),
    "no gap, sums": (sums, {"plain": (0.7, 15), "cell": (0.7, 20)}, (0.5, None), (0.9, None)),
    "a gap, sums": (sums, {"plain": (0.9, 15), "cell": (0.5, 20)}, (0.5, None), (0.9, None)),
    "a gap, long tails": (hands, {"plain": (0.9, 1.0), "cell": (0.4, 1.0)}, (0.0, 1.0), (1.0, 1.0)),
    "no gap, long tails": (hands, {"plain": (0.5, 1.0), "cell": (0.5, 1.0)}, (0.0, 1.0), (1.0, 1.0)),
}


def mean_of(law, parameters):
    match law.__name__:
        case "wins":
            return parameters[0] - (1 - sum(parameters))
        case "sums":
            return parameters[0] * parameters[1]
    return parameters[0]


def coverage(name, deals, trials):
    """How often the interval of the gap holds the truth, among the trials in which there is one."""
    law, ours, zero, hundred = SCENES[name]
    rng = np.random.default_rng([deals, *name.encode()])
    held = said = 0
    truth = {}
    for cell, mine in ours.items():
        of = {
            "mine": mine,
            "zero": zero if zero[1] is not None else (zero[0], mine[1]),
            "hundred": hundred if hundred[1] is not None else (hundred[0], mine[1]),
        }
        truth[cell] = (of, {who: mean_of(law, parameters) for who, parameters in of.items()})
    gap = 100 * (share_of(truth["plain"][1]) - share_of(truth["cell"][1]))
    for _ in range(trials):
        marks = []
        for of, _ in truth.values():
            drawn = {who: law(rng, deals, *parameters) for who, parameters in of.items()}
            marks.append(mark(drawn["mine"], drawn["zero"], drawn["hundred"]))
        if None in marks:
            continue
        reach = max(each.best - each.worst for each in marks)
        span = MarkGap(tuple(np.subtract(marks[0].parts, marks[1].parts)), reach).span
        if span.low is not None:
            said += 1
            held += span.low <= gap <= span.high
    return held / said


def share_of(means):
    return (means["mine"] - means["zero"]) / (means["hundred"] - means["zero"])


@pytest.mark.long
@pytest.mark.parametrize("deals", [6, 12, 20, 40])
@pytest.mark.parametrize("name", SCENES)
def test_the_interval_of_a_gap_holds_the_truth_as_often_as_it_says(name, deals):
    assert coverage(name, deals, 2_000) >= 0.94
