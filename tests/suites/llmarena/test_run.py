"""The suite as it is run: until ratings settle, broken off and resumed."""

import json
from dataclasses import replace

import pytest

from agonist import api
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store
from agonist.suites import SUITES
from agonist.tournament.evaluation_request import Entry

PLAYERS = ["random", "fixed?answers=1,2,3"]
EVERYWHERE = ["random", "reference"]
"""For games in which 1, 2 and 3 are no answers."""


def keys(db):
    with Store.open(db) as store:
        return [match.fixture.key for match in store.matches("latest")]


def sections(db):
    with Store.open(db) as store:
        run = store.run("latest")
        entry = Entry.from_dict(run.plan["suites"]["llmarena"])
        return SUITES["llmarena"].sections(store, run.id, entry)


@pytest.mark.parametrize(
    ("change", "games", "settled"), [("9", 6, "yes"), ("0.0001", 16, "no"), ("4.5", None, "yes")]
)
def test_play_goes_on_until_ratings_settle_or_the_cap_is_reached(tmp_path, change, games, settled):
    suite = f"llmarena?games=tictactoe&least=6&window=4&cap=16&drift=40&change={change}"
    report = api.run(suite, PLAYERS, db=tmp_path / "agonist.db")
    assert report.status == "finished"
    table = next(s for s in sections(tmp_path / "agonist.db") if "settled" in s.title).tables[0]
    assert {row[7] for row in table.rows} == {settled}
    assert games in (None, report.progress.total)
    with Store.open(tmp_path / "agonist.db") as store:
        played = [match.fixture for match in store.matches("latest")]
    assert len({f.seed for f in played}) == len(played), "a few matches have a deal each"
    assert [f.players[0] for f in played] == [PLAYERS[nth % 2] for nth in range(len(played))]


def test_a_run_that_was_broken_off_goes_on_as_it_would_have(tmp_path):
    suite = "llmarena?games=tictactoe,bargain&least=6&window=4&cap=30&change=1.5"
    whole = api.run(suite, EVERYWHERE, db=tmp_path / "whole.db")
    fixtures, entries = api.plan_of([suite], Entry(tuple(EVERYWHERE)))
    with Store.open(tmp_path / "broken.db") as store:
        plan = {"players": EVERYWHERE, "suites": {name: each.as_dict() for name, each in entries.items()}}
        store.start_run(plan, fixtures)
    resumed = api.resume("latest", db=tmp_path / "broken.db")
    assert whole.progress.total > len(fixtures)
    assert resumed.status == whole.status == "finished"
    assert keys(tmp_path / "broken.db") == keys(tmp_path / "whole.db")


def test_a_number_of_matches_is_a_number_of_matches(tmp_path):
    suite = "llmarena?games=tictactoe&change=0.0001"
    assert api.run(suite, PLAYERS, matches=2, db=tmp_path / "a.db").progress.total == 2
    assert api.run(suite, PLAYERS, quick=True, db=tmp_path / "b.db").progress.total == 4


@pytest.mark.slow
def test_all_seven_are_played_and_reported(tmp_path):
    report = api.run("llmarena", EVERYWHERE, quick=True, db=tmp_path / "agonist.db")
    assert report.status == "finished"
    made = sections(tmp_path / "agonist.db")
    assert [section.title.removeprefix("LLMArena: ") for section in made] == [
        "the seven environments",
        "have the ratings settled?",
        "strategic planning",
        "communication and opponent modelling",
        "bids",
        "risk",
        "collaboration",
        "cases",
    ]
    raw, normal, _ = made[0].tables
    assert [row[0] for row in raw.rows[:2]] == EVERYWHERE
    assert None not in raw.rows[0]
    for column in range(1, 8):
        cells = [row[column] for row in normal.rows[:2]]
        assert 100.0 in cells or cells == [None, None]
    for section in made:
        json.dumps(section.as_dict())
        json.dumps([chart.option for chart in section.charts])
        for table in section.tables:
            assert {len(row) for row in table.rows} == {len(table.header)}


def test_a_model_has_one_name_however_it_is_talked_to(tmp_path):
    with Endpoint("sensible") as endpoint:
        model = f"endpoint/sensible?base_url={endpoint.url}"
        suite = "llmarena?games=tictactoe,undercover"
        report = api.run(suite, [model], matches=1, db=tmp_path / "agonist.db")
    assert report.status == "finished"
    raw = sections(tmp_path / "agonist.db")[0].tables[0]
    ours = [row[0] for row in raw.rows if not row[0].endswith("(published)")]
    assert ours == ["endpoint/sensible", "reference"]
    with Store.open(tmp_path / "agonist.db") as store:
        kept = {
            match.fixture.game: max(e.kept for step in store.steps(match) for e in step.calls)
            for match in store.matches("latest")
        }
    assert kept["tictactoe"] == 0
    assert kept["undercover"] > 0


def test_what_it_takes_is_estimated_in_the_manner_it_is_played(fixtures):
    entry = Entry(("openai/x",), options={"games": "tictactoe"}, matches=4)
    snapshot = api.estimate(["llmarena?games=tictactoe"], entry)["openai/x"]
    talking = replace(entry, players=("openai/x?history=full",))
    chat = api.estimate(["llmarena?games=tictactoe"], talking)["openai/x?history=full"]
    assert snapshot.requests == chat.requests
    assert snapshot.usage.prompt < chat.usage.prompt


def test_a_fixed_flop_is_estimated_as_one_request():
    entry = Entry(("openai/x",), options={}, sweep="risk")
    assert api.estimate(["llmarena"], entry)["openai/x"].requests == 100
