"""What is to be played: a game with options, as anyone can type it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agonist.core import Game, UsageError
from agonist.games import find_kit
from agonist.kit import Kit, make_game
from agonist.text import parse_spec


@dataclass(frozen=True)
class Target:
    """A game that matches are played of; `name` is what it is found by."""

    text: str
    name: str
    kit: Kit
    game: Game[Any, Any]


def parse_target(text: str, prompts: Path | None = None) -> Target:
    """The game for `connect_four?rows=5`, with a user's wording laid over ours where he has some.

    Raises `UsageError` for an unknown game or option, or one out of range.

    >>> parse_target("tictactoe?seats=3")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: tictactoe is for 2 players, not 3
    """
    name, options = parse_spec(text)
    kit = find_kit(name).with_prompts(checked_folder(prompts))
    return Target(text, name, kit, make_game(kit.game, options))


def finder(prompts: Path | None) -> Callable[[str], Kit]:
    """What finds a game by name, with a user's wording laid over."""
    folder = checked_folder(prompts)
    return lambda name: find_kit(name).with_prompts(folder)


def checked_folder(prompts: Path | None) -> Path | None:
    """The folder of a user's prompts, which must exist if it is named."""
    if prompts is not None and not prompts.is_dir():
        raise UsageError(f"there is no folder {prompts} of prompts")
    return prompts
