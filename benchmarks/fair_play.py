"""How often flags are raised about honest people, and how many cheats of each kind they find.

`uv run --group bench benchmarks/fair_play.py [SEASONS]`; each season has 200 people and 4,000 matches. A
hundred seasons of every row take a quarter of an hour of one core. What comes of it stands in
docs/design/site.md.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # small matrices, and a process for each core

from benchmarks.simulated.season import Season

from agonist.arena.fair_play.search import flags_among
from agonist.core import counted

HONEST: Final[dict[str, dict[str, Any]]] = {
    "200 people, 4,000 matches": {},
    "three at each table": {"seats": 3, "matches": 2000},
    "30 people, 2,000 matches": {"people": 30, "matches": 2000},
    "twice the style and learning": {"style": 0.8, "learning": 1.0},
}

Cheat: TypeAlias = Callable[[Season], set[int]]


def _feeder(count: int, near: bool) -> Cheat:
    return lambda season: set(season.add_feeder(count, near=near))


def _thrower(count: int, share: float) -> Cheat:
    return lambda season: {season.add_thrower(count, share)}


def _second_account(count: int) -> Cheat:
    return lambda season: set(season.add_second_account(count))


CHEATS: Final[dict[str, tuple[str, Cheat]]] = {
    **{
        f"{count} matches lost on purpose": ("transferred points", _feeder(count, near=False))
        for count in (10, 20, 40)
    },
    **{
        f"{count} matches lost on purpose, one address": ("points at one address", _feeder(count, near=True))
        for count in (10, 20, 40)
    },
    **{
        f"{share:.0%} of {count} matches thrown": ("thrown matches", _thrower(count, share))
        for count, share in ((20, 0.6), (20, 0.9), (40, 0.3))
    },
    **{
        f"{count} matches between two accounts of one person": ("same address", _second_account(count))
        for count in (5, 10, 20)
    },
}
"""By what they do, the kind of the flag that is for it, and how it is added to a season."""


def honest(task: tuple[str, int]) -> list[str]:
    """The kinds of the flags that a season of honest people raises."""
    name, seed = task
    season = Season(seed, **HONEST[name])
    return [flag.kind for flag in flags_among(season.played, season.addresses)]


def caught(task: tuple[str, int]) -> tuple[bool, int]:
    """Whether a cheat is found by the flag that is for it, and how many flags are about others only."""
    name, seed = task
    season = Season(seed)
    kind, cheat = CHEATS[name]
    accounts = cheat(season)
    flags = flags_among(season.played, season.addresses)
    return (
        any(flag.kind == kind and set(flag.accounts) == accounts for flag in flags),
        sum(not accounts & set(flag.accounts) for flag in flags),
    )


def main(seasons: int) -> None:
    """Print both tables."""
    with get_context("fork").Pool() as pool:
        for name in HONEST:
            found = pool.map(honest, [(name, seed) for seed in range(seasons)], chunksize=1)
            flags = [kind for kinds in found for kind in kinds]
            kinds = ", ".join(f"{flags.count(kind)} {kind}" for kind in sorted(set(flags)))
            print(f"{name}: a flag in {sum(map(bool, found))} of {counted(seasons, 'season')} {kinds}")
        for name in CHEATS:
            results = pool.map(caught, [(name, seed) for seed in range(seasons)], chunksize=1)
            hits, others = sum(hit for hit, _ in results), sum(other for _, other in results)
            print(f"{name}: found in {hits} of {seasons}; {counted(others, 'flag')} about others")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
