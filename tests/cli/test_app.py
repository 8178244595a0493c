"""The commands as help lists them, and what they load before they are called."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from types import SimpleNamespace

import pytest

from agonist.cli import completion
from agonist.cli.command_table import COMMANDS, function_of
from agonist.games import KITS

HEAVY = ("aiohttp", "jinja2", "numpy", "pydantic", "scipy", "sqlalchemy")
"""What takes a quarter of a second and more to load, each."""


@pytest.mark.parametrize("name", COMMANDS)
def test_help_says_the_same_of_a_command_in_the_list_and_by_itself(name, command):
    told = COMMANDS[name]
    assert function_of(name).__doc__ == told
    said = command(name, "--help")
    assert (said.code, said.err) == (0, "")
    assert told.split(":")[0] in " ".join(said.out.split())


LIGHT = [(), ("--version",), ("--help",), ("games",), ("games", "hanabi"), ("players",), ("suites",)]
"""Commands that need no database, no network and no statistics."""


@pytest.fixture(scope="module")
def loaded():
    """What each light command, and the help of every command, has loaded; all in one process."""
    light = [*LIGHT, *((name, "--help") for name in COMMANDS)]
    found = f"""
import contextlib, io, sys
from agonist.cli import app
for arguments in {light!r}:
    with contextlib.redirect_stdout(io.StringIO()):
        app.leave(list(arguments))
    print(" ".join(arguments), *(name for name in {HEAVY!r} if name in sys.modules), sep=",", file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    return [line.split(",") for line in done.stderr.splitlines()]


def test_lists_and_help_wait_for_no_database_no_network_client_and_no_statistics(loaded):
    assert [line[0] for line in loaded if line[0].endswith("--help")] >= ["--help"]
    assert len(loaded) == len(LIGHT) + len(COMMANDS)
    assert [line for line in loaded if len(line) > 1] == []


def test_one_game_is_described_without_loading_the_others():
    found = """
import sys
from agonist.cli import app
app.leave(["games", "tictactoe"])
from agonist.games import KITS
print(*(game for game in KITS if f"agonist.games.{game}" in sys.modules), file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert done.stderr.split() == ["tictactoe"]


def test_the_version_is_that_of_the_package(command):
    from importlib.metadata import version

    assert (command("--version").code, command("--version").out) == (0, f"agonist {version('agonist')}\n")


def completed(typed):
    fish = {"_AGONIST_COMPLETE": "complete_fish", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    done = subprocess.run(
        [sys.executable, "-m", "agonist"],
        env=os.environ | fish | {"_TYPER_COMPLETE_ARGS": typed},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


def test_a_shell_completes_commands_and_options():
    assert "leaderboard" in completed("agonist leader")
    assert "--budget-usd" in completed("agonist run --budget-u")


def test_a_shell_completes_games_suites_players_and_runs(command):
    assert command("run", "tictactoe", "random", "reference", "--matches", 2).code == 0
    (run,) = command("runs", "--json").json
    database = SimpleNamespace(params={"db": "agonist.db"})
    assert completion.runs(database, "") == ["latest", run["run"]]
    assert completion.runs(SimpleNamespace(params={"db": "none.db"}), "") == []
    assert completion.targets("ga") == ["gamabench", "gamebench"]
    assert completion.targets("connect") == completion.games("connect") == ["connect_four"]
    assert completion.suites("w") == ["wis"]
    assert completion.policies("st") == ["strict"]
    assert completion.pairings("bal") == ["balanced"]
    assert completion.players("mini") == ["minimax"]
    assert "openai/" in completion.players("o")
    assert "cot:vllm/" in completion.players("cot:v")
    assert "connect_four" in completed("agonist run tictactoe conn")
    assert "reference" in completed("agonist play tictactoe random ref")


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (("run", "tictactoe", "--player", "random", "--policy", "default?seconds=nan"), 2, "seconds"),
        (("run", "tictactoe", "--player", "random", "--policy", "default?seconds=inf"), 2, "seconds"),
        (("run", "tictactoe", "--player", "random", "--matches", "٣"), 2, "matches"),
        (("rate", "results.csv", "--seed", "-5"), 2, "seed"),
        (("run", "gamabench", "--player", "random", "--seat", "9" * 5000 + "=random"), 2, "SEAT=PLAYER"),
        (("run", "gamabench", "--player", "random", "--seat", "٣=random"), 2, "SEAT=PLAYER"),
        (("import", "gamabench", "/proc/self/fd"), 2, "JSON"),
    ],
)
def test_odd_values_are_refused_by_name(command, tmp_path, arguments, code, told):
    (tmp_path / "results.csv").write_text("player_a,player_b,winner\nx,y,x\n")
    command(*arguments).told(code, told)


def test_a_suites_leaderboard_without_matches_is_an_empty_list(command):
    assert command("run", "tictactoe", "--player", "random", "--matches", 1).code == 0
    for suite in ("llmarena", "wis"):
        assert command("leaderboard", "--suite", suite, "--json").json == []


def test_a_run_without_a_plan_is_told_as_damage_and_nothing_else(process, tmp_path):
    assert process("run", "tictactoe", "--player", "random", "--matches", 1).wait().code == 0
    with closing(sqlite3.connect(tmp_path / "agonist.db")) as connection:
        connection.execute("UPDATE runs SET plan = 'null'")
        connection.commit()
    for arguments in (("resume", "latest"), ("report", "latest"), ("runs",)):
        said = process(*arguments).wait()
        said.told(3, "is damaged", "plan")
        assert len(said.err.splitlines()) == 1, said.err


@pytest.mark.slow
def test_too_little_memory_is_said(tmp_path):
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (300_000_000,) * 2)\n" + (
        "sys.argv = ['agonist', 'run', 'tictactoe', '--player', 'random', '--matches', '1']\n"
        "from agonist.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, "too little memory" in done.stderr) in ((3, True), (0, False)), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("width", [60, 80, 100])
def test_lists_fit_the_columns_of_a_terminal_and_cut_nothing(command, evening, monkeypatch, width):
    db, run = evening
    monkeypatch.setenv("COLUMNS", str(width))
    lists = [
        ("games",),
        ("games", "undercover"),
        ("suites",),
        ("suites", "magic"),
        ("runs", "--db", db),
        ("leaderboard", "--db", db),
    ]
    for arguments in lists:
        said = command(*arguments).out
        assert max(map(len, said.splitlines())) <= width, arguments
        assert "…" not in said
    assert run in command("runs", "--db", db).out
    assert all(name in command("games").out for name in KITS)


@pytest.mark.parametrize(
    "arguments", [(), ("run",), ("nosuch",), ("run", "tictactoe"), ("report", "latest", "--format", "pdf")]
)
def test_a_command_that_cannot_be_says_where_to_look(command, arguments):
    said = command(*arguments)
    assert said.code == 2
    assert "Traceback" not in said.err
    if arguments:
        said.told(2, "--help")


def test_the_program_starts_as_a_module_and_ends_with_the_code(tmp_path):
    def start(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "agonist", *arguments],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            check=False,
        )

    wrong = start("play", "tictactoe", "randm", "random")
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith("agonist: there is no player 'randm'")


@pytest.mark.long
def test_a_reader_who_has_seen_enough_is_no_error(tmp_path):
    # More than a pipe holds, and nobody reads.
    program = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "agonist",
            "run",
            "tictactoe",
            "--player",
            "random",
            "--matches",
            "300",
            "--json",
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.read(1)
    program.stdout.close()
    err = program.stderr.read().decode()
    program.stderr.close()
    assert program.wait(20) == 0
    assert re.fullmatch(r"Plan: .*\nRun \w+ in agonist.db\n", err)
