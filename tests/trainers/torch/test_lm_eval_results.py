"""lm-evaluation-harness 0.4.13 reads the results of a player: its schema, its table, its logger to W&B."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("lm_eval", reason="scripts/test-trainers installs lm-evaluation-harness and runs this")

import wandb
from lm_eval.loggers import WandbLogger
from lm_eval.loggers.utils import remove_none_pattern
from lm_eval.result_schema import EvalResults
from lm_eval.utils import get_results_filenames, make_table, sanitize_model_name
from pydantic import TypeAdapter

import agonist
from agonist.export.lm_eval_results import lm_eval_results
from agonist.store import Store


def test_lm_eval_0_4_13_reads_and_logs_the_results_of_a_player(tmp_path, monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.chdir(tmp_path)
    games = ["tictactoe", "connect_four?rows=4&columns=4"]
    model = "mcts?playouts=10"
    run = agonist.run(games, [f"m={model}"], opponents=["random"], matches=4, db="g.db").run
    with Store.open("g.db") as store:
        path = lm_eval_results(store, run, tmp_path / "harness", "m")
    assert get_results_filenames([str(path)]) == [str(path)]
    found = TypeAdapter(EvalResults).validate_python(json.loads(path.read_text("utf-8")))
    assert path.parent.name == found["model_name_sanitized"] == sanitize_model_name(model)
    numbers = {
        f"{task}/{remove_none_pattern(name)[0]}": value
        for task, metrics in found["results"].items()
        for name, value in metrics.items()
        if isinstance(value, float)
    }
    table = [[cell.strip() for cell in line.split("|")[1:-1]] for line in make_table(found).splitlines()[2:]]
    assert [row[0] for row in table if row[0]] == ["Connect Four (rows 4, columns 4)", "Tic-Tac-Toe"]
    assert sorted(row[6] for row in table) == sorted(f"{value:.4f}" for value in numbers.values())
    logger = WandbLogger(init_args={"project": "games"})
    logger.post_init(found)
    logger.log_eval_result()
    logged = {name: logger.run.summary[name] for name in numbers}
    logger.run.finish()
    wandb.teardown()
    assert logged == numbers
