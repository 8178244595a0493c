"""Equilibria of two players' games in which one wins what the other loses, by CFR+ (Tammelin, 2014)."""

from __future__ import annotations

from typing import Final

import numpy as np

from agonist.players.equilibrium.exploitability import exploitability
from agonist.players.equilibrium.sequence_form_arrays import ROOT, Array, SequenceForm

TARGET: Final = 5e-4
"""The exploitability, in points, at which an equilibrium is good enough."""

MOST_ROUNDS: Final = 5_000
ROUNDS_BETWEEN_LOOKS: Final = 100


def equilibrium(game: SequenceForm) -> Array:
    """A policy whose exploitability is at most `TARGET`, or that of the last round."""
    regrets = [np.zeros(len(seat.source)) for seat in game.seats]
    shares = [_matched(game, seat, regrets[seat]) for seat in range(2)]
    plans = [seat.plan(each) for seat, each in zip(game.seats, shares, strict=True)]
    sums = [np.zeros(len(seat.source)) for seat in game.seats]
    policy = np.zeros(game.first[-1])
    for nth in range(1, MOST_ROUNDS + 1):
        for seat, own in enumerate(game.seats):
            worth = game.worth(seat, plans)
            own.add_up(worth, shares[seat])
            for level in own.levels:
                after = worth[level.sequences]
                mean = np.add.reduceat(after * shares[seat][level.sequences], level.begins)
                more = regrets[seat][level.sequences] + after - np.repeat(mean, level.counts)
                regrets[seat][level.sequences] = np.maximum(more, 0)
            shares[seat] = _matched(game, seat, regrets[seat])
            plans[seat] = own.plan(shares[seat])
            sums[seat] += nth * plans[seat]
        if nth % ROUNDS_BETWEEN_LOOKS == 0:
            for seat, own in enumerate(game.seats):
                policy[np.array(own.source)[1:]] = _matched(game, seat, sums[seat])[1:]
            if exploitability(game, policy) <= TARGET:
                break
    return policy


def _matched(game: SequenceForm, seat: int, weights: Array) -> Array:
    """Shares in proportion to weights; equal ones where all weights are 0."""
    shares = np.ones(len(weights))
    for level in game.seats[seat].levels:
        each = weights[level.sequences]
        whole = np.repeat(np.add.reduceat(each, level.begins), level.counts)
        even = 1 / np.repeat(level.counts, level.counts)
        shares[level.sequences] = np.where(whole > 0, each / np.where(whole > 0, whole, 1), even)
    shares[ROOT] = 1.0
    return shares
