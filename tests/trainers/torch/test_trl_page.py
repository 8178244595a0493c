"""The commands of the page on TRL, with a tiny model in place of the one that it names, for a step."""

import re
import runpy
import shlex
import sys
from pathlib import Path

import pytest

pytest.importorskip("trl", reason="scripts/test-trainers installs TRL and runs these")

import trl
from tests.trainers.torch.tiny_models import caller_of_tools, player_of_tictactoe

from agonist.cli.app import leave

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "trainers.md").read_text("utf-8")
_, TRAIN, RUN = re.findall(r"^## TRL\n.*?^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)[0].splitlines()


@pytest.fixture
def train(tmp_path, monkeypatch):
    """Calls the script of the page with a saved model in place of its own, and more words behind it."""
    monkeypatch.chdir(tmp_path)
    small = {"num_generations": 2, "per_device_train_batch_size": 4, "max_steps": 1}
    quiet = {"save_strategy": "no", "report_to": [], "use_cpu": True, "disable_tqdm": True}
    config = trl.GRPOConfig
    monkeypatch.setattr(trl, "GRPOConfig", lambda **options: config(**options | small | quiet))

    def train(made, *words):
        for part in made:
            part.save_pretrained("tiny")
        program, script, _, *_ = shlex.split(TRAIN)
        assert program == "python"
        monkeypatch.setattr(sys, "argv", [script, "tiny", *words])
        return runpy.run_path(str(ROOT / script), run_name="__main__")["trainer"]

    return train


def test_the_page_trains_a_model_by_self_play_which_then_plays_from_its_folder(train, capsys):
    trainer = train(player_of_tictactoe())
    assert trainer.state.global_step == 1
    assert leave(shlex.split(RUN.replace("40", "2"))[1:]) == 0
    assert "trained" in capsys.readouterr().out


def test_the_page_trains_a_model_that_calls_a_tool(train):
    trainer = train(caller_of_tools(), "environment")
    assert trainer.state.global_step == 1
    assert trainer.state.log_history[0]["tools/call_frequency"] >= 1
