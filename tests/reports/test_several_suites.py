"""What several suites say together: marks, abilities, ranks."""

import pytest

from agonist.metrics import Section
from agonist.metrics.report_section import SuiteScore
from agonist.reports.questions.marks_by_ability import Mark
from agonist.reports.several_suites.abilities import abilities, behind
from agonist.reports.several_suites.marks import marks_of
from agonist.reports.several_suites.ranks import aggregates

ANCHORS = {"random": "random", "reference": "reference"}


def mark(player, part, value, half=5.0, measure="anchored"):
    low, high = (None, None) if half is None else (value - half, value + half)
    return Mark(player, part, measure, value, low, high)


def score(player, value, low=None, high=None, matches=3):
    return SuiteScore("el_farol", "gamabench", "updated", player, value, low, high, matches)


def test_a_score_of_gamabench_lies_between_those_of_random_and_reference():
    scores = (score("random", 20.0, 18.0, 22.0), score("m", 50.0, 45.0, 55.0), score("reference", 80.0))
    marks = {m.player: m for m in marks_of([], [Section("", scores=scores)], ANCHORS, [*ANCHORS, "m"])}
    assert marks["m"].part == "gamabench: el_farol"
    assert marks["m"].measure == "anchored"
    assert marks["m"].value == pytest.approx(50.0)
    assert marks["m"].low < 43 < 57 < marks["m"].high
    assert marks["random"].value == 0
    assert marks["reference"].value == 100


def test_where_random_and_reference_do_not_differ_its_own_score_stands():
    scores = (score("random", 20.0, 0.0, 90.0), score("m", 50.0, 45.0, 55.0), score("reference", 25.0))
    marks = {m.player: m for m in marks_of([], [Section("", scores=scores)], ANCHORS, ["m"])}
    assert (marks["m"].measure, marks["m"].value, marks["m"].low) == ("score", 50.0, 45.0)


TAGS = {
    "a: one": ("Paper A", ("planning",)),
    "a: two": ("Paper A", ("planning", "trust")),
    "b: one": ("Paper B", ("planning",)),
}


def test_an_ability_names_its_papers_and_games():
    found = behind(TAGS)
    assert [(one.paper, one.parts) for one in found["planning"]] == [
        ("Paper A", ("a: one", "a: two")),
        ("Paper B", ("b: one",)),
    ]


def test_an_ability_of_one_game_has_not_enough_data():
    marks = [mark("m", "a: one", 40.0), mark("m", "a: two", 60.0), mark("m", "b: one", 50.0, None)]
    planning, trust = abilities(marks, TAGS, ["m"])
    assert (planning.value, planning.games) == (50.0, 2)
    assert planning.high - 50.0 == pytest.approx((5**2 + 5**2) ** 0.5 / 2)
    assert (trust.value, trust.low, trust.games) == (None, None, 1)


def test_win_rates_are_not_averaged_with_anchored_marks():
    marks = [mark("m", part, 90.0, measure="win rate") for part in TAGS]
    assert {one.value for one in abilities(marks, TAGS, ["m"])} == {None}


def test_aggregates_disagree_about_one_game_won_high():
    # x wins one game by far and loses two narrowly: first by the mean, second by ranks.
    values = {"a: one": (300.0, 10.0), "a: two": (40.0, 50.0), "b: one": (40.0, 50.0)}
    marks = [
        mark(player, part, value)
        for part, both in values.items()
        for player, value in zip("xy", both, strict=True)
    ]
    found = aggregates(marks, [], ["x", "y"])
    assert found.ranks["mean score, equal weight of games"] == {"x": 1.0, "y": 2.0}
    assert found.ranks["mean of game ranks"] == {"x": 2.0, "y": 1.0}
    assert ("mean score, equal weight of games", "mean of game ranks", -1.0) in [
        (one, other, pytest.approx(tau)) if tau is not None else (one, other, None)
        for one, other, tau in found.taus
    ]
    assert found.resampled == {"x": (1.0, 2.0), "y": (1.0, 2.0)}


def test_games_that_not_everyone_played_do_not_count():
    marks = [mark("x", "a: one", 10.0), mark("y", "a: one", 20.0), mark("x", "a: two", 99.0)]
    found = aggregates(marks, [], ["x", "y"])
    assert found.games == 1
    assert found.ranks["median score"] == {"x": 2.0, "y": 1.0}
