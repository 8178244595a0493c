"""What players of Battle Royale expect exactly: in equilibrium, and beside greedy ones.

    uv run benchmarks/truels.py

By backward induction over all sets of survivors, which is value iteration on the game without a cap.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from agonist.games.battle_royale import PRESETS, BattleRoyale

Targets: TypeAlias = npt.NDArray[np.int_]
"""The target by set of survivors (seat i is bit i) and shooter; `NOBODY` to miss on purpose."""
Expected: TypeAlias = npt.NDArray[np.float64]
"""What each seat expects, by set of survivors, shooter and seat."""
Way: TypeAlias = str | Sequence[Targets]
"""How a seat aims: at the `strongest`, as the `greedy` player, at what is `best` for it if the others keep to
their ways, or at the targets given by the number of shots left.

With a hit a player moves up by one place, whoever falls. So the greedy one, who draws a hit or a miss for
each target, aims at any that would be hit; if none would, at any or at nobody, each as likely."""

NOBODY: Final = -1

ROUNDING: Final = 1e-12
"""A gain within rounding errors does not count."""


def solve(
    rates: Sequence[float], shots: int, ways: Sequence[Way], *, last: bool = False
) -> tuple[Expected, list[Targets]]:
    """What all expect with so many shots left, and everyone's targets by the number of shots left (a greedy
    seat has none).

    `rates`: chances to hit, 0 to 1, in order of shooting. Of equally good targets: nobody, then the higher
    hit rate. Seats expect the game's score, or with `last` the chance to be the last one left (shared by
    those left at the cap).

    Of three with 1/3, 2/3 and 1 who want to be the last, the weakest misses on purpose first (Kilgour, 1975):

    >>> expected, targets = solve((1 / 3, 2 / 3, 1.0), 200, ["best"] * 3, last=True)
    >>> [int(target) for target in targets[200][0b111]], (63 * expected[0b111, 0]).round(6).tolist()
    ([-1, 2, 1], [25.0, 24.0, 14.0])
    """
    count = len(rates)
    sets, seats = np.arange(1 << count), np.arange(count)
    alive = (sets[:, None] >> seats & 1).astype(bool)
    left = alive.sum(axis=1)
    after = _next_shooters(alive)
    fallen = np.zeros(len(sets)) if last else (count - left).astype(float)
    shared = 1 / np.maximum(left, 1) if last else count - left + (left - 1) / 2
    expected = np.repeat((alive * shared[:, None])[:, None], count, axis=1)
    targets = [np.full((len(sets), count), NOBODY)]
    for shot in range(1, shots + 1):
        now, aims = expected.copy(), targets[0].copy()
        for shooter, way in enumerate(ways):
            among = sets[alive[:, shooter] & (left > 1)]
            order = np.array([NOBODY, *_strongest_first(rates, shooter)])
            others = order[1:]
            hit_sets = among[:, None] & ~(1 << others)
            hit = expected[hit_sets, after[hit_sets, shooter]]
            hit[:, seats[:-1], others] = fallen[among][:, None]
            spared = expected[among, after[among, shooter]][:, None]
            # By set, target (nobody first, then the strongest first) and seat.
            found = np.concatenate([spared, rates[shooter] * hit + (1 - rates[shooter]) * spared], axis=1)
            can = np.concatenate([np.ones((len(among), 1), bool), alive[among][:, others]], axis=1)
            if way == "greedy":
                nobody = (1 - rates[shooter]) ** (left[among] - 1) / left[among]
                share = can * ((1 - nobody) / (left[among] - 1))[:, None]
                share[:, 0] = nobody
                now[among, shooter] = (found * share[:, :, None]).sum(axis=1)
                continue
            if not isinstance(way, str):
                choice = np.argmax(order == way[shot][among, shooter][:, None], axis=1)
            elif way == "strongest":
                choice = 1 + can[:, 1:].argmax(axis=1)
            else:
                own = np.where(can, found[:, :, shooter], -np.inf)
                choice = np.argmax(own >= own.max(axis=1, keepdims=True) - ROUNDING, axis=1)
            now[among, shooter] = found[np.arange(len(among)), choice]
            aims[among, shooter] = order[choice]
        expected = now
        targets.append(aims)
    return expected, targets


def _strongest_first(rates: Sequence[float], shooter: int) -> list[int]:
    return sorted(set(range(len(rates))) - {shooter}, key=lambda seat: -rates[seat])


def _next_shooters(alive: npt.NDArray[np.bool_]) -> npt.NDArray[np.int_]:
    """Who shoots after each shooter, by set of survivors."""
    count = alive.shape[1]
    found = np.zeros(alive.shape, int)
    for distance in range(count, 0, -1):
        seats = (np.arange(count) + distance) % count
        found = np.where(alive[:, seats], seats, found)
    return found


def gains(game: BattleRoyale, way: Way) -> list[float]:
    """By how much a player who aims this way scores more than a greedy one in the same seat, where all others
    are greedy, by seat."""
    rates = [game.hit_rate(seat) / 100 for seat in range(game.seats)]
    everybody = (1 << game.seats) - 1
    greedy, _ = solve(rates, game.shot_cap, ["greedy"] * game.seats)
    found = []
    for seat in range(game.seats):
        ways: list[Way] = ["greedy"] * game.seats
        ways[seat] = way
        expected, _ = solve(rates, game.shot_cap, ways)
        found.append(float(expected[everybody, 0, seat] - greedy[everybody, 0, seat]))
    return found


def main() -> None:
    for label, options in {"": {}, **PRESETS}.items():
        game = BattleRoyale(**options)
        rates = [game.hit_rate(seat) / 100 for seat in range(game.seats)]
        _, equilibrium = solve(rates, game.shot_cap, ["best"] * game.seats)
        for name, way in (("strongest", "strongest"), ("best", "best"), ("equilibrium", equilibrium)):
            found = gains(game, way)
            print(f"{game.name}/{label}".rstrip("/"), name, f"{np.mean(found):.4f}", np.round(found, 3))


if __name__ == "__main__":
    main()
