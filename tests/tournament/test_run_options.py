"""The options of a run: Python, the command line and files have the same."""

from __future__ import annotations

import inspect
import tomllib

import pytest
import typer

import agonist
from agonist.cli.command_table import function_of
from agonist.core import UsageError
from agonist.run_config import RunConfig
from agonist.tournament.evaluation_request import Entry
from agonist.tournament.game_spec import Folders
from agonist.tournament.run_options import run_options

OPTIONS = {**run_options(Entry), **run_options(RunConfig)}


def test_the_keywords_of_run_are_the_options_of_an_entry():
    keywords = inspect.signature(agonist.run, eval_str=True).parameters
    assert keywords["prompts"].annotation == Folders  # one folder is given without a list around it
    for name, option in run_options(Entry).items():
        if name == "prompts":
            continue
        assert (keywords[name].annotation, keywords[name].default) == (option.kind, option.default), name


def test_arun_has_the_keywords_of_run():
    assert inspect.signature(agonist.arun) == inspect.signature(agonist.run)


@pytest.mark.parametrize("command", ["run", "resume"])
def test_a_command_has_the_options_with_their_defaults_and_sentences(command):
    alone = typer.Typer(add_completion=False)
    alone.command()(function_of(command))
    known = {each.opts[0]: each for each in typer.main.get_command(alone).params}
    for option in OPTIONS.values() if command == "run" else run_options(RunConfig).values():
        found = known[f"--{option.flag}"]
        assert found.help == option.help
        assert (found.default or None) == (option.default or None)


def test_a_saved_file_has_the_options_by_the_names_of_the_command_line(command, tmp_path):
    typed = [
        word
        for name in ("matches", "until", "rpm")
        for word in (f"--{name}", {"until": "decided"}.get(name, 2))
    ]
    command("run", "tictactoe", "random", *typed, "--save-config", "run.toml", "--estimate")
    saved = tomllib.loads((tmp_path / "run.toml").read_text())
    assert set(saved) - {"targets", "player", "db"} <= {option.flag for option in OPTIONS.values()}
    assert (saved["matches"], saved["until"], saved["rpm"]) == (2, "decided", 2)


def test_a_number_out_of_range_is_refused_where_it_is_held():
    with pytest.raises(UsageError, match="--concurrency must be 1 or more, not 0"):
        RunConfig(concurrency=0)
    with pytest.raises(UsageError, match="--matches must be 1,000,000 or less, not 1,000,001"):
        agonist.run("tictactoe", "random", matches=1_000_001, db="/dev/null/none")
