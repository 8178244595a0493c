"""Strength beside its cost: what the endpoint counted, who dominates whom, and the same cost for all."""

from dataclasses import replace

import pytest

import agonist
from agonist.api.database_contents import cost_board
from agonist.core import UsageError
from agonist.match import Fixture
from agonist.match.invalid_answer_policy import Policy
from agonist.metrics.cost_and_strength import CostPoint, _judged
from agonist.models.mock_endpoint import Endpoint
from agonist.models.prices import Price
from agonist.models.protocol import Usage
from agonist.store import Reader

PRICE = Price(1.25, 0.125, 10.0)


@pytest.fixture(autouse=True)
def priced(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    prices = tmp_path / "prices.toml"
    row = "{ input = 1.25, cached = 0.125, output = 10.0 }"
    prices.write_text(f'[models]\n"endpoint/careful" = {row}\n"endpoint/first" = {row}\n')
    monkeypatch.setenv("AGONIST_PRICES", str(prices))


def players(server):
    careful = f"endpoint/careful?base_url={server.url}"
    return [f"plain={careful}", f"sc=sc:{careful}&samples=3", f"first=endpoint/first?base_url={server.url}"]


def test_dollars_tokens_and_settings_are_what_the_endpoint_counted():
    with Endpoint("careful") as server:
        status = agonist.run("tictactoe", players(server), matches=4)
        served = [Usage(each.prompt, each.cached, each.completion) for each in server.served.values()]
    found = cost_board().points
    assert {unit: len(points) for unit, points in found.items()} == {"usd": 3, "tokens": 3, "seconds": 3}
    in_all = {unit: sum(each.cost * each.seats for each in points) for unit, points in found.items()}
    assert in_all["usd"] == pytest.approx(sum(map(PRICE.cost, served)))
    assert in_all["tokens"] == sum(each.prompt + each.completion for each in served)
    by_name = {each.player: each for each in found["tokens"]}
    assert (by_name["sc"].model, by_name["sc"].setting) == ("endpoint/careful", "sc:?samples=3")
    assert by_name["plain"].model == by_name["sc"].model
    assert by_name["sc"].cost > 2 * by_name["plain"].cost
    assert all(each.cost_low < each.cost < each.cost_high for each in by_name.values())
    section = agonist.report(status.run).sections[-1]
    titles = [chart.title for chart in section.charts]
    assert titles == ["Rating by dollars", "Rating by tokens", "Rating by seconds"]
    assert {"rating-by-tokens"} <= set(agonist.figures(status.run))


def point(player, rating, cost, reach=10.0):
    ends = rating - reach, rating + reach
    return CostPoint(player, "m", "", "usd", rating, *ends, cost, cost * 0.9, cost * 1.1, 20, "frontier")


def test_who_is_weaker_and_dearer_is_dominated_if_both_are_shown_and_open_if_not():
    best, cheap = point("best", 1600, 2.0), point("cheap", 1400, 0.5)
    worse, near = point("worse", 1500, 3.0), point("near", 1590, 2.1)
    found = {
        each.player: (each.verdict, each.by)
        for each in (_judged(p, [best, cheap, worse, near]) for p in (best, cheap, worse, near))
    }
    assert found == {
        "best": ("frontier", ""),
        "cheap": ("frontier", ""),
        "worse": ("dominated", "best"),
        "near": ("open", ""),
    }
    unsure = replace(worse, high=None)
    assert _judged(unsure, [best, unsure]).verdict == "open"


LIMIT = 0.0011


def test_nobody_spends_more_than_the_same_cost_and_one_turn_and_the_report_says_who_ran_out():
    with Endpoint("careful") as server:
        status = agonist.run("tictactoe", players(server), matches=4, equal=f"usd={LIMIT}/match")
    with Reader.open("agonist.db") as store:
        matches = store.matches(status.run)
        used = {(each.match, each.seat): each for each in store.usage_of([match.id for match in matches])}
        ran_out = 0
        for match in matches:
            assert match.fixture.policy.match_usd == LIMIT
            spent, over = [0.0, 0.0], [0, 0]
            for step in store.steps(match.id):
                for call in step.calls:
                    if call.error == "over budget":
                        assert spent[call.seat] >= LIMIT
                        assert "0.0011 dollars for the match are spent" in call.complaint
                        assert call.seat in step.fallback
                        over[call.seat] += 1
                for seat in step.moves:
                    if not any(call.error == "over budget" and call.seat == seat for call in step.calls):
                        assert spent[seat] < LIMIT
                for call in step.calls:
                    spent[call.seat] += call.cost or 0.0
            for seat in (0, 1):
                assert used[match.id, seat].cost == pytest.approx(spent[seat])
                ran_out += over[seat] > 0
    table = agonist.report(status.run).sections[-1].tables[-1]
    assert table.title == "The same cost for all"
    assert sum(row[2] for row in table.rows) == ran_out > 0
    assert {row[0]: row[2] > 0 for row in table.rows} == {"plain": False, "sc": True, "first": False}


def test_a_match_that_is_resumed_goes_on_with_what_is_left():
    def stop(nth, _step):
        if nth == 4:
            raise KeyboardInterrupt

    policy = Policy(match_tokens=1500)
    with Endpoint("careful") as server:
        seats = [f"sc=sc:endpoint/careful?base_url={server.url}&samples=3", "random"]
        whole = agonist.play("tictactoe", seats, seed=1, policy=policy)
        with pytest.raises(KeyboardInterrupt):
            agonist.play("tictactoe", seats, seed=1, policy=policy, db="agonist.db", on_step=stop)
        assert agonist.resume("latest").status == "finished"
    again = agonist.load_match(1)
    assert again.record.moves == whole.record.moves
    errors = [call.error for step in again.steps for call in step.calls if call.error]
    assert errors == [call.error for step in whole.steps for call in step.calls if call.error]
    assert set(errors) == {"over budget"}


@pytest.mark.parametrize(
    ("equal", "words"),
    [
        ("dollars=1", "no unit 'dollars'"),
        ("usd=two/match", "write an amount a match"),
        ("usd=1/hour", "write an amount a match"),
        ("usd=0/match", "more than 0"),
        ("tokens=1.5/match", "whole number"),
        ("usd=١/match", "write an amount a match"),
    ],
)
def test_what_is_no_cost_a_match_is_refused(equal, words):
    with pytest.raises(UsageError, match=words):
        agonist.run("tictactoe", ["random", "reference"], equal=equal)


def test_dollars_are_refused_for_a_model_without_a_price_and_beside_a_cache(tmp_path):
    with pytest.raises(UsageError, match="no price is known for endpoint/m"):
        agonist.run("tictactoe", ["endpoint/m?base_url=https://example.org/v1"], equal="usd=1/match")
    config = agonist.RunConfig(cache=tmp_path / "cache.db")
    with pytest.raises(UsageError, match="leave --cache out"):
        agonist.run("tictactoe", ["random", "reference"], equal="usd=1/match", config=config)


def test_fixtures_without_limits_keep_the_keys_that_they_had_before_there_were_any():
    assert Fixture("nim", 1, {"heap": 9}, "7", ("ann", "bob")).key == "fa5691225c7cf91a"
    limited = Fixture("nim", 1, {"heap": 9}, "7", ("ann", "bob"), Policy(match_usd=1.0))
    assert limited.key != "fa5691225c7cf91a"
