"""The games, each in a folder of its own."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, Final

from agonist.core import AgonistError, GameError, UsageError, nearest
from agonist.games import (
    bargain,
    battle_royale,
    chameleon,
    codenames,
    connect_four,
    cost_sharing,
    diners_dilemma,
    divide_dollar,
    el_farol,
    guess_average,
    hanabi,
    pirate_game,
    prisoners_dilemma,
    public_goods,
    santorini,
    sea_battle,
    sealed_bid_auction,
    texas_holdem,
    tictactoe,
    undercover,
    who_is_spy,
)
from agonist.kit import Kit
from agonist.plugins import GAMES, plugins

__all__ = ["KITS", "find_kit", "game_names"]

KITS: Final[Mapping[str, Kit]] = {
    kit.name: kit
    for kit in (
        bargain.KIT,
        battle_royale.KIT,
        chameleon.KIT,
        codenames.KIT,
        connect_four.KIT,
        cost_sharing.KIT,
        diners_dilemma.KIT,
        divide_dollar.KIT,
        el_farol.KIT,
        guess_average.KIT,
        hanabi.KIT,
        pirate_game.KIT,
        prisoners_dilemma.KIT,
        public_goods.KIT,
        santorini.KIT,
        sea_battle.KIT,
        sealed_bid_auction.KIT,
        texas_holdem.KIT,
        tictactoe.KIT,
        undercover.KIT,
        who_is_spy.KIT,
    )
}
"""Our games by name."""


def find_kit(name: str) -> Kit:
    """The game of this name: one of ours, one of an installed package, or `module:KIT` for a user's own.

    Raises `UsageError` for a name that is not known, `GameError` for a module that cannot be imported.

    >>> find_kit("tictacto")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no game 'tictacto'; did you mean 'tictactoe'?
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        if name in KITS:
            return KITS[name]
        listed = plugins(GAMES)
        if name not in listed:
            raise UsageError(nearest("game", name, game_names()))
        return _checked(name, listed[name].load())
    try:
        kit = getattr(importlib.import_module(module), attribute)
    except AgonistError:
        raise
    except (Exception, SystemExit) as error:
        raise GameError(f"the game {name!r} cannot be imported: {type(error).__name__}: {error}") from error
    return _checked(name, kit)


def game_names() -> list[str]:
    """Our games, and those that installed packages list; none of those is loaded."""
    return [*KITS, *(name for name in plugins(GAMES) if name not in KITS)]


def _checked(name: str, kit: Any) -> Kit:
    if not isinstance(kit, Kit):
        raise GameError(
            f"{name!r} is {type(kit).__name__}, not a Kit; see CONTRIBUTING for what a game brings"
        )
    return kit
