"""A heuristic player: looks one play ahead, counts theaters, and withdraws when too few can be held."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import Any, Final

from agonist.core import Ask, Seat
from agonist.core.random_choice import one_of
from agonist.games.air_land_sea.battle import VICTORY, withdrawal
from agonist.games.air_land_sea.cards import PRINTED
from agonist.games.air_land_sea.possible_states import sample_state
from agonist.games.air_land_sea.rules import AirLandSea, View
from agonist.games.air_land_sea.state import State

SAMPLES: Final = 2
"""The number of sampled deals of the hidden cards."""

DEPTH: Final = 3
"""The most consecutive answers in the search while the abilities of a play are being resolved."""

HELD: Final = 1.6
"""The scale of a margin in a theater: with this many points of strength for each card still to come, the
chance of holding it rises from 1/2 to 3/4."""


def by_margins(game: AirLandSea, view: View, ask: Ask, rng: Random) -> Any:
    """The answer after which the chance of controlling two theaters is best, over a few samples.

    It withdraws if the battle is expected to cost more points than withdrawing now, which must not lose the
    game.
    """
    assert view.seat is not None
    states = [sample_state(game, view, rng) for _ in range(SAMPLES)]
    seat = view.seat
    choices = ask.options() or ()
    options = [option for option in choices if option != ("withdraw",)]
    values = [
        sum(_after(game, state, seat, option, DEPTH) for state in states) / SAMPLES for option in options
    ]
    best = max(values)
    if ("withdraw",) in choices and _gives_up(game, view, best):
        return ("withdraw",)
    good = [option for option, value in zip(options, values, strict=True) if value > best - 1e-9]
    return one_of(good, rng)


def _gives_up(game: AirLandSea, view: View, chance: float) -> bool:
    """Whether a withdrawal now loses fewer points than the battle is likely to."""
    assert view.seat is not None
    lost = withdrawal(view.table, view.seat, len(view.hand))
    if view.table.points[1 - view.seat] + lost >= game.to_win:
        return False
    return VICTORY * (2 * chance - 1) < -lost


def _after(game: AirLandSea, state: State, seat: Seat, option: Any, depth: int) -> float:
    """The chance of winning the battle after an answer, with the best use of abilities that are being
    resolved."""
    before, state = state.table.points, game.act(state, {state.table.todo[0].seat: option})
    points = state.table.points
    if points != before:
        gained = points[seat] - before[seat]
        return float(gained > 0)
    step = state.table.todo[0]
    if step.kind == "play" or depth == 0:
        return chance(state, seat)
    answers = game.turn(state)[step.seat].options() or ()
    values = [_after(game, state, seat, other, depth - 1) for other in few(answers)]
    return max(values) if step.seat == seat else min(values)


def few(options: Sequence[Any]) -> Sequence[Any]:
    """At most twelve options, spread over all, to save time."""
    return options[:: -(-len(options) // 12)]


def chance(state: State, seat: Seat) -> float:
    """The estimated chance of controlling at least two theaters when all cards are played."""
    table = state.table
    left = sum(map(len, state.hands))
    scale = 1 + HELD * left / 3
    odds = []
    for theater in table.field.row:
        tie = 0.5 if table.first == seat else -0.5
        margin = table.field.margin(theater, seat) + tie
        odds.append(1 / (1 + exp(-max(-30.0, min(30.0, 1.1 * margin / scale)))))
    a, b, c = odds
    held = a * b + a * c + b * c - 2 * a * b * c
    mine, theirs = state.hands[seat], state.hands[1 - seat]
    # Cards in the player's hand still count; the other hand is known from the sample only.
    spare = sum(PRINTED[card] for card in mine) - 3.5 * len(theirs)
    spare = -spare if table.field.weaker else spare
    return min(1.0, max(0.0, held + 0.006 * spare))
