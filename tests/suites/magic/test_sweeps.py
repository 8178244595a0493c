"""Plain against PGM-aware, on the same settings."""

import pytest

from agonist import api
from agonist.core import UsageError
from agonist.metrics.beliefs_of_pgm_players import courses
from agonist.metrics.run_matches import finished
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store
from agonist.suites.magic import Magic, sweeps
from agonist.suites.magic.hits_and_trials import Facts
from agonist.tournament.evaluation_request import Entry


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    db = tmp_path_factory.mktemp("magic") / "magic.db"
    with Endpoint("sensible") as endpoint:
        player = f"me=endpoint/sensible?base_url={endpoint.url}"
        status = api.run("magic?games=chameleon,prisoners_dilemma", [player], sweep="pgm", matches=1, db=db)
    assert status.status == "finished"
    with Store.open(db) as store:
        games = {}
        for played in finished(store, status.run, "magic: "):
            games.setdefault(Facts(played).player, []).append(Facts(played))
        yield db, games


def test_both_arms_play_the_same_settings_in_the_same_roles(run):
    _, games = run
    plain, aware = games["me"], games["pgm:me"]
    assert [(g.role, g.setting, g.seats) for g in plain] == [(g.role, g.setting, g.seats) for g in aware]
    assert len(plain) == 2 + 3


def test_the_report_tests_each_metric_and_draws_the_pair(run):
    db, _ = run
    section = next(s for s in api.report(db=db).sections if "against" in s.title)
    assert [row[2] for row in section.tables[0].rows] == [
        *("judgement", "reasoning", "deception", "self awareness"),
        *("cooperation", "coordination", "rationality"),
    ]
    cooperation = section.tables[0].rows[4]
    assert cooperation[3:] == (None,) * 7 + (0,)
    assert [chart.title for chart in section.charts] == ["me and pgm:me"]


def test_beliefs_are_read_again_from_the_transcript_and_told(run):
    db, games = run
    found = list(courses([game.played for game in games["pgm:me"]]))
    assert found
    assert all(sum(row) == pytest.approx(1) for course in found for _, m in course.beliefs for row in m)
    section = next(s for s in api.report(db=db).sections if s.title == "MAgIC: beliefs")
    assert {row[1] for row in section.tables[0].rows} == {"pgm:me"}


def test_the_plain_player_has_no_analyses(run):
    assert [c for c in courses([game.played for game in run[1]["me"]]) if c.player == "me"] == []


def test_the_sweep_beliefs_has_three_arms_at_chameleon_alone():
    entry = Entry(players=("endpoint/x",), opponents=("random",), sweep="beliefs", matches=1)
    made = Magic().schedule(entry)
    assert {fixture.game for fixture in made} == {"chameleon"}
    challengers = list(dict.fromkeys(p for f in made for p in f.players if p != "random"))
    assert challengers == ["endpoint/x", "pgm:endpoint/x", "pgm:endpoint/x?beliefs=matrix"]


@pytest.mark.parametrize(
    ("player", "options", "why"),
    [
        ("reference", {}, "is for models"),
        ("pgm:openai/x", {}, "leave pgm: out"),
        ("openai/x", {"games": "undercover"}, "fixed games"),
    ],
)
def test_players_with_whom_a_sweep_says_nothing_are_refused(player, options, why):
    entry = Entry(players=(player,), opponents=("random",), sweep="beliefs", options=options)
    with pytest.raises(UsageError, match=why):
        sweeps.check(entry)
