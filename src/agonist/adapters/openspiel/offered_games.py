"""Which of OpenSpiel's games are offered, and why others are not."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any, Final

import pyspiel

from agonist.core import UsageError, nearest

UNPLAYABLE: Final[Mapping[str, str]] = {
    "bridge_uncontested_bidding": "its deals are drawn inside the library, so its history does not replay",
    "chat_game": "a language model inside the game writes its messages",
    "crossword": "its moves are structures, not numbers",
    "morpion_solitaire": "its states crash the program when they are copied",
    "negotiation": "its deals are drawn inside the library, so its history does not replay",
    "python_pokerkit_wrapper": "it takes 10 ms a move and another package; universal_poker is its like",
    "python_pokerkit_wrapper_acpc_style": "it takes 10 ms a move and another package; "
    "universal_poker is its like",
    "python_repeated_pokerkit": "it takes 10 ms a move and another package; universal_poker is its like",
    "quoridor": "the library itself warns that its rules have known faults",
    "stones_and_gems": "its chance is drawn inside the library, so its history does not replay",
    "tarok": "its deals are drawn inside the library, so its history does not replay",
}
"""Games that cannot be offered whatever their parameters are, and why."""


@cache
def in_cpp() -> Mapping[str, Any]:
    """The library's descriptions of its games in C++ by name; loading those in Python takes half a second."""
    return {each.short_name: each for each in pyspiel.registered_games()}


@cache
def registered() -> Mapping[str, Any]:
    """The library's descriptions of all its games by name, those written in Python among them."""
    import_module("open_spiel.python.games")  # registers them
    logging.getLogger("absl").setLevel(logging.ERROR)  # they warn of files that nobody asked for
    return {each.short_name: each for each in pyspiel.registered_games()}


def refused_games() -> dict[str, str]:
    """Why each other game of the library is not offered, in a phrase, by its name."""
    every = ((name, why_refused(each)) for name, each in sorted(registered().items()))
    return {name: why for name, why in every if why}


def game_names() -> list[str]:
    """The names of all games that are offered."""
    return [name for name, each in sorted(registered().items()) if not why_refused(each)]


def description_of(name: str) -> Any:
    """The library's description of a game. Raises `UsageError` for one that is unknown or not offered."""
    found = in_cpp().get(name) or registered().get(name)
    if found is None:
        raise UsageError(
            f"{nearest('game of OpenSpiel', name, game_names())}; agonist games --from openspiel lists them"
        )
    if why := why_refused(found):
        raise UsageError(f"openspiel:{name} is not offered: {why}")
    return found


def why_refused(described: Any) -> str:
    """Why a game is not offered, in a phrase; empty if it is."""
    if described.dynamics == pyspiel.GameType.Dynamics.MEAN_FIELD:
        return "it is a mean-field game: it has a population instead of players"
    if not described.default_loadable:
        return "it is made from another game or a file, which no name can give"
    return UNPLAYABLE.get(described.short_name, "")
