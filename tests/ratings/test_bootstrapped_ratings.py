"""Ratings by resampling: GameBench's recipe by choix, ours by the board's own fit."""

from random import Random

import choix
import numpy as np
import pytest

from agonist.core import UsageError
from agonist.ratings import bradley_terry
from agonist.ratings.bootstrapped_ratings import Scored, rate, rate_as_gamebench
from agonist.ratings.luce_spectral_ranking import strengths

NAMES = ("ann", "bob", "cy", "di")


def matches(seed=0, many=40, draws=True):
    """Random matches of two games, some of which are fractional and some draws."""
    rng, found = Random(seed), []
    for nth in range(many):
        one, other = rng.sample(NAMES, 2)
        score = rng.choice((0.0, 1.0, 0.25, 0.5 if draws else 1.0))
        found.append(Scored("go" if nth % 4 else "chess", ((one,), (other,)), (score, 1 - score)))
    return found


def test_strengths_of_many_tables_are_choix_s():
    rng = np.random.default_rng(1)
    tables = rng.random((20, 5, 5)) * (1 - np.eye(5))
    found = strengths(tables, regularisation=0.001)
    expected = [choix.ilsr_pairwise_dense(table, alpha=0.001) for table in tables]
    np.testing.assert_allclose(found, expected, atol=1e-7)


def test_strengths_without_an_estimate_are_refused():
    with pytest.raises(ArithmeticError):
        strengths(np.array([[[0.0, 1.0], [0.0, 0.0]]]))


def test_the_paper_s_profile_is_the_recipe_of_its_specification_fitted_by_choix():
    played = matches()
    rng, names = Random(3), sorted(NAMES)
    size = {game: sum(m.game == game for m in played) for game in ("chess", "go")}

    def fitted(own):
        resampled = []
        for _ in range(30):
            table = np.zeros((4, 4))
            for match in rng.choices(own, [1 / size[m.game] for m in own], k=len(own)):
                if match.scores[0] != match.scores[1]:
                    i, j = (names.index(side[0]) for side in match.sides)
                    table[i, j] += match.scores[0]
                    table[j, i] += match.scores[1]
            resampled.append(choix.ilsr_pairwise_dense(table, alpha=0.001))
        return dict(zip(names, np.array(resampled).T, strict=True))

    games = {game: fitted([m for m in played if m.game == game]) for game in sorted(size)}
    fitted(played)
    overall = fitted(played)
    found = rate_as_gamebench(played, resamples=30, seed=3)
    for rows, expected in ((found.overall, overall), *((found.games[g], games[g]) for g in games)):
        for row in rows:
            own = expected[row.player]
            assert row.rating == pytest.approx(own.mean(), abs=1e-6)
            assert (row.low, row.median, row.upper) == pytest.approx(
                np.percentile(own, (5, 50, 75)), abs=1e-6
            )


def test_our_rating_is_that_of_the_leaderboard():
    played = [Scored("go", m.sides, m.scores) for m in matches(draws=False)]
    board = bradley_terry.fit([match.result() for match in played])
    found = rate(played, resamples=50, shares=False).overall
    assert {row.player: row.rating for row in found} == pytest.approx(
        {name: row.rating for name, row in board.items()}, abs=1e-6
    )


def test_each_game_counts_alike():
    many = [Scored("go", (("ann",), ("bob",)), (1.0, 0.0))] * 90
    few = [Scored("chess", (("ann",), ("bob",)), (0.0, 1.0))] * 10
    ann, bob = rate([*many, *few], resamples=50).overall
    assert ann.rating == pytest.approx(0, abs=1e-6) == bob.rating


def test_matches_of_one_deal_are_drawn_together():
    def played(deal):
        return [
            Scored("go", (("ann",), ("bob",)), (float(nth % 20 < 10), float(nth % 20 >= 10)), deal(nth))
            for nth in range(100)
        ]

    def width(found):
        return found.overall[0].high - found.overall[0].low

    alone, together = rate(played(lambda _: None)), rate(played(lambda nth: str(nth // 10)))
    assert width(together) > 2 * width(alone)


def test_who_only_drew_or_was_never_met_has_no_rating():
    played = [
        *[Scored("go", (("ann",), ("bob",)), (1.0, 0.0))] * 3,
        Scored("go", (("ann",), ("cy",)), (0.5, 0.5)),
        Scored("go", (("di",), ("ed",)), (1.0, 0.0)),
    ]
    found = {row.player: row for row in rate(played, resamples=20).overall}
    assert found["cy"].rating is None
    assert found["cy"].note == "no decisive match"
    assert found["di"].rating is None
    assert found["ann"].rating > found["bob"].rating


def test_a_player_who_met_only_one_other_is_named():
    found = rate([*matches(draws=False), Scored("go", (("eve",), ("ann",)), (1.0, 0.0))], resamples=5)
    assert found.warnings == ("eve only met ann: its ratings rest on those matches alone",)


@pytest.mark.parametrize(
    "played",
    [
        [],
        [Scored("go", (("ann",), ("bob",)), (3.0, 1.0))],
        [Scored("go", (("a",), ("b",), ("c",)), (1, 0, 0))],
    ],
)
def test_the_paper_s_profile_needs_shares_of_one_point(played):
    with pytest.raises(UsageError):
        rate_as_gamebench(played)
