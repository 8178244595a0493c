"""Trainers of transformers 5.23 and TRL 1.16 with the callback that evaluates by games, with a tiny model."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs TRL and runs these")

import torch
from datasets import Dataset  # type: ignore[import-untyped]
from tests.page_blocks import blocks
from tests.trainers.torch.tiny_models import tiny_model, tiny_tokenizer
from transformers import Trainer, TrainingArguments
from trl import GRPOConfig, GRPOTrainer

import agonist
from agonist.adapters.transformers import EvaluationCallback
from agonist.core import UsageError
from agonist.models.mock_endpoint import Endpoint
from agonist.models.transformers_in_process import lent
from agonist.store import Store

PAGE = Path(__file__).parents[3] / "docs" / "checkpoints.md"
TEXT = "Tic-tac-toe: take a cell such as (1, 1), (2, 2) or (3, 3)."


@pytest.fixture(scope="module")
def tokenizer():
    return tiny_tokenizer([TEXT])


def trainer_of(tokenizer, folder, steps=4, **more):
    rows = [{**tokenizer(TEXT), "labels": tokenizer(TEXT)["input_ids"]}] * 8
    arguments = TrainingArguments(
        output_dir=folder,
        max_steps=steps,
        per_device_train_batch_size=1,
        logging_steps=1,
        report_to=[],
        use_cpu=True,
        **more,
    )
    return Trainer(
        tiny_model(tokenizer, room=8192),
        arguments,
        train_dataset=Dataset.from_list(rows),
        processing_class=tokenizer,
    )


def logged(trainer):
    return [line for line in trainer.state.log_history if any(name.startswith("agonist/") for name in line)]


def test_the_model_in_training_is_evaluated_every_so_many_steps_and_trains_on(tokenizer, tmp_path):
    trainer, modes = trainer_of(tokenizer, tmp_path), []
    trainer.model.register_forward_pre_hook(
        lambda model, _: modes.append(
            (model.training, torch.is_grad_enabled(), torch.is_inference_mode_enabled())
        )
    )
    callback = EvaluationCallback(
        trainer,
        "tictactoe",
        every=2,
        options="max_tokens=2",
        opponents="random",
        matches=2,
        db=tmp_path / "g.db",
        log_file=tmp_path / "log" / "history.jsonl",
    )
    trainer.add_callback(callback)
    trainer.train()
    assert [line["step"] for line in logged(trainer)] == [0, 2, 4]
    losses = [line["loss"] for line in trainer.state.log_history if "loss" in line]
    assert len(losses) == 4
    assert all(map(math.isfinite, losses))
    assert modes.count((True, True, False)) == 4  # a pass forward for each step, otherwise only to generate
    assert set(modes) == {(True, True, False), (False, False, False)}
    rows = {row.player: row for row in agonist.report(callback.run, db=tmp_path / "g.db").overall.strict}
    assert set(rows) == {"ckpt@0", "ckpt@2", "ckpt@4", "random"}
    last = logged(trainer)[-1]
    assert last["agonist/ckpt/rating"] == pytest.approx(rows["ckpt@4"].rating)
    assert last["agonist/ckpt/rating_low"] < last["agonist/ckpt/rating"] < last["agonist/ckpt/rating_high"]
    lines = [json.loads(line) for line in (tmp_path / "log" / "history.jsonl").read_text().splitlines()]
    assert [line["_step"] for line in lines] == [0, 2, 4]
    with Store.open(tmp_path / "g.db") as store:
        match = store.matches(callback.run)[0]
        call = next(call for step in store.steps(match.id) for call in step.calls)
    assert call.model == "transformers/ckpt@0"
    assert call.usage.completion <= 2


def test_a_served_model_is_evaluated_at_its_address(tokenizer, tmp_path):
    trainer = trainer_of(tokenizer, tmp_path, steps=2)
    with Endpoint("sensible") as endpoint:
        callback = EvaluationCallback(
            trainer,
            "tictactoe",
            every=2,
            player=f"endpoint/sensible?base_url={endpoint.url}",
            name="policy",
            opponents="random",
            matches=2,
            db=tmp_path / "g.db",
        )
        trainer.add_callback(callback)
        trainer.train()
    assert [line["step"] for line in logged(trainer)] == [0, 2]
    assert logged(trainer)[-1]["agonist/policy/matches"] == 2


def test_a_training_is_the_same_with_evaluations_and_without(tokenizer, tmp_path):
    """Answers are drawn, and so are what dropout leaves out and the order of the data."""
    losses = []
    for evaluated in (False, True):
        trainer = trainer_of(tokenizer, tmp_path, steps=2)
        for layer in trainer.model.model.layers:
            layer.self_attn.attention_dropout = 0.5
        if evaluated:
            how = {"opponents": "random", "matches": 1, "db": tmp_path / "g.db"}
            options = "max_tokens=1&temperature=1"
            trainer.add_callback(EvaluationCallback(trainer, "tictactoe", every=9, options=options, **how))
        trainer.train()
        losses.append([line["loss"] for line in trainer.state.log_history if "loss" in line])
    assert losses[0] == losses[1]


def test_the_example_of_the_page_evaluates_a_model(tokenizer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    trainer = trainer_of(tokenizer, tmp_path, steps=1)
    trainer.model.generation_config.eos_token_id = list(range(len(tokenizer)))  # each answer is one token
    [example] = [text for text in blocks(PAGE, "py") if "EvaluationCallback" in text]
    for long, short in (("connect_four", "tictactoe"), ("matches=20", "matches=2")):
        assert long in example
        example = example.replace(long, short)
    exec(compile(example, PAGE.name, "exec"), {"trainer": trainer})
    trainer.train()
    [line] = map(json.loads, (tmp_path / "games.jsonl").read_text().splitlines())
    assert (line["_step"], line["agonist/ckpt/matches"]) == (0, 4)


def test_each_checkpoint_is_evaluated_when_it_has_been_saved(tokenizer, tmp_path):
    trainer = trainer_of(tokenizer, tmp_path, steps=3, save_steps=2)
    trainer.add_callback(
        EvaluationCallback(
            trainer,
            "tictactoe",
            player=f"transformers/{tmp_path}/checkpoint-{{step}}?max_tokens=1",
            opponents="random",
            matches=2,
            db=tmp_path / "g.db",
        )
    )
    with pytest.warns(UserWarning, match="step 0 is not complete"):  # nothing is saved yet
        trainer.train()
    saved = sorted(int(path.name.removeprefix("checkpoint-")) for path in tmp_path.glob("checkpoint-*"))
    assert [line["step"] for line in logged(trainer)] == saved == [2, 3]


def test_an_endpoint_that_is_down_is_a_warning_and_training_goes_on(tokenizer, tmp_path):
    trainer = trainer_of(tokenizer, tmp_path, steps=1)
    trainer.add_callback(
        EvaluationCallback(
            trainer,
            "tictactoe",
            every=1,
            player="endpoint/x?base_url=http://127.0.0.1:9",
            opponents="random",
            matches=2,
            db=tmp_path / "g.db",
        )
    )
    with pytest.warns(UserWarning, match=r"step \d is not complete"):
        trainer.train()
    assert trainer.state.global_step == 1


@pytest.mark.filterwarnings("ignore::FutureWarning")  # TRL's own
def test_a_trainer_of_trl_keeps_what_it_measures_for_its_own_lines(tokenizer, tmp_path):
    """GRPOTrainer adds its measurements to the next line of the log and forgets them: it must be its own."""
    arguments = GRPOConfig(
        output_dir=tmp_path,
        max_steps=2,
        per_device_train_batch_size=2,
        num_generations=2,
        max_completion_length=4,
        logging_steps=2,
        report_to=[],
        use_cpu=True,
        bf16=False,
    )
    trainer = GRPOTrainer(
        tiny_model(tokenizer),
        lambda completions, **_: [float(len(each)) for each in completions],
        arguments,
        train_dataset=Dataset.from_list([{"prompt": TEXT}] * 4),
        processing_class=tokenizer,
    )
    trainer.add_callback(
        EvaluationCallback(
            trainer,
            "tictactoe",
            every=1,
            player="random",
            opponents="reference",
            matches=2,
            db=tmp_path / "g.db",
        )
    )
    trainer.train()
    assert [line["step"] for line in logged(trainer)] == [0, 1, 2]
    assert not any("reward" in line for line in logged(trainer))
    assert any("reward" in line for line in trainer.state.log_history)


def test_what_cannot_be_evaluated_is_refused(tokenizer, tmp_path):
    trainer = trainer_of(tokenizer, tmp_path)
    with pytest.raises(UsageError, match="every=0"):
        EvaluationCallback(trainer, "tictactoe", every=0)
    trainer.is_fsdp_enabled = True
    with pytest.raises(UsageError, match="player="):
        EvaluationCallback(trainer, "tictactoe", every=1)
    with (
        lent("ckpt", tokenizer, trainer.model),
        pytest.raises(UsageError, match="another name"),
        lent("ckpt", 1, 2),
    ):
        pass
