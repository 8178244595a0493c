"""Tic-Tac-Toe."""

from agonist.games.tictactoe.indicators import INDICATORS, threats
from agonist.games.tictactoe.observation_arrays import ARRAYS
from agonist.games.tictactoe.picture import picture
from agonist.games.tictactoe.reference import perfect
from agonist.games.tictactoe.rules import Board, TicTacToe, position
from agonist.games.tictactoe.skins import COUNTERFACTUALS, SKINS
from agonist.games.tictactoe.text import WORDS, drawing
from agonist.kit import Kit
from agonist.kit.missed_win_indicators import threat_moments

__all__ = ["KIT", "Board", "TicTacToe"]

KIT = Kit(
    game=TicTacToe,
    words=WORDS,
    reference=perfect,
    reference_is="perfect play by full search",
    position=position,
    drawing=drawing,
    picture=picture,
    indicators=INDICATORS,
    solvable=True,
    key_moments=threat_moments(threats),
    arrays=ARRAYS,
    skins=SKINS,
    counterfactuals=COUNTERFACTUALS,
)
