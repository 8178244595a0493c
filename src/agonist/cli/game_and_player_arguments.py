"""Games, suites and players as they are named on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from shlex import quote
from typing import Annotated

import typer

from agonist import api
from agonist.cli import completion
from agonist.cli.streams import only_data
from agonist.core import UsageError, nearest
from agonist.games import game_names, of_library
from agonist.kit import Kit
from agonist.players import BUILT_IN, METHODS, parse_player
from agonist.players.checkpoint_names import expect_checkpoint
from agonist.players.option import HTTP, UCI
from agonist.plugins import PLAYERS, plugins
from agonist.text import parse_spec
from agonist.tournament.game_spec import parse_target


def targets_and_players(names: Sequence[str], players: Sequence[str]) -> tuple[list[str], list[str]]:
    """Targets and players, with the players named after the games moved to the players.

    Raises `UsageError` for a later name that is neither.

    >>> targets_and_players(["tictactoe", "random", "nim:KIT"], ["reference"])
    (['tictactoe', 'nim:KIT'], ['random', 'reference'])
    """
    targets = list(names[:1])
    found: list[str] = []
    for name in names[1:]:
        (found if _is_player(name) else targets).append(name)
    found += players
    if not found:
        command = f"agonist run {' '.join(map(quote, targets))} --player SPEC"
        raise UsageError(f"who plays? {command}; see agonist run --help")
    return targets, found


def _is_player(text: str) -> bool:
    """Whether this is a player and no further game or suite."""
    name = text.partition("?")[0].partition("(")[0]
    targets = [*game_names(), *api.suites(), "all"]
    if name in targets or of_library(name):
        return False
    players = [*BUILT_IN, *plugins(PLAYERS)]
    if name in players or "/" in name or "=" in name or name.partition(":")[0] in (*METHODS, HTTP, UCI):
        return True
    expect_checkpoint(text)
    if ":" not in name:
        message = nearest("game, suite or player", name, [*targets, *players])
        hint = (
            ""
            if "did you mean" in message
            else "; a model is written provider/model, such as openai/gpt-5-mini"
        )
        raise UsageError(message + hint)
    return _is_no_game(name)


def _is_no_game(name: str) -> bool:
    """Whether `module:NAME` exists and is not a game; one that cannot be imported is reported as a target."""
    module, _, attribute = name.partition(":")
    with only_data():
        try:
            return not isinstance(getattr(import_module(module), attribute), Kit)
        except (Exception, SystemExit):  # noqa: BLE001  a stranger's module may raise anything
            return False


def with_seats(game: str, players: int) -> str:
    """The target, with the number of seats set to that of the players if the default differs.

    >>> with_seats("guess_average", 3), with_seats("tictactoe", 2)
    ('guess_average?seats=3', 'tictactoe')
    """
    name, options = parse_spec(game)
    if not options.keys().isdisjoint(("seats", "players")) or parse_target(game).game.seats == players:
        return game
    return f"{name}?{'&'.join(f'{key}={value}' for key, value in {**options, 'seats': players}.items())}"


OnePlayer = Annotated[
    str | None,
    typer.Argument(
        metavar="[PLAYER]",
        help="A player, such as reference or 'mymodule:MyAgent?depth=3'; the same as --player.",
        autocompletion=completion.players,
    ),
]
OnePlayerOption = Annotated[
    list[str] | None, typer.Option("--player", help="The player.", autocompletion=completion.players)
]
"""The two ways to name the player of a command that takes one; `one_player` reads them."""


def one_player(named: str | None, players: Sequence[str] | None, command: str) -> str:
    """The player of a command that takes one, as its argument or as `--player`, and no person. Raises
    `UsageError`.
    """
    names = [*filter(None, [named]), *(players or ())]
    if not names:
        raise UsageError(f"which player? agonist {command} --player SPEC; see agonist {command} --help")
    if len(names) > 1:
        raise UsageError(f"agonist {command} takes one player, not {', '.join(names)}")
    if has_person(names):
        raise UsageError(f"agonist {command} takes no person; name another player")
    return names[0]


def has_person(players: Sequence[str]) -> bool:
    """Whether a person at this terminal is among the players."""
    return any(parse_player(spec).name == "human" for spec in players)
