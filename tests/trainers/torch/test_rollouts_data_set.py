"""An exported folder of rollouts, loaded by datasets 5.2 and read by OpenEnv 0.10."""

from __future__ import annotations

import pytest

pytest.importorskip("openenv", reason="scripts/test-trainers installs OpenEnv and runs these")

import datasets  # type: ignore[import-untyped]
from openenv.core.harness import training

import agonist
from agonist.export.rollouts import run_traces, write_rollouts
from agonist.models.mock_endpoint import Endpoint
from agonist.store import Reader


def test_the_data_set_of_rollouts_loads_and_its_rows_are_traces_of_openenv(tmp_path):
    db = tmp_path / "g.db"
    with Endpoint("sensible") as endpoint:
        player = f"m=endpoint/m?base_url={endpoint.url}"
        run = agonist.run(["tictactoe", "undercover"], [player], matches=2, token_ids=True, db=db).run
    with Reader.open(db) as store:
        write_rollouts(store, run, tmp_path / "set")
        traces = list(run_traces(store, run))
    rows = datasets.load_dataset(str(tmp_path / "set"), split="train", cache_dir=tmp_path / "cache")
    assert len(rows) == len(traces)
    for row, trace in zip(rows, traces, strict=True):
        official = training.TrainingTrace.model_validate(row["trace"])
        for turn, played in zip(official.turns, trace.turns, strict=True):
            assert tuple(turn.prompt_token_ids) == tuple(played.prompt_token_ids)
            assert tuple(turn.completion_token_ids) == tuple(played.completion_token_ids)
            assert list(turn.loss_mask) == list(played.loss_mask)
            assert list(turn.per_token_logps) == pytest.approx(list(played.per_token_logps), abs=1e-9)
        assert (row["reward"], row["metadata"]["seat"]) == (trace.reward, trace.metadata["seat"])
