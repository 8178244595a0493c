"""The commands as help lists them; a command's module is loaded only when it is called."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from importlib import import_module
from keyword import iskeyword
from pathlib import Path
from typing import Any, Final

import typer
from typer.core import TyperCommand

from agonist.core.garbage_collection import collect_as_usual

HELP: Final = {"help_option_names": ["-h", "--help"]}

SITE: Final = ("serve", "account")
"""Commands of the site. Their folder, `cli/site`, is not there where only the engine is."""

_HELP_OF_COMMANDS: Final = {
    "games": "List the games, or describe one.",
    "programs": "Show the programs that models have written in a run (players code:MODEL).",
    "prompts": (
        "Show what a model is sent at its first turn, which files hold the prompts, and how to replace them."
    ),
    "players": "List the players: built in, methods, models and their options.",
    "suites": "List the suites, the papers' evaluations, or describe one.",
    "play": "Play one match and show it.",
    "run": "Play an evaluation: every pair or table of players, with seats rotated over the same deals.",
    "resume": "Continue a run that was interrupted, or add players to one; nothing is played twice.",
    "runs": "List the runs in a database, or watch those that are being played.",
    "backup": "Copy a whole database to a file, while runs and the site go on.",
    "restore": "Make a new database of a copy; nothing is overwritten.",
    "remove": "Remove a run from a database, with all its matches; asks before.",
    "report": (
        "Report on a run: who is better, at what, why players lost, what it cost; as a page, every match."
    ),
    "leaderboard": "Rate all players in a database, over all its runs.",
    "compare": "Compare two players: who is better, how sure that is, and how many more matches would tell.",
    "plan": "Say how many matches a wanted width of ratings takes, before any is played.",
    "rate": "Rate players by a list of results of any game: JSON, JSON Lines or CSV.",
    "replay": "Show a match again, move by move.",
    "fork": "Play on from any step of a stored match, with other players, other moves or fresh luck.",
    "analyse": "Take results apart into luck and skill, and find the moves that cost most.",
    "check-game": "Check that a game keeps the contract: replays, hidden information, words, answers.",
    "check-player": (
        "Try a player on all games: finished matches, invalid answers, errors, time, repeatability."
    ),
    "exploit": "Ask a player at every spot of a small game, and compute what the best responses to it gain.",
    "export": "Export a run for other programs: runs, matches, moves, model calls and ratings; no secrets.",
    "import": "Read published records, or logs of Inspect, into the database as matches of the named models.",
    "serve": (
        "Open a site over a database: leaderboard, matches live and step by step, agents, games to play."
    ),
    "worker": "Play a run, or the matches of a site, on PostgreSQL: start any number, on any machines.",
    "mcp": "Offer a seat as tools to any MCP client; the match is stored like any other.",
    "openenv": "Serve a seat of a game as an OpenEnv environment; each session is a match of its own.",
    "endpoint": "Serve a local OpenAI-compatible endpoint with scripted answers and faults on demand.",
    "account": (
        "Create an account of a public site, set its password, change, block or delete it; list all of them."
    ),
    "serve-agent": "Serve a player as an HTTP agent to any host that uses the WiS agent protocol.",
    "demo": (
        "Play a dozen games with built-in players and a model behind a local HTTP endpoint; write a report."
    ),
}

COMMANDS: Final = {
    name: about
    for name, about in _HELP_OF_COMMANDS.items()
    if name not in SITE or (Path(__file__).parent / "site" / "__init__.py").is_file()
}
"""Each command's help, in the order of the list."""

LONG_RUNNING: Final = ("serve", "worker", "mcp", "openenv", "endpoint", "serve-agent")
"""Commands that run for days, in which garbage in cycles must not accumulate."""


def function_of(name: str) -> Callable[..., int]:
    """The function of a command: it has the command's name, and so has its module."""
    function = name.replace("-", "_") + ("_" if iskeyword(name) else "")
    module = import_module(f"agonist.cli.{'site' if name in SITE else 'commands'}.{function}")
    return getattr(module, function)  # type: ignore[no-any-return]


class Command(TyperCommand):
    """A command as listed by help. Its module is loaded only when it is called, since databases and network
    clients take more than a second to load.
    """

    def make_context(self, *options: Any, **named: Any) -> Any:
        name = str(self.name)
        alone = typer.Typer(add_completion=False)
        alone.command(name, context_settings=HELP)(function_of(name))
        if name in LONG_RUNNING:
            collect_as_usual()
        command = typer.main.get_command(alone)
        for parameter in command.params:
            parameter.type = _in_plain_digits(parameter.type)
        return command.make_context(*options, **named)


def _in_plain_digits(kind: Any) -> Any:
    """A type of numbers that refuses other digits than 0 to 9, which Python reads, and nobody expects."""
    if not kind.name.startswith(("int", "float")):
        return kind
    read, strict = kind.convert, copy(kind)

    def convert(value: Any, parameter: Any, ctx: Any) -> Any:
        if isinstance(value, str) and not value.isascii():
            strict.fail(f"{value!r} is not a valid {kind.name}", parameter, ctx)
        return read(value, parameter, ctx)

    strict.convert = convert
    return strict
