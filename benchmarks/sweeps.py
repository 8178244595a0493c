"""How often the test of a γ-Bench sweep finds a difference, and how often one that is not there.

    uv run benchmarks/sweeps.py

Draws sweeps of five runs an arm, as the guess sweep has them (13 levels and the null arm) and as that of
personas (4 and the null arm). One arm differs from the control by some standard deviations of a run, the
others do not. False findings are counted by sweep: at least one "more than noise" among arms that do not
differ. Leaves with 1 if there are more than 5% (and twice the error of the simulation).
"""

from __future__ import annotations

import sys
from math import sqrt

import numpy as np

from agonist.suites.gamabench.report.sweep_tables import attainable, differences

SWEEPS, RUNS = 200, 5
SHIFTS = (0.0, 2.0, 3.0, 4.0)


def rates(arms: int, shift: float, seed: int) -> tuple[float, float]:
    """The share of sweeps that find the arm that differs, and of those that find another one."""
    rng = np.random.default_rng(seed)
    found = false = 0
    for _ in range(SWEEPS):
        labels = ["control", *(f"arm {nth}" for nth in range(arms - 2)), "null"]
        samples = {label: list(rng.normal(50, 5, RUNS)) for label in labels}
        samples["arm 0"] = [value + 5 * shift for value in samples["arm 0"]]
        verdicts = {str(row[1]): row[-1] for row in differences({"guess_average": samples}).rows}
        del verdicts["null"]
        differs = verdicts.pop("arm 0") == "yes"
        found += differs
        false += "yes" in verdicts.values() or (shift == 0 and differs)
    return found / SWEEPS, false / SWEEPS


def main() -> int:
    most = 0.05 + 2 * sqrt(0.05 * 0.95 / SWEEPS)
    failed = False
    print(f"{'arms':>5} {'least p':>8} {'shift':>6} {'found':>7} {'false':>7}")
    for arms in (5, 14):
        for shift in SHIFTS:
            found, false = rates(arms, shift, seed=arms)
            failed |= false > most
            print(f"{arms:5} {attainable(arms, RUNS):8.4f} {shift:6.1f} {found:7.1%} {false:7.1%}")
    print("not kept" if failed else "kept", f"(at most {most:.1%} false)")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
