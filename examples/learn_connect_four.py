"""A small network learns Connect Four from games against itself, by TD(λ), in minutes on a processor.

In the folder of this file, with PyTorch installed:

    python learn_connect_four.py
    agonist run connect_four --player learnt=learn_connect_four:Learnt --player random --player reference
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from connect_four_self_play import best_column, self_play
from torch import nn

WEIGHTS = Path(__file__).with_name("connect_four.pt")
ROUNDS, GAMES = 600, 64  # of games that are played side by side
EXPLORE, TRACE = 0.1, 0.8
torch.set_num_threads(1)  # so small a network is no faster with more


class Network(nn.Module):
    """How good boards are for whoever has just moved."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            *(nn.Conv2d(2, 32, 4), nn.ReLU(), nn.Flatten()),  # four discs in a line fit into 4 x 4 cells
            *(nn.Linear(32 * 3 * 4, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh(), nn.Flatten(0)),
        )

    def forward(self, boards: torch.Tensor) -> torch.Tensor:
        return self.layers(boards)

    def judge(self, boards: np.ndarray) -> list[float]:
        with torch.no_grad():
            return self(torch.from_numpy(boards).float()).tolist()


def learn(rounds: int = ROUNDS) -> Network:
    """A network that starts from nothing and plays against itself for so many rounds."""
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-3)
    for nth in range(1, rounds + 1):
        played, worth = map(torch.from_numpy, self_play(network.judge, GAMES, EXPLORE, TRACE))
        boards = torch.cat([played, played.flip(-1)]).float()  # the mirror image is worth the same
        worth = torch.cat([worth, worth])
        for _ in range(2):
            for part in torch.randperm(len(boards)).split(256):
                loss = (network(boards[part]) - worth[part]).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
        if nth % 100 == 0:
            print(f"{nth * GAMES:,} games, {len(played) / GAMES:.0f} moves each, error {loss.item():.2f}")
    return network


@cache
def learnt(weights: Path) -> Network:
    network = Network()
    network.load_state_dict(torch.load(weights))
    return network


class Learnt:
    """The player. `learn_connect_four:Learnt?weights=other.pt` plays with other weights."""

    def __init__(self, weights: str = str(WEIGHTS)) -> None:
        self.network = learnt(Path(weights))

    def answer(self, view: Any) -> int:
        return best_column(self.network.judge, view)  # nothing is hidden, so the view is the state


if __name__ == "__main__":
    torch.save(learn(int(sys.argv[1]) if sys.argv[1:] else ROUNDS).state_dict(), WEIGHTS)
