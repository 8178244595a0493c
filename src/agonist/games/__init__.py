"""The games, each in a folder of its own.

You may rely on the names in `__all__`; others may change.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, cast

from agonist.core import AgonistError, GameError, UsageError, nearest
from agonist.core.import_by_name import named_object
from agonist.core.source_places import error_line, in_brackets
from agonist.plugins import GAMES, plugins

if TYPE_CHECKING:
    from agonist.kit import Kit

__all__ = ["KITS", "find_kit", "game_names"]

NAMES: Final = (
    "air_land_sea",
    "arctic_scavengers",
    "are_you_the_traitor",
    "avalon",
    "bargain",
    "battle_royale",
    "chameleon",
    "codenames",
    "commons",
    "connect_four",
    "cost_sharing",
    "diners_dilemma",
    "divide_dollar",
    "el_farol",
    "guess_average",
    "hanabi",
    "hive",
    "liars_dice",
    "negotiation",
    "pirate_game",
    "pit",
    "prisoners_dilemma",
    "public_goods",
    "santorini",
    "sea_battle",
    "sealed_bid_auction",
    "texas_holdem",
    "tictactoe",
    "two_rooms",
    "undercover",
    "werewolf",
    "who_is_spy",
)
"""The names of our games; each is a folder here with a `KIT`."""

EXAMPLE_GAME: Final = "connect_four"
"""The game in examples of commands, and of forms until one is chosen."""

ADAPTERS: Final = {"openspiel": "agonist.adapters.openspiel", "textarena": "agonist.adapters.textarena"}
"""The module of each library's adapter, a `Library`, by the library's name; loaded when it is needed."""

DRESSED: Final[Mapping[str, Sequence[str]]] = {
    "openspiel": (
        "amazons",
        "backgammon",
        "battleship",
        "blackjack",
        "blotto",
        "breakthrough",
        "checkers",
        "chess",
        "clobber",
        "coin_game",
        "crazy_eights",
        "dark_hex",
        "dots_and_boxes",
        "euchre",
        "first_sealed_auction",
        "gin_rummy",
        "go",
        "gomoku",
        "goofspiel",
        "hearts",
        "hex",
        "kuhn_poker",
        "leduc_poker",
        "liars_dice",
        "lines_of_action",
        "mancala",
        "matrix_bos",
        "matrix_brps",
        "matrix_cd",
        "matrix_mp",
        "matrix_pd",
        "matrix_rps",
        "matrix_sh",
        "nine_mens_morris",
        "oshi_zumo",
        "othello",
        "phantom_ttt",
        "trade_comm",
        "y",
    ),
}  # fmt: skip
"""Games of libraries with prompts and more of our own, each a folder of its adapter; their bare names are
understood, but for those that our own games have."""

SHORT_GAME: Final = "tictactoe"
"""A game of a few short answers, for a player's first match."""


class Library(Protocol):
    """What an adapter's module offers. Importing it raises `UsageError` if the library isn't installed."""

    def find_kit(self, name: str) -> Kit:
        """The game of this name. Raises `UsageError` for a name that it has not, or that it refuses."""

    def game_names(self) -> Sequence[str]:
        """The names of all games that it offers."""

    def refused_games(self) -> Mapping[str, str]:
        """Why each other game of the library can't be played, in a phrase, by its name."""


class _Kits(Mapping[str, "Kit"]):
    """Our games by name, each loaded when it is looked up, so that a command need not load all of them."""

    def __init__(self) -> None:
        self._loaded: dict[str, Kit] = {}

    def __getitem__(self, name: str) -> Kit:
        if name not in self._loaded:
            if name not in NAMES:
                raise KeyError(name)
            self._loaded[name] = importlib.import_module(f"agonist.games.{name}").KIT
        return self._loaded[name]

    def __contains__(self, name: object) -> bool:
        return name in NAMES

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


KITS: Final[Mapping[str, Kit]] = _Kits()
"""Our games by name."""


def find_kit(name: str) -> Kit:
    """The game of this name: one of ours, one of a library that we dressed, one of an installed package,
    `library:NAME` for a game of a library that has an adapter, or `module:KIT` for a user's game.

    Raises `UsageError` for a name that is not known, `GameError` for a module that fails when it is imported.

    >>> find_kit("tictacto")
    Traceback (most recent call last):
    agonist.core.errors.UsageError: there is no game 'tictacto'; did you mean 'tictactoe'?
    """
    module, colon, attribute = name.partition(":")
    if not colon:
        if name in KITS:
            return KITS[name]
        if (full := full_name(name)) != name:
            return find_kit(full)
        listed = plugins(GAMES)
        if name not in listed:
            raise UsageError(nearest("game", name, game_names()))
        return _checked(name, listed[name].load())
    if of_library(name):
        return library(module).find_kit(attribute)
    from agonist.kit import Kit

    try:
        kit = named_object(name, "Kit", lambda _, value: isinstance(value, Kit))
    except AgonistError:
        raise
    except (Exception, SystemExit) as error:
        why = f"{error_line(error)}{in_brackets(error)}"
        raise GameError(f"the game {name!r} cannot be imported: {why}") from error
    return _checked(name, kit)


def kit_or_none(name: str) -> Kit | None:
    """The game of this name; `None` if there is none any more, or its library is not installed."""
    try:
        return find_kit(name)
    except AgonistError:
        return None


def game_names() -> list[str]:
    """The names of our games, of those that we dressed, and of those that installed packages list; no game is
    loaded.
    """
    ours = [*KITS, *dressed_names()]
    return [*ours, *(name for name in plugins(GAMES) if name not in ours)]


def dressed_names() -> dict[str, str]:
    """The full name of each of a library's games that has a bare name, by this name."""
    every = {name: f"{library}:{name}" for library, names in DRESSED.items() for name in names}
    return {name: full for name, full in every.items() if name not in KITS}


def full_name(game: str) -> str:
    """The name by which a game is stored and shown: the library's name stands before a bare one.

    >>> full_name("kuhn_poker"), full_name("liars_dice")
    ('openspiel:kuhn_poker', 'liars_dice')
    """
    return dressed_names().get(game, game)


def library(name: str) -> Library:
    """The library of this name. Raises `UsageError` for an unknown one, and where it isn't installed."""
    if name not in ADAPTERS:
        raise UsageError(nearest("library", name, ADAPTERS))
    return cast("Library", importlib.import_module(ADAPTERS[name]))


def of_library(game: str) -> bool:
    """Whether a game is named as one of a library.

    >>> of_library("checkers"), of_library("mine:KIT")
    (False, False)
    """
    name, colon, _ = game.partition(":")
    return bool(colon) and name in ADAPTERS


def _checked(name: str, kit: Any) -> Kit:
    from agonist.kit import Kit

    if not isinstance(kit, Kit):
        raise GameError(
            f"{name!r} is {type(kit).__name__}, not a Kit; see CONTRIBUTING for what a game brings"
        )
    return kit
