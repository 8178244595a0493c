"""TextArena's games by name, so that a list of games need not load TextArena, which takes a second."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

TEXTARENA_NAMES: Final = (
    "2048-v0", "Bandit-v0", "Blackjack-v0", "Countdown-v0", "Crosswords-v0", "Cryptarithm-v0",
    "FifteenPuzzle-v0", "FrozenLake-v0", "GuessTheNumber-v0", "LightsOut-v0", "LogicPuzzle-v0",
    "Mastermind-v0", "Minesweeper-v0", "PegJump-v0", "RushHour-v0", "Secretary-v0", "Set-v0",
    "Slitherlink-v0", "Sokoban-v0", "Sudoku-v0", "ThreeCardMonte-v0", "TowerOfHanoi-v0", "Alquerque-v0",
    "Battleship-v0", "Breakthrough-v0", "Briscola-v0", "Chopsticks-v0", "ColonelBlotto-v0",
    "ConnectFour-v0", "Crusade-v0", "GameOfPureStrategy-v0", "GermanWhist-v0", "Golf-v0",
    "HighSociety-v0", "IndianPoker-v0", "IteratedMatchingPennies-v0", "IteratedPrisonersDilemma-v0",
    "IteratedRockPaperScissors-v0", "IteratedTwoThirdsAverage-v0", "KuhnPoker-v0", "LinesOfAction-v0",
    "MemoryGame-v0", "Nim-v0", "Othello-v0", "PigDice-v0", "QuantumTicTacToe-v0",
    "SimpleBlindAuction-v0", "SimpleNegotiation-v0", "SimpleTak-v0", "SpiteAndMalice-v0", "Stratego-v0",
    "Tak-v0", "TicTacToe-v0", "TruthAndDeception-v0", "TwoDollar-v0", "UltimateTicTacToe-v0",
    "IteratedUltimatumGame-v0", "WildTicTacToe-v0", "Snake-v0", "Surround-v0", "Taboo-v0",
    "LiarsDice-v0", "Poker-v0", "PublicGoodsGame-v0", "MarketEntryGame-v0", "ThreePlayerTicTacToe-v0",
    "ThreePlayerGOPS-v0", "ThreePlayerIPD-v0", "SettlersOfCatan-v0", "SecretMafia-v0",
    "SantoriniBaseFixed-v0", "NewRecruit-v0",
)  # fmt: skip
"""What the adapter offers, as a test checks."""


def textarena_names() -> tuple[str, ...]:
    """The names of its games that can be played here: none where it is not installed."""
    return TEXTARENA_NAMES if find_spec("textarena") else ()
