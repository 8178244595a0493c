"""Two of PettingZoo's classic environments as games: models, bots and people can play them.

From this folder, with the extra `pettingzoo` (docs/start.md) and pygame:

    agonist play pettingzoo_game:TICTACTOE human minimax?depth=9
    agonist run pettingzoo_game:CONNECT_FOUR --player openai/gpt-5-mini --player mcts --matches 20
    agonist check-game pettingzoo_game:TICTACTOE
"""

import os
from collections.abc import Mapping
from typing import Any

from agonist.adapters.pettingzoo import game_of_env
from agonist.core import Traits

# PettingZoo draws with pygame, which prints a greeting on standard output unless this variable is set.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.tictactoe import tictactoe

OPEN = Traits(constant_sum=True)
"""Both players see everything, and one wins what the other loses."""


def board(observation: Any, agent: str, info: Mapping[str, Any]) -> str:
    """A board of two planes, the player's pieces and the opponent's, as one grid."""
    del agent, info
    marks = {(0, 0): "_", (1, 0): "M", (0, 1): "O"}
    rows = ("| " + " | ".join(marks[mine, other] for mine, other in row) + " |" for row in observation)
    return "M: mine, O: my opponent's\n" + "\n".join(rows)


TICTACTOE = game_of_env(
    tictactoe.env,
    "pettingzoo_tictactoe",
    rules="You are playing Tic-Tac-Toe on a grid of three rows and three columns, against one opponent. "
    "In turn, each marks a free cell. Three marks of a player in a row, a column or a diagonal win: 1 for "
    "the winner, -1 for the other. If the grid is full and nobody has three, both get 0.",
    render=board,
    actions=[f"row {row}, column {column}" for row in (1, 2, 3) for column in (1, 2, 3)],
    traits=OPEN,
)

CONNECT_FOUR = game_of_env(
    connect_four.env,
    "pettingzoo_connect_four",
    rules="You are playing Connect Four against one opponent, on seven columns and six rows. In turn, each "
    "drops a piece into a column that is not full; it lands on the pieces below. Four pieces of a player "
    "side by side in a row, a column or a diagonal win: 1 for the winner, -1 for the other. On a full board "
    "both get 0.",
    render=board,
    actions=[f"column {column}" for column in range(1, 8)],
    traits=OPEN,
)
