"""Results for a model's repository on the Hugging Face Hub, read by the Hub's own classes."""

import pytest
import yaml  # type: ignore[import-untyped]
from huggingface_hub import EvalResultEntry, ModelCard, eval_result_entries_to_yaml, parse_eval_result_entries

import agonist
from agonist.core import UsageError
from agonist.export.eval_results import eval_results
from agonist.store import Store


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    db = tmp_path_factory.mktemp("results") / "results.db"
    games = ["tictactoe", "connect_four?rows=4&columns=4"]
    agonist.run(games, ["tuned=random"], opponents=["random", "reference"], matches=4, db=db)
    return db


def written(db, folder, player="tuned", dataset=""):
    with Store.open(db) as store:
        return eval_results(store, store.runs()[-1].id, folder, player, dataset)


def test_huggingface_hub_reads_the_card_and_writes_it_back_unchanged(played, tmp_path):
    [card] = written(played, tmp_path)
    data = ModelCard.load(card).data
    board = {row.player: row for row in agonist.report(db=played).parts[1].strict}["tuned"]
    results = {(each.dataset_config, each.metric_type): each for each in data.eval_results}
    games = ("tictactoe", "connect_four?rows=4&columns=4")
    assert set(results) == {(game, kind) for game in games for kind in ("elo", "win_rate", "score")}
    elo = results["connect_four?rows=4&columns=4", "elo"]
    assert elo.metric_value == pytest.approx(board.rating, abs=0.005)
    assert f"{board.low:.2f} to {board.high:.2f}" in elo.metric_name
    assert elo.dataset_args["run"] == agonist.report(db=played).run
    assert results["tictactoe", "win_rate"].task_type == "text-generation"
    again = ModelCard(f"---\n{data.to_yaml()}\n---\n").data
    assert again.eval_results == data.eval_results


def test_huggingface_hub_reads_the_values_for_a_benchmark(played, tmp_path):
    _, path = written(played, tmp_path, dataset="me/games")
    assert path == tmp_path / ".eval_results" / "agonist.yaml"
    plain = yaml.safe_load(path.read_text())
    entries = parse_eval_result_entries(plain)
    assert [(each.dataset_id, each.task_id) for each in entries] == [
        ("me/games", "tictactoe"),
        ("me/games", "connect_four?rows=4&columns=4"),
    ]
    assert all(isinstance(each, EvalResultEntry) and 0 <= each.value <= 100 for each in entries)
    assert all("8 matches against random, reference" in each.notes for each in entries)
    assert eval_result_entries_to_yaml(entries) == plain


def test_an_unknown_player_and_a_dataset_without_owner_are_refused(played, tmp_path):
    with pytest.raises(UsageError, match="did you mean 'tuned'"):
        written(played, tmp_path, "tunde")
    with pytest.raises(UsageError, match="--player"):
        written(played, tmp_path, "")
    with pytest.raises(UsageError, match="OWNER/NAME"):
        written(played, tmp_path, dataset="games")
    assert list(tmp_path.iterdir()) == []


def test_a_key_in_a_name_does_not_reach_the_card(tmp_path, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "averysecretkey123")
    agonist.run("tictactoe", ["m-averysecretkey123=random"], matches=2, db=tmp_path / "x.db")
    [card] = written(tmp_path / "x.db", tmp_path / "out", "m-averysecretkey123")
    assert "averysecretkey123" not in card.read_text()
