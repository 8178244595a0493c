"""Folders of rollouts as data sets: their card, by which the library datasets loads them."""

import json
import os
import subprocess
import sys

import pytest
import yaml  # type: ignore[import-untyped]
from huggingface_hub import DatasetCard

import agonist
from agonist.models.mock_endpoint import Endpoint

LOAD = """
import json, sys
import datasets

datasets.disable_progress_bars()
# In blocks as small as a trace: of a large file, each block has the types of its own values.
loaded = datasets.load_dataset(sys.argv[1], split="train", chunksize=4096)
print(json.dumps([row for row in loaded]))
"""


@pytest.fixture
def folder(command, tmp_path):
    """Rollouts of games with whole and broken scores, with teams and without."""
    db = tmp_path / "rollouts.db"
    games = ["tictactoe", "sealed_bid_auction?rounds=2", "undercover"]
    with Endpoint("sensible") as endpoint:
        player = f"m=endpoint/m?base_url={endpoint.url}"
        agonist.run(games, [player], opponents=["reference"], matches=2, token_ids=True, db=db)
    assert command("export", "latest", "--db", db, "--format", "rollouts", "-o", tmp_path / "set").code == 0
    return tmp_path / "set"


def rows_of(folder):
    return [json.loads(line) for line in (folder / "rollouts.jsonl").read_text("utf-8").splitlines()]


def test_the_card_has_the_schema_of_the_rows_and_leaves_the_licence_open(folder):
    _, front, text = (folder / "README.md").read_text("utf-8").split("---\n", 2)
    card = yaml.safe_load(front)
    assert "license" not in card
    assert "## Licence" in text
    assert card["configs"] == [{"config_name": "default", "data_files": "rollouts.jsonl"}]
    features = {each["name"]: each for each in card["dataset_info"]["features"]}
    trace = {each["name"]: each for each in features["trace"]["struct"]}
    turn = {each["name"] for each in trace["turns"]["list"]}
    for row in rows_of(folder):
        assert row.keys() == features.keys()
        assert row["trace"].keys() == trace.keys()
        assert all(each.keys() == turn for each in row["trace"]["turns"])


@pytest.mark.parametrize("form", ["huggingface", "rollouts"])
def test_huggingface_hub_reads_the_licence_of_the_card(form, command, tmp_path):
    db = tmp_path / "g.db"
    agonist.run("tictactoe", ["random"], matches=1, db=db)
    how = ("export", "latest", "--db", db, "--format", form, "--output", tmp_path / "set")
    assert command(*how, "--licence", "cc-by-4.0").code == 0
    card = DatasetCard.load(tmp_path / "set" / "README.md")
    assert card.data.license == "cc-by-4.0"
    assert "cc-by-4.0" in card.text.partition("## Licence")[2]
    (tmp_path / "set" / "README.md").unlink()
    assert command(*how, "--licence", "mine: all").code == 2
    assert not (tmp_path / "set" / "README.md").exists()
    assert command(*how).code == 0
    assert DatasetCard.load(tmp_path / "set" / "README.md").data.license is None


@pytest.mark.long
def test_the_datasets_library_loads_every_row_as_it_was_written(folder, tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", LOAD, folder],
        env=os.environ | {"HF_HOME": str(tmp_path / "cache"), "HF_HUB_OFFLINE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    loaded, rows = json.loads(done.stdout), rows_of(folder)
    for turn, own in zip(turns_of(loaded), turns_of(rows), strict=True):
        # The library reads ten decimals.
        assert turn.pop("per_token_logps") == pytest.approx(own.pop("per_token_logps"), abs=1e-9)
    assert loaded == rows


def turns_of(rows):
    return [turn for row in rows for turn in row["trace"]["turns"]]
