"""Names from the command line to the leaderboard, with one model at two addresses."""

import pytest

import agonist
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """Two runs: one of named players, one of a model served elsewhere, its options in another order."""
    db = tmp_path_factory.mktemp("names") / "names.db"
    with Endpoint("sensible") as one, Endpoint("sensible") as other:
        first = f"fast=endpoint/sensible?temperature=0&top_p=1&base_url={one.url}"
        plain = f"endpoint/sensible?temperature=0&top_p=1&base_url={one.url}"
        again = f"endpoint/sensible?base_url={other.url}&top_p=1.0&temperature=0.0"
        agonist.run("tictactoe", [first, plain], opponents=["rnd=random"], matches=2, db=db)
        agonist.run("tictactoe", [again], opponents=["random"], seats={}, matches=2, db=db)
        agonist.run("tictactoe", ["fast=mcts?playouts=5"], opponents=["random"], matches=2, db=db)
    return db


def test_reports_show_names(played):
    with Store.open(played) as store:
        run = store.runs()[0]
    assert {row.player for row in agonist.report(run.id, db=played).overall.fallback} == {
        "fast",
        "endpoint/sensible?temperature=0&top_p=1",
        "rnd",
    }
    assert run.plan["players"] == ["fast", "endpoint/sensible?temperature=0&top_p=1"]


def test_the_leaderboard_joins_one_player_and_keeps_namesakes_apart(played, command):
    rows = {row["player"]: row for row in command("leaderboard", "--db", played, "--json").json}
    assert rows["endpoint/sensible?temperature=0&top_p=1"]["matches"] == 4  # at two addresses
    assert rows["fast (mcts?playouts=5)"]["matches"] == 2
    assert rows["fast (endpoint/sensible?temperature=0&top_p=1)"]["matches"] == 2


def test_the_address_is_stored_to_resume_and_is_no_part_of_the_key(played):
    with Store.open(played) as store:
        first, second, _ = store.runs()
        fixtures = [store.matches(run.id)[0].fixture for run in (first, second)]
    specs = [next(spec for spec in fixture.specs.values() if "base_url" in spec) for fixture in fixtures]
    assert specs[0] != specs[1]


def test_two_players_of_one_name_are_refused_before_anything_is_played(tmp_path):
    with pytest.raises(UsageError, match="two players are named 'a'"):
        agonist.run("tictactoe", ["a=random"], opponents=["a=mcts"], db=tmp_path / "x.db")
    with pytest.raises(UsageError, match="two players are named 'a'"):
        agonist.play("tictactoe", ["a=random", "a=mcts"])


def test_play_shows_names(command):
    said = command("play", "tictactoe", "ann=random", "ben=fixed?answers=(1, 1);", "--json")
    assert said.json["players"] == ["ann", "ben"]


def test_names_on_seats_and_in_the_list_of_runs(command):
    said = command(
        "run", "tictactoe", "--player", "ann=random", "--seat", "1=ben=mcts?playouts=2", "--matches", 1
    )
    assert said.code == 0
    assert {line["players"][1] for line in command("report", "latest", "--format", "json").json["lines"]} == {
        "ben"
    }
    (run,) = command("runs", "--json").json
    assert run["plan"]["players"] == ["ann"]
    assert run["plan"]["specs"] == {"ann": "random", "ben": "mcts?playouts=2"}
