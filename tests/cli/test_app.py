"""The commands as help lists them, and what they load before they are called."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys

import pytest

from agonist.cli.app import COMMANDS

HEAVY = ("aiohttp", "jinja2", "numpy", "scipy", "sqlalchemy")
"""What takes a quarter of a second and more to load, each."""


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_the_same_of_a_command_in_the_list_and_by_itself(name, command):
    module, function, told = COMMANDS[name]
    assert getattr(importlib.import_module(f"agonist.cli.{module}"), function).__doc__ == told
    said = command(name, "--help")
    assert (said.code, said.err) == (0, "")
    assert told.split(":")[0] in " ".join(said.out.split())


@pytest.mark.parametrize("arguments", [("--help",), ("games",), ("players",)])
def test_lists_wait_for_no_database_and_no_network_client(arguments):
    loaded = f"""
import sys
from agonist.cli import app
app.leave({list(arguments)!r})
print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout
    assert done.stderr == "[]\n"


@pytest.mark.parametrize("arguments", [("runs", "-h"), ("play", "-h"), ("run", "-h"), ("report", "-h")])
def test_help_waits_for_no_statistics(arguments):
    loaded = f"""
import sys
from agonist.cli import app
app.leave({list(arguments)!r})
print([name for name in ("aiohttp", "numpy", "scipy") if name in sys.modules], file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert "Usage" in done.stdout
    assert done.stderr == "[]\n"


def test_the_version_is_that_of_the_package(command):
    from importlib.metadata import version

    assert (command("--version").code, command("--version").out) == (0, f"agonist {version('agonist')}\n")


def test_a_shell_completes_commands_and_options():
    fish = {"_AGONIST_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    for typed, completed in {
        "agonist leader": "leaderboard",
        "agonist run --budget-u": "--budget-usd",
    }.items():
        done = subprocess.run(
            [sys.executable, "-m", "agonist"],
            env=os.environ | fish | {"_TYPER_COMPLETE_ARGS": typed},
            capture_output=True,
            text=True,
            check=False,
        )
        assert completed in done.stdout, done.stderr
