"""`agonist run all`: every suite in one run, with an estimate and a question before it."""

import json

import pytest

from agonist import api
from agonist.api.target_all import NOT_IN_ALL, expanded
from agonist.core import UsageError
from agonist.models.duration_estimate import run_time
from agonist.suites import OURS
from agonist.tournament.evaluation_request import Entry


def test_every_suite_is_asked_with_baseline_and_reference_beside_the_players():
    asked = dict(expanded(["all"], Entry(("openai/gpt-5-mini",))))
    assert list(asked) == [name for name in OURS if name not in NOT_IN_ALL]
    for entry in asked.values():
        assert entry.players == ("openai/gpt-5-mini", "baseline", "reference")
    assert asked["magic"].opponents == ("defender",)
    assert asked["magic"].specs["defender"] == "reference"


def test_an_anchor_that_is_named_plays_once():
    asked = dict(expanded(["all?suites=wis"], Entry(("mine=reference", "mcts"))))
    assert asked["wis"].players == ("mine", "mcts", "baseline")


def test_a_profile_goes_to_the_suites_that_have_it():
    asked = dict(expanded(["all"], Entry(("mcts",), profile="paper")))
    assert {name for name, entry in asked.items() if entry.profile == "paper"} == {
        name for name, suite in OURS.items() if "paper" in suite.profiles
    }


@pytest.mark.parametrize(
    ("targets", "more", "words"),
    [
        (["all", "wis"], {}, "other games or suites"),
        (["all?suites=wiss"], {}, "wis"),
        (["all?games=hive"], {}, "suites"),
        (["all"], {"opponents": ("random",)}, "--opponent"),
        (["all"], {"matches": 3}, "--matches"),
        (["all"], {"sweep": "guide"}, "--sweep"),
        (["all"], {"profile": "papr"}, "paper"),
        (["all"], {"players": ("http://127.0.0.1:9/agent",)}, "one seat"),
    ],
)
def test_what_all_decides_itself_is_refused(targets, more, words):
    with pytest.raises(UsageError, match=words):
        expanded(targets, Entry(**{"players": ("mcts",), **more}))


def test_without_a_terminal_it_shows_what_it_takes_and_refuses_to_guess(command):
    result = command("run", "all?suites=wis", "--player", "openai/gpt-4o-mini", "--quick")
    assert result.code == 2
    assert "wis: 6 matches; " in result.err
    assert "in all: 6 matches; " in result.err
    assert "add --yes" in result.err


def test_an_estimate_has_a_row_for_each_suite(command):
    result = command(
        "run", "all?suites=magic+wis", "--player", "openai/gpt-5-mini", "--quick", "--estimate", "--json"
    )
    rows = json.loads(result.out)
    assert [row["suite"] for row in rows] == ["magic", "wis"]
    for row in rows:
        assert row["usd_low"] < row["usd"] < row["usd_high"]
        assert 0 < row["suite_seconds_low"] < row["suite_seconds_high"]


def test_time_is_that_of_the_longest_match_or_of_all_requests():
    assert run_time(100, 0, 0, in_sequence=50, concurrency=64).low == pytest.approx(25.0)
    assert run_time(6400, 0, 0, in_sequence=1, concurrency=64).low == pytest.approx(50.0)
    assert run_time(60, 0, 0, in_sequence=1, concurrency=64, per_minute=6).low == pytest.approx(600.0)


def test_all_is_played_in_one_run_and_reported_at_once(tmp_path):
    db = tmp_path / "all.db"
    status = api.run("all?suites=wis", ["random"], quick=True, db=db)
    assert status.status == "finished"
    report = api.report(db=db)
    assert list(report.plan["suites"]) == ["wis"]
    assert [section.title for section in report.sections][:4] == [
        "All suites",
        "All suites: ranks",
        "All suites: abilities",
        "WiS: who is spy",
    ]
    assert report.as_json()["overview"]["behind"]["deception"][0]["paper"] == "WiS (Hu et al., 2024)"
    page = api.report_page(db=db)
    assert page.index('id="what"') < page.index('id="who"')
    assert "not enough data" in page
    assert 'href="#game=wis%3A%20main"' in page
