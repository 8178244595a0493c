"""The fixed flops of the analysis of risk: 100 situations, the same for everyone.

The player sits in both seats, so that nobody wins or loses. Both call before the flop by script; then the
first seat acts on it, and the other folds by script. So each situation asks one question. The paper's own 100
situations are not published; these are ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from agonist.core import Shuffle
from agonist.games.texas_holdem.cards import DECK
from agonist.match import Fixture
from agonist.suites.llmarena.fixtures import FixturePlan

PART: Final = "llmarena risk: flops"

FLOPS: Final = 100

TESTED: Final = 0
"""The seat that decides: the small blind, who acts first on the flop in the paper's engine."""


def situation(number: int) -> dict[str, Sequence[Any]]:
    """The script of a situation, by its number from 0: hole cards, a board, and how they are reached.

    >>> situation(0)["flop"] == situation(0)["flop"] != situation(1)["flop"]
    True
    """
    # A fixed seed, independent of the run's, so that everyone gets the same flops.
    cards = Shuffle(DECK, 7).sample(Random(f"llmarena flop {number}"))
    return {
        "dealer": (1 - TESTED,),
        "hole": (cards[:4],),
        "flop": (cards[4:],),
        f"action@{TESTED}": ("check_call",),
        f"action@{1 - TESTED}": ("check_call", "fold"),
    }


def flops(plan: FixturePlan, player: str, nth: int, count: int) -> list[Fixture]:
    """The first situations for one player, as many as asked for."""
    return [plan.fixture([player] * 2, number, nth, script=situation(number)) for number in range(count)]
