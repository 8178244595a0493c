"""Reference players that look a few moves ahead and estimate where they come to."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from agonist.adapters.openspiel.states import spiel_of
from agonist.core import Ask, Seat

Estimate: TypeAlias = Callable[[Any, Seat], float]
"""(the library's state, seat) -> how good it is for this seat, less than `WON` and more than `-WON`."""

WON: Final = 1_000_000.0


def lookahead(estimate: Estimate, moves: int) -> Callable[[Any, Any, Ask, Random], int]:
    """Alpha-beta search so many moves deep, in games for two without hidden parts; it looks no further than
    the next roll of dice. Among equal moves it chooses at random.
    """

    def reference(game: Any, view: Any, ask: Ask, rng: Random) -> int:
        del game
        spiel = spiel_of(view)
        seat, best, value = int(spiel.current_player()), -1, -2 * WON
        options = list(ask.options() or ())
        rng.shuffle(options)
        for action in options:
            found = _value(spiel.child(action), seat, moves - 1, value, 2 * WON, estimate)
            if found > value:
                best, value = action, found
        return best

    return reference


def _value(spiel: Any, seat: Seat, moves: int, low: float, high: float, estimate: Estimate) -> float:
    """What a state is worth to a seat, as far as it matters between `low` and `high`."""
    if spiel.is_terminal():
        return (WON + moves) * float(spiel.returns()[seat])  # sooner rather than later
    if moves == 0 or spiel.is_chance_node():
        return estimate(spiel, seat)
    mine = spiel.current_player() == seat
    for action in spiel.legal_actions():
        found = _value(spiel.child(action), seat, moves - 1, low, high, estimate)
        if mine:
            low = max(low, found)
        else:
            high = min(high, found)
        if low >= high:
            break
    return low if mine else high
