"""Runs that get more players: checkpoints of a model in training, one after another."""

from collections import Counter

import pytest

import agonist
from agonist import RunConfig
from agonist.api.settings_of_resumed_run import with_players
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Store, StoreError


def fixtures(db):
    with Store.open(db) as store:
        return [match.fixture for match in store.matches(store.runs()[-1].id)]


def keys(db):
    return Counter(fixture.key for fixture in fixtures(db))


def test_a_new_player_meets_the_field_and_nothing_is_played_twice(tmp_path):
    db = tmp_path / "one.db"
    first = agonist.run("connect_four?rows=4", ["ckpt@0=random", "mcts?playouts=2"], matches=4, db=db)
    before = fixtures(db)
    done = agonist.resume(first.run, more_players=["ckpt@10=mcts?playouts=3"], db=db)
    assert (done.run, done.status, done.progress.finished) == (first.run, "finished", 12)
    assert fixtures(db)[: len(before)] == before
    added = Counter(frozenset(fixture.players) for fixture in fixtures(db)[len(before) :])
    assert added == {
        frozenset({"ckpt@10", "ckpt@0"}): 4,
        frozenset({"ckpt@10", "mcts?playouts=2"}): 4,
    }


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("tictactoe", {}),
        ("tictactoe", {"opponents": ["reference", "baseline"]}),
        ("tictactoe", {"opponents": ["reference"], "deals": "shared", "seed": 7}),
        ("liars_dice?players=3", {"opponents": ["reference"]}),
        ("gamabench?games=el_farol", {}),
        ("llmarena?games=connect_four", {}),
    ],
)
def test_players_added_one_by_one_play_what_they_would_have_played_together(game, options, tmp_path):
    players = ["ckpt@0=random", "ckpt@1=baseline", "ckpt@2=reference"]
    planned = RunConfig(workers=0)
    agonist.run(game, players, matches=2, config=planned, db=tmp_path / "whole.db", **options)
    parts = tmp_path / "parts.db"
    first = agonist.run(game, players[:2], matches=2, config=planned, db=parts, **options)
    before = keys(parts)
    with Store.open(parts) as store:
        entry, plan, added = with_players(store.run(first.run).plan, players[2:])
        store.add_fixtures(first.run, added, plan)
    assert entry.players == ("ckpt@0", "ckpt@1", "ckpt@2")
    assert added
    assert keys(parts) >= before
    with Store.open(parts) as store, Store.open(tmp_path / "whole.db") as whole:
        assert store.runs()[0].plan == whole.runs()[0].plan
    assert keys(parts) == keys(tmp_path / "whole.db")


def test_in_a_ring_a_new_player_is_connected_and_the_others_keep_their_tables(tmp_path):
    db = tmp_path / "ring.db"
    players = [f"ckpt@{step}=mcts?playouts={step}" for step in range(1, 7)]
    first = agonist.run(
        "tictactoe", players[:5], matches=2, pairing="connected", config=RunConfig(concurrency=1), db=db
    )
    before = keys(db)
    done = agonist.resume(first.run, more_players=players[5], db=db)
    assert keys(db) > before
    assert all("ckpt@6" in fixture.players for fixture in fixtures(db)[before.total() :])
    assert done.progress.finished == before.total() + 4
    assert all(row.rating is not None for row in agonist.report(db=db).overall.strict)


def test_a_player_that_the_run_has_adds_nothing_and_another_of_its_name_is_refused(tmp_path):
    db = tmp_path / "same.db"
    agonist.run("tictactoe", ["ckpt@5=random"], opponents=["reference"], matches=2, db=db)
    again = agonist.resume("latest", more_players=["ckpt@5=random"], db=db)
    assert again.progress.finished == 2
    with pytest.raises(UsageError, match="two players are named 'ckpt@5'"):
        agonist.resume("latest", more_players=["ckpt@5=mcts"], db=db)
    with pytest.raises(UsageError, match="did you mean 'random'"):
        agonist.resume("latest", more_players=["ckpt@6=randm"], db=db)
    assert len(fixtures(db)) == 2


def test_the_budget_of_the_start_counts_what_was_spent_before(tmp_path):
    db = tmp_path / "budget.db"
    with Endpoint("sensible") as endpoint:
        player = f"endpoint/sensible?base_url={endpoint.url}"
        first = agonist.run(
            "tictactoe",
            {"ckpt@0": player},
            opponents="random",
            matches=4,
            db=db,
            config=RunConfig(requests=30),
        )
        more = {f"ckpt@{step}": player for step in (1, 2, 3)}
        last = agonist.resume(first.run, more_players=more, db=db)
    assert first.status == "finished"
    assert (last.status, last.progress.total) == ("partial", 16)
    assert last.progress.spent.requests <= 30


def test_a_model_in_this_process_is_added_by_its_object(tmp_path):
    def first_cell(observation):
        return "1"

    db = tmp_path / "objects.db"
    agonist.run("tictactoe", {"ckpt@0": first_cell}, opponents=["random"], matches=2, db=db)
    done = agonist.resume("latest", more_players={"ckpt@1": first_cell}, db=db)
    assert (done.status, done.progress.finished) == ("finished", 4)


def test_runs_without_a_design_and_runs_that_others_play_get_no_players(tmp_path):
    db = tmp_path / "given.db"
    agonist.run_fixtures([agonist.fixture("tictactoe", ["random", "reference"])], db=db)
    with pytest.raises(UsageError, match="no design"):
        agonist.resume("latest", more_players=["ckpt@1=random"], db=db)
    agonist.run("tictactoe", ["a=random", "b=random"], matches=2, until="decided", db=db)
    with pytest.raises(UsageError, match="until its players are decided"):
        agonist.resume("latest", more_players=["ckpt@1=random"], db=db)
    played = agonist.run("tictactoe", ["random"], matches=2, db=db)
    with (
        Store.open(db) as store,
        store.claim(played.run),
        pytest.raises(StoreError, match="is being played"),
    ):
        agonist.resume(played.run, more_players=["ckpt@1=mcts"], db=db)
