"""The games that a site offers: ours, and those of the libraries that are installed."""

from __future__ import annotations

from contextlib import suppress
from functools import cache

from agonist.core import UsageError, nearest
from agonist.games import KITS, dressed_names, find_kit, full_name, library, of_library
from agonist.games.names_of_textarena_games import textarena_names
from agonist.kit import Kit


def offered_kit(name: str) -> Kit:
    """The game of this name. Raises `UsageError` for any other, so that nothing typed can load code.

    >>> offered_kit("tictacto")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no game 'tictacto'; did you mean 'tictactoe'?
    """
    if name not in KITS and not of_library(full_name(name)):
        raise UsageError(nearest("game", name[:60], [*KITS, *dressed_names()]))
    return find_kit(name)


@cache
def offered_games() -> dict[str, str]:
    """What can be typed for each game, and its title; a library's have one where their words are ours."""
    ours = {name: kit.title for name, kit in KITS.items()}
    dressed, others = dict[str, str](), dict[str, str]()
    with suppress(UsageError):  # it is not installed
        others |= {f"openspiel:{name}": "" for name in library("openspiel").game_names()}
    others |= {f"textarena:{name}": "" for name in textarena_names()}
    for name, full in dressed_names().items():
        if full in others:
            dressed[name] = find_kit(full).title
            del others[full]
    return ours | dressed | others
