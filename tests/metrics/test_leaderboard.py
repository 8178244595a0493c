import math
from dataclasses import replace

import pytest

from agonist.core import Outcome, UsageError
from agonist.match import Fixture
from agonist.metrics.leaderboard import charged, leaderboard
from agonist.metrics.mean_scores import Score, mean_scores
from agonist.metrics.results import points_of, result_of
from agonist.store import StoredMatch


def match(players, scores, *, id=1, game="duel", block="", teams=(), places=(), **kwargs):  # noqa: A002
    fixture = Fixture(game=game, version=1, options={}, seed=str(id), players=tuple(players), block=block)
    end = Outcome(tuple(scores), "over", teams, places)
    return StoredMatch(
        id, "r", id, fixture, "finished", scores=end.scores, ranks=end.ranks, teams=teams, **kwargs
    )


def test_ranks_follow_from_scores_if_the_rules_say_no_places():
    assert result_of(match("abc", (3, 7, 3)), "fallback").ranks == (2, 1, 2)


def test_a_side_has_won_by_the_rules_whatever_it_was_paid():
    spy_out_late = match("abcd", (3, 2, 4, 3), teams=((0, 1, 2), (3,)), places=(1, 1, 1, 2))
    assert result_of(spy_out_late, "strict").ranks == (1, 2)
    spy_in = match("abcd", (0, 9, 3, 1), teams=((0, 1, 2), (3,)), places=(2, 2, 2, 1))
    assert result_of(spy_in, "strict").ranks == (2, 1)
    assert points_of(spy_in) == [0, 0, 0, 1]
    assert points_of(match("abc", (7, 7, 1), places=(1, 2, 3))) == [1, 0, 0]


def test_who_shares_the_first_place_has_half_a_point_as_on_boards():
    shared = match("abc", (3, 3, 1))
    assert points_of(shared) == [0.5, 0.5, 0]
    rates = {row.player: row.win_rate for row in leaderboard([shared])}
    assert rates == {"a": 0.5, "b": 0.5, "c": 0}


def test_a_team_is_one_side_and_a_seat_without_team_another():
    result = result_of(match("abcd", (1, 1, 5, 0), teams=((0, 1), (3,))), "fallback")
    assert result.teams == (("a", "b"), ("d",), ("c",))
    assert result.ranks == (2, 3, 1)


def test_who_forfeits_is_last_whatever_the_scores_say():
    assert result_of(match("abc", (9, 1, 2), forfeits=(0,)), "fallback").ranks == (3, 2, 1)


def test_on_the_strict_board_a_replaced_answer_loses_the_match():
    won_by_luck = match("ab", (1, -1), fallback=(0,))
    assert result_of(won_by_luck, "fallback").ranks == (1, 2)
    assert result_of(won_by_luck, "strict").ranks == (2, 1)


def test_on_the_strict_board_two_replaced_players_have_not_beaten_each_other():
    assert result_of(match("ab", (1, -1), fallback=(0, 1)), "strict").ranks == (1, 1)


def test_a_team_is_lost_by_one_replaced_member():
    result = result_of(match("abcd", (1, 1, 0, 0), teams=((0, 1), (2, 3)), fallback=(1,)), "strict")
    assert result.ranks == (2, 1)


def deal(*players, seed="0", game="duel", run="r", block="b"):
    played = match(players, (1, 0), block=block, game=game)
    fixture = replace(played.fixture, seed=seed)
    return result_of(replace(played, run=run, fixture=fixture), "strict").block


def test_a_deal_is_shared_by_all_who_play_it_in_whatever_run():
    assert deal("a", "b") == deal("c", "d", run="other", block="another")
    assert deal("a", "b") != deal("a", "b", seed="1") != deal("a", "b", game="go", seed="1")


def test_without_a_deal_a_match_shares_something_only_with_its_own_repetition():
    assert deal("a", "b", block="") == deal("a", "b", block="", run="other")
    assert deal("a", "b", block="") != deal("b", "a", block="")


def test_trueskill_by_choice_whatever_the_order():
    ends = [(1, -1), (1, -1), (0, 0), (-1, 1), (1, -1)]
    played = [match("ab", scores, id=n) for n, scores in enumerate(ends)]
    rows = leaderboard(played, method="trueskill")
    assert rows == leaderboard(played[::-1], method="trueskill")
    assert rows[0].rating + rows[1].rating == pytest.approx(50)
    assert [rows[0].wins, rows[0].draws, rows[0].losses, rows[0].matches] == [3, 1, 1, 5]


def test_each_game_counts_alike_however_many_matches_it_has():
    matches = [match("ab", (1, 0), id=n, game="go") for n in range(6)]
    matches += [match("ab", (0, 1), id=9, game="chess")]
    row = next(r for r in leaderboard(matches, method="bradley-terry") if r.player == "a")
    assert row.win_rate == pytest.approx(0.5)
    assert row.rating == pytest.approx(1500)
    assert row.score is None, "scores of different games have no common unit"


def test_the_win_rate_over_games_is_the_mean_of_theirs_however_many_seats_a_player_has():
    """Ann wins a duel, and loses on two of three seats at a larger table: one half, not one third."""
    matches = [
        match(("ann", "bob"), (1.0, 0.0)),
        match(("ann", "ann", "bob"), (0.0, 0.0, 1.0), id=2, game="trio"),
    ]
    rates = {row.player: (row.win_rate, row.wins, row.losses) for row in leaderboard(matches)}
    assert rates == {"ann": (0.5, 1, 2), "bob": (0.5, 1, 1)}
    weighed = {row.player: row.win_rate for row in leaderboard(matches, weights={"trio": 3.0})}
    assert weighed == {"ann": 0.25, "bob": 0.75}


def test_one_game_of_several():
    matches = [match("ab", (1, 0), game="go"), match("ab", (0, 1), id=2, game="chess")]
    assert [row.player for row in leaderboard(matches, game="chess")] == ["b", "a"]


def test_playing_oneself_gives_a_mean_score_and_no_rating():
    [row] = leaderboard([match("aa", (1, 3), id=1), match("aa", (5, 7), id=2)])
    assert (row.rating, row.win_rate, row.low) == (None, None, None)
    assert (row.matches, row.wins, row.draws, row.losses) == (2, 0, 0, 0)
    assert row.note == "no match against anyone else"
    assert row.score == 4
    assert row.score_low == 1
    assert row.score_high == 7


def test_where_all_win_together_nobody_is_rated_and_scores_have_a_mean():
    rows = leaderboard([match(["ann", "bob"], [7.0, 7.0], teams=((0, 1),)) for _ in range(3)])
    assert [(row.player, row.rating, row.matches, row.score) for row in rows] == [
        ("ann", None, 3, 7.0),
        ("bob", None, 3, 7.0),
    ]


def test_a_match_that_a_forfeit_decided_counts_for_wins_and_not_for_scores():
    lucky = match("ab", (9.0, 2.0), fallback=(0,))
    given_up = match("ab", (-1.0, 1.0), id=2, forfeits=(0,))
    played = match("ab", (3.0, 1.0), id=3)
    shown = {
        board: [
            (row.player, row.score, row.unscored, row.wins, row.matches)
            for row in sorted(leaderboard([lucky, given_up, played], board=board), key=lambda row: row.player)
        ]
        for board in ("strict", "fallback")
    }
    assert shown["strict"] == [("a", 3.0, 2, 1, 3), ("b", 1.0, 2, 2, 3)]
    assert shown["fallback"] == [("a", 6.0, 1, 2, 3), ("b", 1.5, 1, 1, 3)]


def test_who_won_all_by_forfeits_has_no_score_rather_than_a_bad_one():
    played = [match("ab", (-0.5, 0.5), id=n, fallback=(1,)) for n in range(4)]
    first, second = leaderboard(played)
    assert (first.player, first.win_rate, first.score, first.score_low, first.unscored) == (
        "a",
        1,
        None,
        None,
        4,
    )
    assert (second.win_rate, second.score, second.unscored) == (0, None, 4)
    assert leaderboard(played, board="fallback")[1].score == -0.5


def test_where_all_win_together_a_replaced_answer_has_the_lowest_score():
    team = ((0, 1),)
    played = [match("ab", (9, 9), teams=team, fallback=(0,)), match("ab", (3, 3), id=2, teams=team)]
    scores = {row.player: (row.score, row.unscored) for row in leaderboard(played)}
    assert scores == {"a": (3, 0), "b": (6, 0)}


def test_marks_count_a_forfeit_with_the_lowest_score_for_who_lost_by_it_alone():
    played = [match("ab", (9, 2), fallback=(0,)), match("ab", (3, 1), id=2), match("ab", (5, 5), id=3)]
    strict = leaderboard(played)
    marked = {row.player: row.score for row in charged(strict, played)}
    assert marked == {"a": (1 + 3 + 5) / 3, "b": (1 + 5) / 2}
    assert {row.player: row.score for row in strict} == {"a": 4, "b": 3}


def test_a_score_that_is_infinite_has_no_mean():
    assert mean_scores([match("ab", (math.inf, 0))], "a") == {"a": Score()}


def test_unfinished_matches_do_not_count():
    waiting = StoredMatch(1, "r", 0, match("ab", ()).fixture, "suspended")
    assert leaderboard([waiting]) == []


@pytest.mark.parametrize("wrong", [{"method": "trueskil"}, {"board": "strickt"}])
def test_a_wrong_name_gets_the_nearest_right_one(wrong):
    with pytest.raises(UsageError, match="did you mean"):
        leaderboard([], **wrong)
