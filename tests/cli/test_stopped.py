"""Whatever stops a command that plays, its last line is the command that goes on, and that works."""

from __future__ import annotations

import os
import shlex
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from agonist.models.mock_endpoint import Endpoint, Faults

AGENT = """
from pathlib import Path


def failing(question):
    if Path("mended").exists():
        return question.ask.sample(question.rng)
    raise ValueError("the dog ate it")
"""
GAME = """
from dataclasses import replace
from pathlib import Path

from agonist.games import tictactoe


class Broken(tictactoe.KIT.game):
    def act(self, state, moves):
        if not Path("mended").exists():
            raise ValueError("the dog ate it")
        return super().act(state, moves)


KIT = replace(tictactoe.KIT, game=Broken)
"""


def last_command(said):
    """The last line, which is the command that continues."""
    before, last = said.err.splitlines()[-2:]
    assert before.endswith("To continue:"), said.err
    assert last.startswith("  agonist "), said.err
    return last.strip()


def goes_on(command, said, code, db="agonist.db"):
    """The last line is a command, which plays to the end."""
    said.told(code)
    agonist, *typed = shlex.split(last_command(said))
    assert agonist == "agonist"
    assert command(*typed).code == 0
    (run,) = command("runs", "--db", db, "--json").json
    assert run["status"] == "finished"


def begun(db):
    """Whether matches of a run are being played."""
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as database:
            return database.execute("SELECT id FROM matches WHERE status = 'playing'").fetchall()
    except sqlite3.Error:  # it has no tables yet
        return []


PLAYING = [("play", "tictactoe"), ("run", "tictactoe", "--matches", 2)]


@pytest.mark.parametrize("start", PLAYING, ids=["play", "run"])
def test_an_agent_that_failed(command, tmp_path, start):
    (tmp_path / "failing_agent.py").write_text(AGENT)
    said = command(*start, "--player", "failing_agent:failing", "--player", "random")
    (tmp_path / "mended").touch()
    goes_on(command, said, 7)


@pytest.mark.parametrize("start", ["play", "run"])
def test_a_game_that_broke(command, tmp_path, start):
    (tmp_path / "broken_game.py").write_text(GAME)
    said = command(start, "broken_game:KIT", "--player", "reference", "--player", "random")
    (tmp_path / "mended").touch()
    goes_on(command, said, 6)


@pytest.mark.parametrize("start", PLAYING, ids=["play", "run"])
def test_a_model_that_is_out_of_reach(command, start, monkeypatch):
    with Endpoint("careful") as gone:
        url = gone.url
    said = command(*start, "--player", f"endpoint/careful?base_url={url}", "--player", "random")
    with Endpoint("careful", port=int(url.split(":")[2].split("/")[0])):
        goes_on(command, said, 4)


def test_a_budget_that_is_spent(command):
    with Endpoint("careful") as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        budget = ("--budget-requests", 4, "--matches", 2)
        said = command("run", "tictactoe", "--player", model, "--player", "random", *budget)
        goes_on(command, said, 5)


@pytest.mark.parametrize("start", ["play", "run"])
def test_ctrl_c(process, command, start):
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        playing = process(start, "tictactoe", "--player", model, "--player", "random")
        playing.until(lambda: endpoint.in_flight >= 1)
        playing.send(signal.SIGINT)
        if start == "run":
            playing.until(lambda: "Stopping" in playing.err)
            playing.send(signal.SIGINT)
        said = playing.wait().told(130, "interrupted")
        assert last_command(said).startswith("agonist resume ")


def test_ctrl_c_in_the_demo(process, tmp_path):
    playing = process("demo", "--matches", "60")
    playing.until(lambda: begun(tmp_path / "demo.db"))
    playing.send(signal.SIGINT)
    said = playing.wait().told(130, "interrupted")
    assert last_command(said) == "agonist demo --matches 60"


@pytest.mark.long
def test_a_demo_that_was_stopped_continues_with_its_model(process, command, tmp_path):
    playing = process("demo", "--matches", "4")
    playing.until(lambda: begun(tmp_path / "demo.db"))
    playing.send(signal.SIGINT)
    goes_on(command, playing.wait(), 130, "demo.db")


def test_what_leaves_nothing_to_continue_is_typed_again(process):
    with Endpoint("careful", Faults(hang=1)) as endpoint:
        model = f"endpoint/careful?base_url={endpoint.url}"
        playing = process("play", "tictactoe", model, "random", "--no-store")
        playing.until(lambda: endpoint.in_flight >= 1)
        playing.send(signal.SIGINT)
        said = playing.wait().told(130, "interrupted", "Nothing is left half done")
        assert said.err.splitlines()[-1] == f"  agonist play tictactoe '{model}' random --no-store"


@pytest.mark.slow
def test_a_terminal_that_was_closed_is_an_interruption(tmp_path, command):
    ours, theirs = os.openpty()
    words = [sys.executable, "-m", "agonist", "play", "tictactoe", "human", "random"]
    with subprocess.Popen(words, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs) as playing:
        os.close(theirs)
        shown = b""
        while not shown.rstrip().endswith(b">"):
            shown += os.read(ours, 10_000)
        os.close(ours)
        playing.send_signal(signal.SIGHUP)
        assert playing.wait() == 130
    assert [run["status"] for run in command("runs", "--json").json] == ["interrupted"]
