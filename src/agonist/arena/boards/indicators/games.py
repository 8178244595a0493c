"""The indicators of each listed game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from agonist.arena.boards.indicators import boards, cards, economics, talking
from agonist.arena.boards.indicators.columns import Indicator, Measured

MEASURED: Final[Mapping[str, Measured]] = {
    "air_land_sea": cards.AIR_LAND_SEA,
    "arctic_scavengers": cards.ARCTIC,
    "are_you_the_traitor": talking.TRAITOR,
    "bargain": economics.BARGAIN,
    "battle_royale": economics.BATTLE,
    "chameleon": talking.CHAMELEON,
    "codenames": talking.CODENAMES,
    "connect_four": boards.CONNECT_FOUR,
    "cost_sharing": economics.COSTS,
    "diners_dilemma": economics.DINNER,
    "divide_dollar": economics.DOLLAR,
    "el_farol": economics.BAR,
    "guess_average": economics.GUESSES,
    "hanabi": cards.HANABI,
    "hive": boards.HIVE,
    "pirate_game": economics.PIRATES,
    "pit": cards.PIT,
    "prisoners_dilemma": economics.PRISONERS,
    "public_goods": economics.GOODS,
    "santorini": boards.SANTORINI,
    "sea_battle": boards.SEA_BATTLE,
    "sealed_bid_auction": economics.AUCTION,
    "texas_holdem": cards.HOLDEM,
    "tictactoe": boards.TICTACTOE,
    "two_rooms": talking.TWO_ROOMS,
    "undercover": talking.UNDERCOVER,
    "who_is_spy": talking.WHO_IS_SPY,
}
"""By game."""

INDICATORS: Final[Mapping[str, Sequence[Indicator]]] = {
    game: measured.columns for game, measured in MEASURED.items()
}
"""The columns without their readers, by game. Each can sort the board."""
