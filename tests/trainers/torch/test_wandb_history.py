"""wandb 0.31 logs the history of a run of checkpoints, offline: each number at its step."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

pytest.importorskip("wandb", reason="scripts/test-trainers installs wandb and runs this")

import wandb
from tests.page_blocks import blocks
from wandb.proto.wandb_internal_pb2 import Record

import agonist
from agonist.export.training_log import FILE, training_log
from agonist.store import Store

PAGE = Path(__file__).parents[3] / "docs" / "checkpoints.md"

BLOCK, FULL, LAST = 32768, 1, 4
"""Of LevelDB's log format: the size of a block, and the parts that end a record."""


def test_wandb_takes_every_number_of_the_history_at_its_step(tmp_path, monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "offline")
    monkeypatch.chdir(tmp_path)
    db, run = tmp_path / "g.db", ""
    for step, player in ((0, "random"), (1000, "reference")):
        found = agonist.evaluate(
            player, "tictactoe", step=step, opponents="random", matches=4, run=run, db=db
        )
        run = found.run
    with Store.open(db) as store:
        assert training_log(store, run, tmp_path / "history" / FILE) == 2
    [example] = [text for text in blocks(PAGE, "py") if "wandb" in text]
    exec(compile(example, PAGE.name, "exec"), {})
    wandb.teardown()  # only then has its process written the file
    [file] = tmp_path.glob("wandb/offline-run-*/*.wandb")
    assert list(kept_in(file)) == [dict(line) for line in found.history]


def kept_in(file):
    """The numbers of each step in a run's file, as `wandb sync` uploads it: messages in a log of LevelDB."""
    held, at, whole = file.read_bytes(), 7, b""
    while at + 7 <= len(held):
        left = BLOCK - at % BLOCK
        if left < 7:
            at += left
            continue
        _, length, part = struct.unpack("<IHB", held[at : at + 7])
        whole += held[at + 7 : at + 7 + length]
        at += 7 + length
        if part in (FULL, LAST):
            record = Record.FromString(whole)
            whole = b""
            if record.WhichOneof("record_type") == "history":
                items = record.history.item
                kept = {"/".join(each.nested_key) or each.key: each.value_json for each in items}
                numbers = {name: json.loads(value) for name, value in kept.items()}
                yield {name: value for name, value in numbers.items() if name == "_step" or name[0] != "_"}
