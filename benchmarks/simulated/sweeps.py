"""How often the intervals of a sweep's differences hold: each arm against the control, in three suites.

γ-Bench compares means of runs, GameBench shares of points on the same deals, MAgIC metrics in the same
settings. Every sweep has four arms that differ at random from the control, and γ-Bench also a null arm.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from benchmarks.simulated.counting import LEAST, Count, row

from agonist.ratings import clustered_mean
from agonist.suites.gamabench.report.sweep_tables import differences
from agonist.suites.gamabench.sweeps import NULL
from agonist.suites.magic.sweeps import gain

Rng: TypeAlias = np.random.Generator
Ends: TypeAlias = tuple[float | None, float | None]
Array: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]

ARMS: Final = 4
SHAPES: Final = {"near 0": (1.0, 9.0), "in the middle": (5.0, 5.0), "near 100": (9.0, 1.0)}
"""Beta distributions of γ-Bench's scores around which arms vary."""


@dataclass(frozen=True)
class Sweep:
    """One line of the table: `draw` gives the intervals of one sweep and the true differences."""

    name: str
    draw: Callable[[Rng], list[tuple[Ends, float]]]
    sweeps: int = 500


def of_runs(shape: str, runs: int) -> Callable[[Rng], list[tuple[Ends, float]]]:
    """γ-Bench: mean scores from 0 to 100 of so many runs an arm; the null arm counts as control."""

    def draw(rng: Rng) -> list[tuple[Ends, float]]:
        a, b = SHAPES[shape]
        shapes = {"control": (a, b), **{f"arm {n}": (a * rng.uniform(0.5, 2), b) for n in range(ARMS)}}
        shapes[NULL] = shapes["control"]
        samples = {arm: (100 * rng.beta(*own, runs)).tolist() for arm, own in shapes.items()}
        truth = {arm: 100 * own[0] / sum(own) for arm, own in shapes.items()}
        rows: list[Any] = list(differences({"game": samples}).rows)
        return [((line[3], line[4]), truth[line[1]] - truth["control"]) for line in rows]

    return draw


def of_deals(deals: int) -> Callable[[Rng], list[tuple[Ends, float]]]:
    """GameBench: won or lost, both seats of each deal in both arms; luck is the deal's."""

    def draw(rng: Rng) -> list[tuple[Ends, float]]:
        found: list[tuple[Ends, float]] = []
        base, luck = rng.normal(0, 1), rng.normal(0, 1, deals)
        control = _won(rng, base, luck)
        for _ in range(ARMS):
            strength = base + rng.normal(0, 1)
            gaps = _won(rng, strength, luck) - control
            pairs = [(f"{deal}", float(gap)) for deal, both in enumerate(gaps) for gap in both]
            _, low, high = clustered_mean(pairs, seen=(-1.0, 1.0))
            found.append(((low, high), _chance(strength) - _chance(base)))
        return found

    return draw


def of_settings(settings: int) -> Callable[[Rng], list[tuple[Ends, float]]]:
    """MAgIC: a metric that is 0 or 1 in each setting, played by both; settings are easy or hard for both."""

    def draw(rng: Rng) -> list[tuple[Ends, float]]:
        found: list[tuple[Ends, float]] = []
        base, ease = rng.normal(0, 1), rng.normal(0, 1, settings)
        plain = rng.random(settings) < 1 / (1 + np.exp(-base - ease))
        for _ in range(ARMS):
            strength = base + rng.normal(0, 1)
            other = rng.random(settings) < 1 / (1 + np.exp(-strength - ease))
            _, low, high, _ = gain(other.astype(float).tolist(), plain.astype(float).tolist())
            found.append(((low, high), _chance(strength) - _chance(base)))
        return found

    return draw


def _won(rng: Rng, strength: float, luck: Array) -> Array:
    """Deals x seats: whether the match was won; the luck is the first seat's."""
    sides = np.stack([luck, -luck], axis=1)
    return (rng.random(sides.shape) < 1 / (1 + np.exp(-strength - sides))).astype(float)


def _chance(strength: float) -> float:
    nodes, weights = np.polynomial.hermite_e.hermegauss(40)
    return float((weights / weights.sum() / (1 + np.exp(-strength - nodes))).sum())


SWEEPS: Final = (
    *(Sweep(f"γ-Bench, 5 runs an arm, scores {shape}", of_runs(shape, 5)) for shape in SHAPES),
    Sweep("γ-Bench, 2 runs an arm, scores in the middle", of_runs("in the middle", 2)),
    Sweep("GameBench, one game: 5 deals", of_deals(5), 1000),
    Sweep("GameBench, nine games: 45 deals", of_deals(45), 1000),
    Sweep("MAgIC, 20 settings", of_settings(20)),
    Sweep("MAgIC, 100 settings", of_settings(100)),
)

HEADER: Final = ("sweep", "n", "differences", "held", "without an interval")


def line(at: int, seed: int) -> tuple[list[str], list[str]]:
    """A line of the table, and what is clearly less than promised."""
    what, count = SWEEPS[at], Count()
    rng = np.random.default_rng([seed, at])
    for _ in range(what.sweeps):
        for (low, high), truth in what.draw(rng):
            known = low is not None and high is not None
            held = low is not None and high is not None and low - 1e-9 <= truth <= high + 1e-9
            count.add(int(held), int(known), int(not known))
        count.close()
    number = sum(of for _, of in count.tournaments)
    share = count.share()
    wrong = [] if share is None or sum(share) >= LEAST else [f"{what.name}: {count} is below {LEAST}"]
    cells = (what.name, f"{what.sweeps}", f"{number:,}", f"{count}", f"{count.missing:,}")
    return [row(cells)], wrong
