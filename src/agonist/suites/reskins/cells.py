"""The four cells of a game: its usual form, other names, other rules, and both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias, get_args

from agonist.core import UsageError
from agonist.kit import Kit
from agonist.tournament.game_spec import Target, parse_target

Cell: TypeAlias = Literal["plain", "labels", "payoffs", "both"]

CELLS: Final[tuple[Cell, ...]] = get_args(Cell)
"""The names of arXiv 2603.19167."""

ABOUT: Final[Mapping[Cell, str]] = {
    "plain": "the usual names and rules",
    "labels": "other names, the usual rules",
    "payoffs": "the usual names, other rules",
    "both": "other names and other rules",
}

GAMES: Final = (
    "air_land_sea",
    "arctic_scavengers",
    "battle_royale",
    "connect_four",
    "diners_dilemma",
    "divide_dollar",
    "el_farol",
    "guess_average",
    "hanabi",
    "pirate_game",
    "pit",
    "prisoners_dilemma",
    "public_goods",
    "sealed_bid_auction",
    "texas_holdem",
    "tictactoe",
)
"""Our games that have re-skins or counterfactual rules; a test compares them with the kits."""

OF_LIBRARIES: Final = (
    "blackjack",
    "blotto",
    "crazy_eights",
    "euchre",
    "first_sealed_auction",
    "gin_rummy",
    "goofspiel",
    "hearts",
    "kuhn_poker",
    "leduc_poker",
    "matrix_bos",
    "matrix_brps",
    "matrix_cd",
    "matrix_mp",
    "matrix_pd",
    "matrix_rps",
    "matrix_sh",
    "oshi_zumo",
    "openspiel:liars_dice",
)
"""The same of OpenSpiel, which need not be installed."""

UNUSUAL: Final = frozenset(
    ("air_land_sea", "arctic_scavengers", "battle_royale", "el_farol", "hanabi", "pit", "texas_holdem")
)
"""What is played only if it is named. At the bar, whatever one does pays the same among players in the mixed
equilibrium, so there is no scale unless other opponents are named. The others take many calls, or more deals
than usual until the reference player is shown to be better."""

USUAL: Final = tuple(game for game in GAMES if game not in UNUSUAL)
"""What is played unless games are named."""

SEEDS_APART: Final = 100_000
"""Seeds of re-skins of a run with another seed are so far apart; a run has at most so many deals."""


def cells_of(kit: Kit) -> tuple[Cell, ...]:
    """The cells that a game has. Raises `UsageError` for a game that has but the plain one."""
    labels, payoffs = kit.skins is not None, bool(kit.counterfactuals)
    if not (labels or payoffs):
        these = ", ".join((*GAMES, *OF_LIBRARIES))
        raise UsageError(f"reskins: {kit.name} has no other names or rules; these have: {these}")
    has = {"plain": True, "labels": labels, "payoffs": payoffs, "both": labels and payoffs}
    return tuple(cell for cell in CELLS if has[cell])


def target_of(game: str, cell: Cell, options: Mapping[str, Any], seed: int) -> Target:
    """A game as it is played in a cell; the seed draws names and rules, the same in every cell."""
    drawn = dict(options)
    if cell in ("payoffs", "both"):
        drawn["payoffs"] = seed
    if cell in ("labels", "both"):
        drawn["labels"] = seed
    typed = "&".join(f"{key}={value}" for key, value in drawn.items())
    return parse_target(f"{game}?{typed}" if typed else game)
