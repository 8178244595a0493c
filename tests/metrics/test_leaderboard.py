import math
import warnings

import pytest
from scipy import stats

from agonist.core import UsageError
from agonist.match import Fixture
from agonist.metrics.leaderboard import leaderboard, mean_score, result_of
from agonist.store import StoredMatch

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its docstrings have unknown escapes
    import trueskill


def match(players, scores, *, id=1, game="duel", block="", **kwargs):  # noqa: A002
    fixture = Fixture(game=game, version=1, options={}, seed="0", players=tuple(players), block=block)
    return StoredMatch(
        id=id, run="r", nth=id, fixture=fixture, status="finished", scores=tuple(scores), **kwargs
    )


def test_ranks_follow_from_scores():
    assert result_of(match("abc", (3, 7, 3)), "assisted").ranks == (2, 1, 2)


def test_a_team_is_one_side_and_a_seat_without_team_another():
    result = result_of(match("abcd", (1, 1, 5, 0), teams=((0, 1), (3,))), "assisted")
    assert result.teams == (("a", "b"), ("d",), ("c",))
    assert result.ranks == (2, 3, 1)


def test_who_forfeits_is_last_whatever_the_scores_say():
    assert result_of(match("abc", (9, 1, 2), forfeits=(0,)), "assisted").ranks == (3, 2, 1)


def test_on_the_strict_board_a_replaced_answer_loses_the_match():
    won_by_luck = match("ab", (1, -1), fallback=(0,))
    assert result_of(won_by_luck, "assisted").ranks == (1, 2)
    assert result_of(won_by_luck, "strict").ranks == (2, 1)


def test_on_the_strict_board_two_replaced_players_have_not_beaten_each_other():
    assert result_of(match("ab", (1, -1), fallback=(0, 1)), "strict").ranks == (1, 1)


def test_a_team_is_lost_by_one_replaced_member():
    result = result_of(match("abcd", (1, 1, 0, 0), teams=((0, 1), (2, 3)), fallback=(1,)), "strict")
    assert result.ranks == (2, 1)


def test_blocks_of_different_runs_are_different():
    assert result_of(match("ab", (1, 0), block="x"), "strict").block == "r/x"
    assert result_of(match("ab", (1, 0)), "strict").block is None


def test_ratings_in_order_of_the_schedule_as_trueskill_package_says():
    ends = [(1, -1), (1, -1), (0, 0), (-1, 1), (1, -1)]
    rows = {row.player: row for row in leaderboard(match("ab", s, id=n) for n, s in enumerate(ends))}
    a, b = trueskill.Rating(), trueskill.Rating()
    for first, second in ends:
        (a,), (b,) = trueskill.rate([(a,), (b,)], ranks=[-first, -second])
    # That package rounds what it computes with to about five digits.
    assert rows["a"].rating == pytest.approx(a.mu, abs=1e-3)
    assert rows["b"].low == pytest.approx(b.mu - 1.96 * b.sigma, abs=1e-3)
    assert [rows["a"].wins, rows["a"].draws, rows["a"].losses, rows["a"].matches] == [3, 1, 1, 5]


def test_games_take_turns_so_that_none_is_always_the_last():
    go = [match("ab", (1, 0), id=n, game="go") for n in range(3)]
    chess = [match("ab", (0, 1), id=n + 3, game="chess") for n in range(3)]
    mixed = [m for pair in zip(go, chess, strict=True) for m in pair]
    assert leaderboard(go + chess) == leaderboard(mixed)


def test_each_game_counts_alike_however_many_matches_it_has():
    matches = [match("ab", (1, 0), id=n, game="go") for n in range(6)]
    matches += [match("ab", (0, 1), id=9, game="chess")]
    row = next(r for r in leaderboard(matches, method="bradley-terry") if r.player == "a")
    assert row.win_rate == pytest.approx(0.5)
    assert row.rating == pytest.approx(1500)
    assert row.score is None, "scores of different games have no common unit"


def test_one_game_of_several():
    matches = [match("ab", (1, 0), game="go"), match("ab", (0, 1), id=2, game="chess")]
    assert [row.player for row in leaderboard(matches, game="chess")] == ["b", "a"]


def test_playing_oneself_gives_a_mean_score_and_no_rating():
    [row] = leaderboard([match("aa", (1, 3), id=1), match("aa", (5, 7), id=2)])
    assert (row.rating, row.win_rate, row.low) == (None, None, None)
    assert (row.matches, row.wins, row.draws, row.losses) == (2, 0, 0, 0)
    assert row.note == "no match against anyone else"
    low, high = stats.t.interval(0.95, 1, loc=4, scale=stats.sem([2, 6]))
    assert (row.score, row.score_low, row.score_high) == pytest.approx((4, low, high))


def test_where_all_win_together_nobody_is_rated_and_scores_have_a_mean():
    rows = leaderboard([match(["ann", "bob"], [7.0, 7.0], teams=((0, 1),)) for _ in range(3)])
    assert [(row.player, row.rating, row.matches, row.score) for row in rows] == [
        ("ann", None, 3, 7.0),
        ("bob", None, 3, 7.0),
    ]


def test_a_block_of_matches_is_one_piece_of_evidence():
    scores = {"x": (1.0, 3.0), "y": (2.0, 4.0), "z": (9.0, 5.0)}
    matches = [
        match("ab", (score, 0), id=n, block=block)
        for n, (block, score) in enumerate((block, s) for block, pair in scores.items() for s in pair)
    ]
    means = [2.0, 3.0, 7.0]
    low, high = stats.t.interval(0.95, 2, loc=4, scale=stats.sem(means))
    assert mean_score(matches, "a") == pytest.approx((4, low, high))


def test_no_interval_where_nothing_shows_a_spread():
    same = [match("ab", (0.8, 0), id=n, block=str(n)) for n in range(3)]
    assert mean_score(same, "a") == (pytest.approx(0.8), None, None)
    turned = [match("aaaaa", ends, id=n) for n, ends in enumerate([(1, 1, 1, 0, 1), (0, 1, 1, 1, 1)])]
    assert mean_score(turned, "a") == (pytest.approx(0.8), None, None)
    assert mean_score(same[:1], "a") == (0.8, None, None)
    assert mean_score([match("ab", (math.inf, 0))], "a") == (None, None, None)


def test_unfinished_matches_do_not_count():
    waiting = StoredMatch(1, "r", 0, match("ab", ()).fixture, "suspended")
    assert leaderboard([waiting]) == []


@pytest.mark.parametrize("wrong", [{"method": "trueskil"}, {"board": "strickt"}])
def test_a_wrong_name_gets_the_nearest_right_one(wrong):
    with pytest.raises(UsageError, match="did you mean"):
        leaderboard([], **wrong)
