"""Odd command lines: every one ends with a code of the table, and one message where it fails."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import typer
from tests.faults.trials.case import ODD, agonist, decent, expect, inside, some
from tests.faults.trials.codes import TABLE
from tests.faults.trials.damage import played

from agonist.cli.command_table import COMMANDS, function_of
from agonist.suites import SUITES

FIRST: Final = {
    **dict.fromkeys(("report", "resume", "export"), ("latest",)),
    **dict.fromkeys(
        ("play", "run", "prompts", "check-game", "mcp", "openenv"), ("tictactoe", "guess_average?rounds=1")
    ),
    **dict.fromkeys(("suites", "import"), tuple(SUITES)),
    "games": ("tictactoe", "hanabi"),
    "replay": ("1", "2"),
    "check-player": ("random",),
    "serve-agent": ("random",),
    "rate": ("results.csv",),
    "account": ("someone",),
}
"""What a command is about, mostly."""

NEVER: Final = {
    **dict.fromkeys(("serve", "openenv", "endpoint", "serve-agent"), ("--port", "65536")),
    "worker": ("--matches", "0"),
    "mcp": ("--player", "radnom"),
    "demo": ("--matches", "-1"),
}
"""What keeps a command from working for minutes, or for ever, if an odd word does not already."""

SMALL: Final = {
    "run": ("--player", "random", "--matches", "1"),
    "check-game": ("--matches", "1", "--replays", "1"),
    "check-player": ("--game", "tictactoe"),
}
"""Words that make a command small, unless an odd word says otherwise."""

CODES: Final = tuple(set(TABLE) - {70})


@cache
def parameters(command: str) -> Sequence[Any]:
    """The arguments and options of a command, as its help lists them."""
    alone = typer.Typer(add_completion=False)
    alone.command()(function_of(command))
    return typer.main.get_command(alone).params


def trial(rng: Random, folder: Path) -> str:
    command = some(rng, tuple(COMMANDS))
    return f"{command}: code {tried(rng, folder, command)}"


def tried(rng: Random, folder: Path, command: str) -> int:
    """A command with words that nobody means; its exit code."""
    with inside(folder):
        if rng.random() < 0.5:
            shutil.copyfile(played(), "agonist.db")
        Path("results.csv").write_text("player,score\na,1\nb,0\n")
        words = [command]
        if command == "run" and rng.random() < 0.2:
            # Suites are estimated; the trial of kills plays them.
            words += [some(rng, tuple(SUITES)), "--player", "random", "--quick", "--estimate"]
        else:
            if command in FIRST:
                words.append(some(rng, FIRST[command] if rng.random() < 0.7 else ODD))
            if command == "play":
                words += [some(rng, ("random", "reference", some(rng, ODD))) for _ in range(2)]
            words += SMALL.get(command, ())
        options = [parameter for parameter in parameters(command) if parameter.opts[0].startswith("-")]
        for _ in range(int(rng.random() * 3) if options else 0):
            option = some(rng, options)
            name = some(rng, option.opts + option.secondary_opts)
            words += [name] if option.is_flag or option.count else [name, some(rng, ODD)]
        if rng.random() < 0.1:
            words.append(some(rng, ODD))
        words += NEVER.get(command, ())
        before = {path.name for path in folder.parent.iterdir()}
        said = agonist(*words)
        decent(said, CODES)
        expect(
            command not in NEVER or said.code or "--help" in words or "-h" in words,
            f"{words} should have been refused",
            said,
        )
        expect({path.name for path in folder.parent.iterdir()} == before, f"{words} wrote outside its folder")
        if (
            "--json" in words
            and "--help" not in words
            and "-h" not in words
            and said.code == 0
            and said.out.strip()
        ):
            expect(said.out.lstrip()[0] in "[{", f"{words} printed something else than JSON", said)
    return said.code
