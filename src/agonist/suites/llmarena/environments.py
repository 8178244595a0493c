"""The seven environments, with the paper's options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from agonist.core import Game, UsageError, nearest
from agonist.games import find_kit, hanabi, sealed_bid_auction, texas_holdem, undercover
from agonist.kit import make_game


@dataclass(frozen=True)
class Environment:
    """One game with the options of the paper.

    `measure`: TrueSkill's mean; the share of matches won in percent; the mean score, in units of `unit`
    points. `seating`: every two players, each player with itself, or each player as the one undercover among
    a crowd. `history`: what models are sent of the match so far, `full` or `none`.
    """

    game: str
    column: str
    """What the paper's tables call it."""
    measure: Literal["trueskill", "win rate", "mean"]
    seating: Literal["pairs", "self", "crowd"]
    history: Literal["full", "none"]
    options: Mapping[str, Any] = field(default_factory=dict, hash=False)
    unit: int = 1

    @property
    def part(self) -> str:
        """The part of its matches in the main tournament."""
        return f"llmarena: {self.game}"

    def make(self) -> Game[Any, Any]:
        return make_game(find_kit(self.game).game, self.options)


ENVIRONMENTS: Final = (
    Environment("tictactoe", "TicTacToe", "trueskill", "pairs", "none"),
    Environment("connect_four", "ConnectFour", "trueskill", "pairs", "none"),
    Environment(
        "texas_holdem",
        "TexasHoldem",
        "trueskill",
        "pairs",
        "none",
        texas_holdem.PRESETS["llmarena"],
    ),
    Environment(
        "sealed_bid_auction",
        "Bid",
        "mean",
        "pairs",
        "full",
        sealed_bid_auction.PRESETS["llmarena"],
        unit=100,
    ),
    Environment("bargain", "Bargain", "trueskill", "pairs", "full", {"rounds": 10, "score": "difference"}),
    Environment("undercover", "Undercover", "win rate", "crowd", "full", undercover.PRESETS["llmarena"]),
    Environment("hanabi", "Hanabi", "mean", "self", "none", hanabi.PRESETS["llmarena"]),
)
"""In the order of the paper's tables. Bids are in cents, the paper's rewards in dollars."""


def environment(game: str) -> Environment:
    """The environment that plays this game."""
    for each in ENVIRONMENTS:
        if each.game == game:
            return each
    raise UsageError(nearest("environment of llmarena", game, [each.game for each in ENVIRONMENTS]))


def chosen(games: str | None) -> Sequence[Environment]:
    """The environments in a comma-separated list; all by default."""
    if games is None:
        return ENVIRONMENTS
    named = [environment(game) for game in games.split(",")]
    return [each for each in ENVIRONMENTS if each in named]
