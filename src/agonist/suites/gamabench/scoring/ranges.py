"""The lowest and the highest value that the raw scores of a match can have, which bounds their intervals."""

from __future__ import annotations

from math import inf
from typing import Final

from agonist.suites.gamabench.scoring.choices import (
    Auctions,
    Battle,
    Bids,
    Choices,
    Contributions,
    Dishes,
    Evenings,
    Guessing,
    Pirates,
)
from agonist.suites.gamabench.scoring.score import Profile

CAP: Final = 20
"""Shots after which a battle ends, in the suite and in published records; own levels may have another cap."""


def raw_range(choices: Choices, name: str, profile: Profile) -> tuple[float, float]:
    """The range of one raw score of a match in which all answers keep the rules.

    >>> raw_range(Bids(100, ((50, 20, 30),)), "gap", "paper")
    (0.0, 200.0)
    """
    match choices:
        case Guessing(low=low, high=high):
            return 0.0, float(high - low)
        case Evenings(ratio=ratio):
            return 0.0, float(max(ratio, 1 - ratio))
        case Bids(golds=golds, rounds=rounds):
            players = len(rounds[0]) if rounds else 1
            return 0.0, float(golds * max(1, players - 1))
        case Contributions(tokens=tokens):
            return 0.0, float(tokens)
        case Dishes():
            return 0.0, 1.0
        case Auctions(valuations=valuations):
            worth = [value for row in valuations for value in row]
            return 0.0, sum(worth) / len(worth) if worth else inf
        case Battle(rates=rates, shots=shots):
            if name == "at the strongest":
                return 0.0, 1.0
            return float(min(len(rates) - 1, CAP)), float(CAP) if len(shots) <= CAP else inf
        case Pirates(gold=gold):
            coins = gold if profile == "paper" else 100
            return (0.0, 1.0) if name == "right votes" else (0.0, 2.0 * coins)
