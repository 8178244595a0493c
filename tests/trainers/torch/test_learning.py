"""The tutorial of docs/learners.md: what its network has learnt after fewer games."""

import importlib
import random
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="scripts/test-trainers installs PyTorch and runs these")

import torch

import agonist

EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.fixture
def example(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(tmp_path)
    torch.manual_seed(0)
    random.seed(0)
    yield importlib.import_module("learn_connect_four")
    for name in ("learn_connect_four", "connect_four_self_play"):
        del sys.modules[name]


def test_after_a_sixth_of_the_tutorials_games_the_network_beats_random_players(example):
    # A network that has learnt nothing wins about seven of ten, since the rules tell it which moves win.
    torch.save(example.learn(example.ROUNDS // 6).state_dict(), "weights.pt")
    players = {"learnt": "learn_connect_four:Learnt?weights=weights.pt", "random": "random"}
    agonist.run("connect_four", players, matches=60, db="learning.db")
    rows = {row.player: row for row in agonist.leaderboard("learning.db")}
    assert rows["learnt"].win_low > 0.8
