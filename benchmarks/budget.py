"""What a budget adds to a run: 5,000 matches at 1,000 in flight, with and without one, in turn.

    uv run --group dev benchmarks/budget.py [PAIRS]

Also 1,000 matches at once with a budget of 1,200 requests, which lasts for a part of them. While others
kept the two cores busy, two pairs took 1.05 times as long by the clock (1.13 and 0.98) and 1.10 times the
processor time, and the 1,000 matches ended after 8.6 s, 1.2 s of processor time.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))  # the benchmarks import each other as a package

from benchmarks.endpoint import ADDRESS, endpoint, processor_seconds

import agonist
from agonist.models.mock_endpoint.command import more_files

PLENTY = 10**7


def main() -> None:
    more_files()
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder, endpoint():
        played(Path(folder) / "warm.db", 8, None)
        ratios: list[tuple[float, float]] = []
        for nth in range(pairs):
            times = {}
            for limit in (None, PLENTY) if nth % 2 else (PLENTY, None):
                times[limit] = played(Path(folder) / f"{nth}-{limit}.db", 5000, limit)
            (wall, used), (budget_wall, budget_used) = times[None], times[PLENTY]
            ratios.append((budget_wall / wall, budget_used / used))
            print(f"without {wall:.1f} s, processor {used:.1f} s; with {budget_wall:.1f}, {budget_used:.1f}")
        wall, processor = (median(column) for column in zip(*ratios, strict=True))
        print(f"with a budget, times as long: {wall:.2f}, processor {processor:.2f} (wanted: 1.2)")
        wall, processor = played(Path(folder) / "tight.db", 1000, 1200)
        print(f"1,200 requests for 1,000 matches at once: {wall:.1f} s, {processor:.1f} s of processor time")


def played(db: Path, matches: int, requests: int | None) -> tuple[float, float]:
    """Seconds by the clock and of processor time for matches of five requests each, 1,000 at once."""
    began, used = time.perf_counter(), processor_seconds()
    agonist.run(
        "guess_average?seats=2&rounds=5",
        [f"endpoint/careful?base_url={ADDRESS}"],
        opponents=["fixed?answers=20"],
        matches=matches,
        db=db,
        config=agonist.RunConfig(concurrency=1000, requests=requests),
    )
    return time.perf_counter() - began, processor_seconds() - used


if __name__ == "__main__":
    main()
