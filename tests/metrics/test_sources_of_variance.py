"""Where variance comes from, in stored matches whose truth is known; and the plan that follows from it."""

import random
from dataclasses import replace

import pytest

import agonist
from agonist.core import Outcome
from agonist.match import Policy
from agonist.metrics.leaderboard import leaderboard
from agonist.metrics.sources_of_variance import section, variance
from agonist.metrics.width_plan import INDEPENDENT, Prices, plan_width
from agonist.store import StoredMatch
from agonist.tournament import parse_target
from agonist.tournament.schedule import schedule

ALL = ["rock=fixed?answers=Rock", "paper=fixed?answers=Paper", "scissors=fixed?answers=Scissors"]


def played(likes, wordings=4, matches=40, seed=1):
    """Matches of four equal players, in turn in each wording; `likes`: how much of them a wording decides."""
    rng, fixtures = random.Random(seed), []
    for nth, wording in enumerate(range(wordings)):
        some = schedule(
            parse_target("tictactoe"), ["a", "b", "c", "d"], matches=matches // 2, seed=nth, policy=Policy()
        )
        fixtures += [replace(each, prompts=f"words{wording}") for each in some]
    favours = {(name, f"words{nth}"): rng.choice((-1, 1)) for nth in range(wordings) for name in "abcd"}
    done = []
    for nth, fixture in enumerate(fixtures):
        one, other = (favours[name, fixture.prompts] for name in fixture.players)
        won = rng.random() < 0.5 + likes * (one - other) / 2
        end = Outcome((1.0, -1.0) if won else (-1.0, 1.0), "over")
        done.append(StoredMatch(nth, "r", nth, fixture, "finished", scores=end.scores, ranks=end.ranks))
    return done


def shares(found):
    return {each.factor: each.share for each in found}


def test_a_wording_that_decides_matches_has_the_largest_share_and_none_where_it_does_not():
    assert shares(variance(played(0.4)))["wording"] > 0.25
    assert shares(variance(played(0.0)))["wording"] < 0.1
    (deal,) = [each for each in variance(played(0.4)) if each.factor == "run"]
    assert deal.note == "can't be told apart from the others"


def test_ratings_over_all_wordings_have_wider_intervals():
    matches = played(0.4)
    table = section(variance(matches), leaderboard(matches), wordings=4).tables[1]
    for _, rating, low, high, lowest, highest in table.rows:
        assert lowest < low < rating < high < highest


def test_few_matches_say_nothing():
    assert variance(played(0.4)[:10]) == []
    assert "n/a" in section([]).text


def test_rock_paper_and_scissors_differ_in_whom_they_beat_and_not_in_strength(tmp_path, command):
    db = str(tmp_path / "rps.db")
    agonist.run("openspiel:matrix_rps", ALL, matches=20, db=db)
    found = shares(agonist.variance(db, game="openspiel:matrix_rps"))
    assert found["opponent"] > 0.9
    assert found["player"] < 0.05
    shown = command("leaderboard", "--board", "variance", "--db", db)
    assert "Where variance comes from" in shown.out
    assert command("leaderboard", "--board", "variance", "--db", db, "--json").json[0]["factor"] == "player"


def test_the_plan_is_printed_before_any_match_is_played(command):
    said = command("plan", "tictactoe", "--width", 100, "--players", 4).out
    assert "6 pairs × 36 matches = 216 matches; 18 deals a pair" in said
    assert (
        command("plan", "tictactoe", "--width", 100, "--json").json["matches"] == plan_width(100, 2).matches
    )


def test_the_plan_uses_what_results_in_the_database_say(tmp_path, command):
    db = str(tmp_path / "rps.db")
    agonist.run("openspiel:matrix_rps", ALL, matches=20, db=db)
    said = command("plan", "openspiel:matrix_rps", "--width", 100, "--db", db).out
    assert f"by results in {db}" in said


@pytest.mark.parametrize("wording", [{"wording": 0.01}, {"run": 0.01}])
def test_a_width_that_one_wording_or_run_rules_out_is_not_promised(wording):
    planned = plan_width(30, 4, {**INDEPENDENT, **wording})
    assert planned.matches is None


def test_what_no_plan_can_be_made_of_is_said_in_a_line(command):
    command("plan", "tictactoe", "--width", 0).told(2, "width above 0")
    command("plan", "undercover", "--width", 30).told(2, "games of two")


def test_a_plan_with_prices_has_the_wordings_that_cost_least_for_all_matches_of_a_round_robin():
    varied = {"residual": 0.2, "wording": 0.01}

    def dollars(count):
        planned = plan_width(100, 4, varied, wordings=count)
        return None if planned.matches is None else 0.1 * planned.matches + 6 * count

    found = plan_width(100, 4, varied, wordings=60, prices=Prices(0.1, 6))
    costs = {count: price for count in range(1, 61) if (price := dollars(count)) is not None}
    assert found.cost == pytest.approx(costs[found.wordings])
    assert found.cost <= min(costs.values()) + 0.1 * 12  # a match more for each pair from both seats
    assert 1 < found.wordings < 60


def test_prices_of_players_are_in_the_plan_and_unknown_ones_are_asked_for(command, tmp_path, monkeypatch):
    prices = tmp_path / "prices.toml"
    prices.write_text('[models]\n"openai/pricey" = { input = 100.0, output = 400.0 }\n')
    monkeypatch.setenv("AGONIST_PRICES", str(prices))
    told = ("plan", "tictactoe", "--width", 100, "--player", "random", "--player")
    priced = command(*told, "openai/pricey", "--json").json
    assert priced["cost"] > 0
    assert "about $" in command(*told, "openai/pricey").out
    command(*told, "openai/nobody-knows-it").told(2, "--match-price")
    command("plan", "tictactoe", "--width", 100, "--wording-price", 5).told(2, "matches need one above 0")
