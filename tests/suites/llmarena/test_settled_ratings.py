"""When ratings have settled, against the trueskill package and by hand."""

import warnings
from random import Random

import pytest

from agonist.core import UsageError
from agonist.ratings import Result
from agonist.suites.llmarena.settled_ratings import RatingHistory, Rule, courses, growth

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have unknown escapes
    import trueskill as package


def result(one, other, how="win"):
    return Result(((one,), (other,)), {"win": (1, 2), "loss": (2, 1), "draw": (1, 1)}[how])


def duels(count, seed=0):
    rng = Random(seed)
    return [result("ann", "bob", rng.choice(["win", "loss", "draw"])) for _ in range(count)]


def test_a_first_win_and_a_first_draw_move_ratings_as_the_paper_says():
    ann = courses([result("ann", "bob")])["ann"]
    assert (round(ann.skill.mu, 3), round(ann.skill.sigma, 3)) == (29.396, 7.171)
    ann = courses([result("ann", "bob", "draw")])["ann"]
    assert (round(ann.skill.mu, 3), round(ann.skill.sigma, 3)) == (25.0, 6.458)


def test_courses_end_where_the_trueskill_package_ends():
    ann, bob = package.Rating(), package.Rating()
    for duel in duels(60):
        if duel.ranks == (2, 1):
            bob, ann = package.rate_1vs1(bob, ann)
        else:
            ann, bob = package.rate_1vs1(ann, bob, drawn=duel.ranks == (1, 1))
    found = courses(duels(60))
    assert found["ann"].skill.mu == pytest.approx(ann.mu, abs=1e-3)
    assert found["bob"].skill.sigma == pytest.approx(bob.sigma, abs=1e-3)


def test_a_player_against_itself_is_no_evidence():
    assert courses([result("ann", "ann")]) == {}


@pytest.mark.parametrize(
    ("changes", "settled", "missing"),
    [
        ([0.1, -0.1] * 25, True, 0),
        ([0.1, -0.1] * 24 + [0.1], False, 1),
        ([3.0] * 30 + [0.2, -0.2] * 10, True, 0),
        # A rating that still drifts, if ever so slowly: 0.03 a game are 0.6 in 20.
        ([0.03] * 60, False, 1),
        ([0.02] * 60, True, 0),
        ([0.1] * 49 + [-0.25], False, 20),
        ([0.1] * 40 + [0.3] + [0.1] * 15, False, 5),
        ([], False, 50),
    ],
)
def test_settled_means_enough_games_and_none_of_the_last_twenty_moved_it(changes, settled, missing):
    course = RatingHistory(changes=changes)
    assert course.settled(Rule()) is settled
    assert course.missing(Rule()) == missing


def test_even_players_settle_between_the_least_and_the_cap():
    for seed in range(5):
        settled = next(
            games for games in range(50, 200, 10) if courses(duels(games, seed))["ann"].settled(Rule())
        )
        assert 50 <= settled <= 120


def test_only_tables_of_unsettled_players_go_on_and_none_beyond_the_cap():
    tables = [("a", "b"), ("a", "c"), ("b", "c")]
    calm, wild = RatingHistory(changes=[0.0] * 60), RatingHistory(changes=[0.5] * 60)
    found = {"a": calm, "b": calm, "c": wild}
    assert growth(found, tables, ["a", "b", "c"], Rule()) == {("a", "c"): 6, ("b", "c"): 6}
    assert growth(found, tables, ["a", "b"], Rule()) == {}
    assert growth(found, tables, ["a", "b", "c"], Rule(cap=60)) == {}
    assert growth({}, tables[:1], ["a", "b"], Rule()) == {("a", "b"): 10}


def test_the_cap_holds_for_whoever_meets_a_player_who_still_needs_games():
    tables = [("a", "c"), ("b", "c"), ("c", "reference")]
    found = {
        "a": RatingHistory(changes=[0.0] * 148),
        "b": RatingHistory(changes=[0.0] * 60),
        "c": RatingHistory(),
    }
    # Only two more for a, though c would have four; whoever is not tested has no cap.
    added = growth(found, tables, ["a", "b", "c"], Rule())
    assert added == {("a", "c"): 2, ("b", "c"): 4, ("c", "reference"): 4}
    found["c"] = RatingHistory(changes=[0.5] * 147)
    assert sum(growth(found, tables, ["a", "b", "c"], Rule()).values()) == 2


def test_rules_that_cannot_be_are_refused():
    assert Rule.from_options({"least": "30", "change": "0.5"}) == Rule(games=30, change=0.5)
    with pytest.raises(UsageError, match="window=20, least=10"):
        Rule.from_options({"least": "10"})
    with pytest.raises(UsageError, match=r"cap.*many"):
        Rule.from_options({"cap": "many"})
